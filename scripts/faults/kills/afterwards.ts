// What is there once the last kill is over, against what was acknowledged.
import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged, What } from './load.ts';
import { post } from './load.ts';
import { asOperator, type Deliveries, merchantId } from './receiver.ts';
import type { Victim } from './victim.ts';

const mostAskedAgain = 500;
const deliverSeconds = 120;

export async function complaintsAfterwards(
  victim: Victim,
  acknowledged: readonly Acknowledged[],
  deliveries: Deliveries,
): Promise<string[]> {
  return [
    ...(await complaintsOfRows(victim, acknowledged)),
    ...(await askedAgain(victim, acknowledged)),
    ...(await complaintsOfDeliveries(victim, deliveries)),
    ...(await complaintsOfChains(victim)),
  ];
}

/** How often each thing stands in the books, and where their numbers would say otherwise. */
const counted: Readonly<Record<What, string>> = {
  order: `select count(*) from orders where number like 'K-%'`,
  capture: 'select count(*) from captures',
  refund: 'select count(*) from refunds',
  account: 'select count(*) from accounts',
  'account event': 'select count(*) from account_events',
};
const counters = `select o.number from orders o where
  o.captured_minor <> (select coalesce(sum(c.amount_minor), 0) from captures c where c.order_id = o.id)
  or o.refunded_minor <> (select coalesce(sum(r.amount_minor), 0) from refunds r where r.order_id = o.id)
  or o.captured_minor - o.refunded_minor <> (select coalesce(sum(case when l.debit_account = 'receivables' then l.amount_minor
    when l.credit_account = 'receivables' then -l.amount_minor end), 0) from ledger l where l.order_id = o.id)
  or o.version <> (select count(*) from outbox e where e.order_id = o.id)`;

async function complaintsOfRows(victim: Victim, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const complaints: string[] = [];
  for (const [what, text] of Object.entries(counted)) {
    const [row] = await victim.query(text);
    const said = acknowledged.filter((each) => each.what === what).length;
    if (Number(row?.['count']) !== said)
      complaints.push(`${said} × ${what} acknowledged, ${String(row?.['count'])} in the books`);
  }
  const known = new Set((await victim.query('select number from captures')).map(({ number }) => number));
  for (const { what, text } of acknowledged) {
    const number = what === 'capture' ? (JSON.parse(text) as { captureNumber: string }).captureNumber : undefined;
    if (number !== undefined && !known.has(number)) complaints.push(`capture ${number} was acknowledged and is lost`);
  }
  const disagreeing = await victim.query(counters);
  return [...complaints, ...disagreeing.map(({ number }) => `the books of order ${String(number)} disagree`)];
}

/** The same request gets the same answer. */
async function askedAgain(victim: Victim, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const complaints: string[] = [];
  const step = Math.max(1, Math.ceil(acknowledged.length / mostAskedAgain));
  for (let index = 0; index < acknowledged.length; index += step) {
    const { what, key, path, body, text } = acknowledged[index] as Acknowledged;
    const again = await post(victim.address + path, body, key);
    if (again?.text !== text) complaints.push(`${what} was answered ${text}, and asked again ${again?.text ?? 'not'}`);
  }
  return complaints;
}

/** At least once, every event of the merchant since the endpoint was there. */
async function complaintsOfDeliveries(victim: Victim, { numbers }: Deliveries): Promise<string[]> {
  const merchant = await merchantId(victim.address);
  const waiting = `select (select count(*) from outbox where merchant_id = '${merchant}' and sequence_number is null)
    + (select count(*) from webhook_deliveries where merchant_id = '${merchant}' and state = 'Pending') as count`;
  // What failed while the service was dead is due again later than this look.
  await victim.query(`update webhook_deliveries set due_at = now() where state = 'Pending'`);
  await victim.query(`update webhook_endpoints set paused_until = '-infinity'`);
  const until = performance.now() + deliverSeconds * 1000;
  let left = 1;
  while (left > 0 && performance.now() < until) {
    left = Number((await victim.query(waiting))[0]?.['count']);
    await pause(200);
  }
  const events = await victim.query(
    `select sequence_number from outbox where merchant_id = '${merchant}' order by sequence_number`,
  );
  const came = new Set(numbers());
  const missing = events.map((row) => Number(row['sequence_number'])).filter((number) => !came.has(number));
  const gaps = events.some((row, index) => Number(row['sequence_number']) !== index + 1);
  return [
    ...(gaps ? ['the numbers of the events have a gap'] : []),
    ...(missing.length > 0 ? [`${missing.length} events were never delivered, the first is ${missing[0]}`] : []),
  ];
}

/** Everything sealed, and every seal right. */
async function complaintsOfChains(victim: Victim): Promise<string[]> {
  const merchant = await merchantId(victim.address);
  await asOperator('POST', `${victim.address}/admin/v1/jobs/seal-ledger/run`);
  const complaints: string[] = [];
  for (const chain of ['ledger', 'audit']) {
    let place = '';
    for (;;) {
      const url = `${victim.address}/admin/v1/merchants/${merchant}/chains/${chain}/proof${place}`;
      const part = (await asOperator('GET', url)) as { readonly fault?: object; readonly next?: string };
      if (part.fault) complaints.push(`the chain of the ${chain}: ${JSON.stringify(part.fault)}`);
      if (part.fault || part.next === undefined) break;
      place = `?after=${encodeURIComponent(part.next)}`;
    }
  }
  return complaints;
}
