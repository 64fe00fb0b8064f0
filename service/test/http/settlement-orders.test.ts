// Orders by chance, in three countries and currencies over a winter with a change of year and of the clocks, under agreements
// that change in the middle: recomputed from captures and refunds by a query that knows nothing of statements.

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { contractText } from '../../src/merchants/merchants.sql.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { add, openAccount } from '../support/accounts.ts';
import { advance, authorizeBody, item, type Json, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { expectSettled } from '../support/settled.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 120_000 });

/** More of them when asked for: SETTLED_ORDERS=10000. */
const orderCount = Number(process.env['SETTLED_ORDERS'] ?? 240);
const rounds = 12;
const shops = ['DE', 'SE', 'CH'] as const;
type Shop = (typeof shops)[number];

let app: TestApp;
const ids = new Map<string, string>();
const operator = { key: 'sandbox-operator' };
const admin = (method: 'GET' | 'POST', at: string, body?: unknown) => app.ask(method, `/admin/v1${at}`, body, operator);

beforeAll(async () => {
  app = await startApp({ POOL_SIZE: '10' });
  for (const { id, country } of await app.query('select id, country from merchants')) ids.set(String(country), String(id));
});
afterAll(() => app.stop());

/** One fee until this day, another from the next. */
const lastDay = '2027-01-14';
const nextDay = '2027-01-15';
const terms: Readonly<Record<Shop, readonly [bps: number, fixed: bigint, bps: number, fixed: bigint]>> = {
  DE: [249, 35n, 187, 20n],
  SE: [0, 290n, 333, 0n],
  CH: [1_999, 1n, 5, 0n],
};
const agreements: Readonly<Record<Shop, Pick<Contract, 'reserve' | 'settlement'>>> = {
  DE: { reserve: { percentBps: 777, days: 17 }, settlement: { period: 'weekly', weekday: 4, minimumPayoutMinor: 400_000n } },
  SE: { settlement: { period: 'daily', delayDays: 3 } },
  CH: { reserve: { percentBps: 5_000, days: 40 }, settlement: { period: 'monthly' } },
};

async function agree(country: Shop): Promise<void> {
  const [bpsBefore, fixedBefore, bps, fixed] = terms[country];
  const paymentType = 'Invoice';
  const contract = {
    ...demoContract(country),
    ...agreements[country],
    fees: {
      terms: [
        { paymentType, percentBps: bpsBefore, fixedMinor: fixedBefore, validTo: lastDay },
        { paymentType, percentBps: bps, fixedMinor: fixed, validFrom: nextDay },
      ],
      onRefund: country === 'SE' ? ('kept' as const) : ('percentReturned' as const),
    },
  };
  await app.query('update merchants set contract = $1 where country = $2', contractText(contract), country);
}

interface Sold {
  readonly country: Shop;
  readonly number: string;
  readonly capture: string;
  left: number;
}

async function sell(country: Shop, cents: number): Promise<Sold> {
  const key = { key: keyOf(country) };
  const body = authorizeBody(country, { items: [item(country, 'THING', cents)] });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, key);
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  const { number } = body.order;
  const capture = `INV-${number}`;
  const captured = await app.ask(
    'POST',
    path(number, '/captures'),
    { orderDetails: part(cents / 100), invoiceNumber: capture },
    key,
  );
  expect(captured.status, captured.text).toBe(200);
  return { country, number, capture, left: cents };
}

async function refund(sold: Sold, cents: number): Promise<void> {
  sold.left -= cents;
  const body = { captureNumber: sold.capture, items: [{ grossUnitPrice: cents / 100, quantity: 1 }] };
  const answer = await app.ask('POST', path(sold.number, '/refunds'), body, { key: keyOf(sold.country) });
  expect(answer.status, answer.text).toBe(200);
}

/** Some at a time: enough that the book writes many at once. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: 48 }, worker));
}

/** What each shop's statements must come to together, from captures and refunds alone. */
const recomputed = `with agreed (country, bps_before, fixed_before, bps_after, fixed_after, reserve_bps, returns) as (values
    ('DE', 249, 35, 187, 20, 777, true), ('SE', 0, 290, 333, 0, 0, false), ('CH', 1999, 1, 5, 0, 5000, true)),
  sold as (select m.country, c.amount_minor as amount,
      coalesce((select sum(r.amount_minor) from refunds r where r.merchant_id = c.merchant_id and r.capture_number = c.number), 0) as refunded,
      round(c.amount_minor * a.reserve_bps / 10000.0) as reserve, a.returns,
      round(c.amount_minor * case when (c.inserted_at at time zone m.time_zone)::date <= '${lastDay}' then bps_before else bps_after end / 10000.0) as fee,
      case when (c.inserted_at at time zone m.time_zone)::date <= '${lastDay}' then fixed_before else fixed_after end as fixed
    from captures c join merchants m on m.id = c.merchant_id join agreed a on a.country = m.country)
  select country, sum(amount)::bigint as captures, sum(refunded)::bigint as refunds, sum(reserve)::bigint as reserve,
    sum(fee + fixed - case when returns then round(fee * refunded / amount) else 0 end)::bigint as fees
  from sold group by country order by country`;

const settled = `select m.country, sum(s.captures_minor)::bigint as captures, sum(s.refunds_minor)::bigint as refunds,
    sum(s.reserve_withheld_minor)::bigint as reserve, sum(s.fees_minor)::bigint as fees
  from settlements s join merchants m on m.id = s.merchant_id where m.country in ('DE', 'SE', 'CH')
  group by m.country order by m.country`;

it('statements come to the cent to what captures and refunds say, whatever was agreed when', async () => {
  for (const country of shops) await agree(country);
  const random = fc.sample(fc.integer({ min: 0, max: 0xff_ff_ff }), { numRuns: orderCount * 6, seed: 20_261_120 });
  let drawn = 0;
  const draw = (below: number): number => (random[drawn++ % random.length] ?? 0) % below;
  const started = performance.now();
  const all: Sold[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const wanted = Array.from({ length: Math.ceil(orderCount / rounds) }, () => ({
      country: shops[draw(shops.length)] ?? 'DE',
      cents: draw(4) === 0 ? 1 + draw(200) : 1 + draw(40_000),
    }));
    const fresh: Sold[] = [];
    await each(wanted, async ({ country, cents }) => void fresh.push(await sell(country, cents)));
    all.push(...fresh);
    // Of this period and of earlier ones, in part and whole, some more than once.
    const candidates = all.filter(({ left }) => left > 0 && draw(4) === 0);
    await each(candidates, (sold) => refund(sold, draw(3) === 0 ? sold.left : 1 + draw(sold.left)));
    if (round % 4 === 1)
      await each(shops, async (country) => {
        const body = { number: `ADJ-${round}`, amount: (draw(20_000) - 10_000) / 100 || 1, reason: 'By chance' };
        const answer = await admin('POST', `/merchants/${ids.get(country)}/settlements/adjustments`, body);
        expect(answer.status, answer.text).toBe(200);
      });
    for (const country of shops) await advance(app, country, { advanceSeconds: 12 * 86_400 + draw(86_400) });
  }
  const sold = performance.now();
  for (const country of shops) {
    const answer = await admin('POST', `/merchants/${ids.get(country)}/settlements`, { reason: 'The end of the test' });
    expect([200, 409], answer.text).toContain(answer.status);
  }
  await expectSettled(app.query);
  await expectBooksAgree(app.query);
  expect(await app.query(settled)).toEqual(await app.query(recomputed));
  const [left] =
    await app.query(`select count(*)::int as count from ledger l where 'merchant_payables' in (l.debit_account, l.credit_account)
    and not exists (select 1 from settlement_entries e where e.merchant_id = l.merchant_id and e.ledger_id = l.id)
    and not exists (select 1 from settlements s where s.merchant_id = l.merchant_id and s.event_id = l.event_id)`);
  expect(left).toEqual({ count: 0 });
  await expectSaidAlike();
  if (process.env['TELL_TIMES'])
    console.log(`${all.length} orders in ${Math.round(sold - started)} ms, judged in ${Math.round(performance.now() - sold)} ms`);
});

/** JSON and CSV of every statement, in whole cents, come to its payout. */
async function expectSaidAlike(): Promise<void> {
  const minor = (amount: unknown): number => Math.round(Number(amount) * 100);
  for (const country of shops) {
    const base = `/merchants/${ids.get(country)}/settlements`;
    const rows = await app.query(
      `select number, payout_minor::int as payout, line_count as lines from settlements where merchant_id = $1`,
      ids.get(country),
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { number, payout, lines } of rows) {
      const { text } = await admin('GET', `${base}/${String(number)}/lines.csv`);
      const nets = parse<Record<string, string>>(text, { columns: true }).map(({ net }) => minor(net));
      expect([nets.length, nets.reduce((sum, net) => sum + net, 0)], `${country} ${String(number)}`).toEqual([lines, payout]);
      const told = (await admin('GET', `${base}/${String(number)}`)).body as { settlement?: Json; lines: Json[] };
      const shown = told.lines.map(({ net }) => minor(net));
      expect(shown, `${country} ${String(number)}`).toEqual(nets.slice(0, shown.length));
    }
  }
}

it('a purchase on a customer account is on a statement too', async () => {
  const country: CountryCode = 'DE';
  const account = await openAccount(app, country, 500);
  const [merchant] = await app.query('select clock_offset_ms::bigint as ahead from merchants where country = $1', country);
  const time = new Date(Date.now() + Number(merchant?.['ahead'])).toISOString();
  expect((await add(app, account, { totalAmount: 120.01, time })).status).toBe(200);
  await advance(app, country, { advanceSeconds: 8 * 86_400 });
  await expectSettled(app.query);
  const [line] = await app.query(`select amount_minor::int as amount from settlement_lines where kind = 'AccountPurchase'`);
  expect(line).toEqual({ amount: 12_001 });
});
