// A plan repaid before its time costs less: interest of a month by its days, fees by the days of the whole credit, to the cent as
// an independent computation has it; what was paid of them before pays the capital, and the books agree.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  advance,
  authorizeBody,
  beginAt,
  item,
  type Json,
  keyOf,
  path,
  startApp,
  type TestApp,
} from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt } from '../support/camt.ts';

let app: TestApp;
const admins = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const { id, country } of await app.query('select id, country from merchants'))
    admins.set(String(country), `/admin/v1/merchants/${String(id)}`);
  await beginAt(app, 'NO', '2026-03-02T10:00:00Z');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const admin = (rest: string): string => `${admins.get('NO')}${rest}`;
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });
const today = async (): Promise<string> =>
  String((await app.ask('GET', admin('/clock'), undefined, operator)).body['now']).slice(0, 10);
const quote = (capture: string, on = '', amount?: number): Promise<Answer> =>
  app.ask('GET', admin(`/captures/${capture}/early-repayment?on=${on}&amount=${amount ?? ''}`), undefined, operator);
interface Part {
  readonly savedAmount: number;
  readonly remainingAmount: number;
  readonly installments: readonly { readonly dueDate: string; readonly amount: number }[];
}
let transaction = 0;
async function pay(captureNumber: string, amount: number, more: Json = {}): Promise<Answer> {
  transaction += 1;
  const body = { captureNumber, amount, valueDate: await today(), transactionId: `e-${transaction}`, ...more };
  return app.ask('POST', admin('/payments'), body, operator);
}

interface Row {
  readonly due: string;
  readonly principal: number;
  readonly interest: number;
  readonly fee: number;
  readonly paid: number;
}

/** A captured order in installments of a plan with a start-up fee and monthly fees. */
async function bought(payment: Json): Promise<string> {
  const body = { ...authorizeBody('NO', { items: [item('NO', 'SOFA', 600_000)] }), payment };
  const placed = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf('NO') });
  expect(placed.body['outcome'], placed.text).toBe('Accepted');
  const captured = await app.ask('POST', path(body.order.number, '/captures'), undefined, { key: keyOf('NO') });
  return String(captured.body['captureNumber']);
}
const rowsOf = async (capture: string): Promise<Row[]> =>
  (
    await app.query(
      `select due_on::text as due, principal_minor as principal, interest_minor as interest, fee_minor as fee, paid_minor as paid
       from capture_installments where capture_number = $1 order by number`,
      capture,
    )
  ).map((row) => ({
    due: String(row['due']),
    principal: Number(row['principal']),
    interest: Number(row['interest']),
    fee: Number(row['fee']),
    paid: Number(row['paid']),
  }));
const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;

/** Written anew, in floats: the share of each month that is over, and of the whole credit. */
function owedOn(day: string, from: string, rows: readonly Row[]): { total: number; saved: number } {
  const share = (start: string, end: string): number =>
    Math.min(1, Math.max(0, (dayNumber(day) - dayNumber(start)) / (dayNumber(end) - dayNumber(start))));
  const interest = rows.reduce(
    (sum, row, index) => sum + Math.floor(row.interest * share(rows[index - 1]?.due ?? from, row.due) + 1e-9),
    0,
  );
  const fees = rows.reduce((sum, row) => sum + row.fee, 0);
  const fee = Math.floor(fees * share(from, rows.at(-1)?.due ?? '') + 1e-9);
  const principal = rows.reduce((sum, row) => sum + row.principal, 0);
  const paid = rows.reduce((sum, row) => sum + row.paid, 0);
  const all = rows.reduce((sum, row) => sum + row.interest, 0) + fees;
  return { total: (principal + interest + fee - paid) / 100, saved: (all - interest - fee) / 100 };
}

const plan = { type: 'Installment', installment: { profileNo: 5 } };

it('shows in the order what each installment pays of capital, interest and fees, and what is left after it', async () => {
  const capture = await bought(plan);
  const [order] = await app.query(
    'select o.number from orders o join captures c on c.order_id = o.id where c.number = $1',
    capture,
  );
  const story = await app.ask('GET', admin(`/orders/${String(order?.['number'])}`), undefined, operator);
  const [shown] = story.body['captures'] as { installments: Record<string, number>[] }[];
  let left = 600_000;
  for (const [index, row] of (await rowsOf(capture)).entries()) {
    left -= row.principal;
    expect(shown?.installments[index]).toMatchObject({
      dueDate: row.due,
      amount: (row.principal + row.interest + row.fee) / 100,
      principalAmount: row.principal / 100,
      interestAmount: row.interest / 100,
      feeAmount: row.fee / 100,
      remainingPrincipalAmount: left / 100,
    });
  }
  expect(left).toBe(0);
});

it('costs to the cent what the days so far cost, and nothing of what is to come', async () => {
  const capture = await bought(plan);
  const from = await today();
  const before = await rowsOf(capture);
  expect(before.reduce((sum, row) => sum + row.interest + row.fee, 0)).toBeGreaterThan(0);
  await advance(app, 'NO', days(47));
  const day = await today();
  const { total, saved } = owedOn(day, from, before);
  expect((await quote(capture)).body).toMatchObject({ day, totalAmount: total, savedAmount: saved });
  expect(saved).toBeGreaterThan(0);
  for (const amount of [total + 0.01, (await quote(capture)).body['dueAmount'] as number]) {
    const wrong = await pay(capture, amount, { earlyRepayment: true });
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('400.416')]);
  }
  const paid = await pay(capture, total, { earlyRepayment: true });
  expect(paid.body, paid.text).toMatchObject({ amount: total, remainingAmount: 0 });
  expect((await quote(capture)).text).toContain('400.417');
  const [event] = await app.query(`select data from outbox where type = 'capture.repaid_early'`);
  expect(event?.['data']).toMatchObject({ totalAmount: total, paidAmount: total, savedAmount: saved });
});

it('is repaid in part: the next installments are paid, the costs of all that are left fall, and the whole costs as much less', async () => {
  const capture = await bought(plan);
  const before = await rowsOf(capture);
  await advance(app, 'NO', days(20));
  const { totalAmount: total } = (await quote(capture)).body as { totalAmount: number };
  const part = (await quote(capture, undefined, 2500)).body as unknown as Part;
  expect(part).toMatchObject({ totalAmount: total, amount: 2500, paymentReference: expect.stringMatching(/^[\d ]{7,}$/) });
  expect(part.savedAmount).toBeGreaterThan(0);
  const paid = await pay(capture, 2500, { earlyRepayment: true });
  expect(paid.body, paid.text).toMatchObject({ amount: 2500, remainingAmount: part.remainingAmount });
  const after = await rowsOf(capture);
  expect(after.map(({ due }) => due)).toEqual(before.map(({ due }) => due));
  const costs = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.interest + row.fee, 0);
  expect(costs(before) - costs(after)).toBe(Math.round(part.savedAmount * 100));
  expect((await quote(capture)).body['totalAmount']).toBeCloseTo(total - 2500, 6);
  const open = after.filter((row) => row.principal + row.interest + row.fee > row.paid);
  expect(part.installments.map((row) => [row.dueDate, row.amount])).toEqual(
    open.map((row) => [row.due, (row.principal + row.interest + row.fee - row.paid) / 100]),
  );
  const [event] = await app.query(`select data from outbox where type = 'capture.repaid_early' and subject = $1`, capture);
  expect(event?.['data']).toMatchObject({ totalAmount: total, paidAmount: 2500, savedAmount: part.savedAmount });
  const everything = await pay(capture, Math.round((total - 2500) * 100) / 100, { earlyRepayment: true });
  expect(everything.body, everything.text).toMatchObject({ remainingAmount: 0 });
});

it('counts as early without a word where more is paid than what is due and the next installment, or just the total', async () => {
  const [one, other] = [await bought(plan), await bought(plan)];
  const rows = await rowsOf(one);
  const next = (rows[0]?.principal ?? 0) + (rows[0]?.interest ?? 0) + (rows[0]?.fee ?? 0);
  const all = rows.reduce((sum, row) => sum + row.principal + row.interest + row.fee, 0);
  await advance(app, 'NO', days(10));
  // The next installment some days before its day is what was asked for: nothing changes.
  expect((await pay(one, next / 100)).body['remainingAmount']).toBe((all - next) / 100);
  const second = (rows[1]?.principal ?? 0) + (rows[1]?.interest ?? 0) + (rows[1]?.fee ?? 0);
  const paid = (await pay(one, (second + 10_000) / 100)).body as { remainingAmount: number };
  expect(paid.remainingAmount).toBeLessThan((all - next - second - 10_000) / 100);
  // Just what everything costs on the day; and the plan's sum is more than is owed.
  const { totalAmount: total } = (await quote(other)).body as { totalAmount: number };
  const plans = await pay(other, all / 100);
  expect([plans.status, plans.text]).toEqual([409, expect.stringContaining('400.297')]);
  expect(plans.text).toContain(total.toFixed(2));
  expect((await pay(other, total)).body).toMatchObject({ remainingAmount: 0 });
});

it('by a bank transfer of the whole plan is booked with what it costs on its day; the rest waits to be sent back', async () => {
  const capture = await bought(plan);
  const rows = await rowsOf(capture);
  await advance(app, 'NO', days(10));
  const all = rows.reduce((sum, row) => sum + row.principal + row.interest + row.fee, 0) / 100;
  const { totalAmount: total, savedAmount: saved } = (await quote(capture)).body as { totalAmount: number; savedAmount: number };
  const [row] = await app.query('select payment_reference from captures where number = $1', capture);
  const movement = { amount: all.toFixed(2), currency: 'NOK', on: await today(), reference: String(row?.['payment_reference']) };
  const headers = { 'content-type': 'application/xml' };
  const file = camt([{ ...movement, bankReference: 'E-1' }], { id: 'E' });
  const brought = await app.ask('POST', '/admin/v1/bank-statements', file, { ...operator, headers });
  expect(brought.body, brought.text).toMatchObject({ entries: 1, waiting: 1 });
  const list = `/admin/v1/bank-entries?state=all&importId=${String(brought.body['importId'])}`;
  const [entry] = (await app.ask('GET', list, undefined, operator)).body['entries'] as Json[];
  expect(entry).toMatchObject({ state: 'Open', why: 'rest', bookedAmount: total });
  expect((await quote(capture)).text).toContain('400.417');
  expect(saved).toBeCloseTo(all - total, 6);
});

it('gives back of fees that were paid before what falls on the time that remains', async () => {
  const capture = await bought(plan);
  const from = await today();
  const [first] = await rowsOf(capture);
  expect((await pay(capture, ((first?.principal ?? 0) + (first?.interest ?? 0) + (first?.fee ?? 0)) / 100)).status).toBe(200);
  await advance(app, 'NO', days(3));
  const { total } = owedOn(await today(), from, await rowsOf(capture));
  expect((await quote(capture)).body['totalAmount']).toBe(total);
  expect((await pay(capture, total, { earlyRepayment: true })).body).toMatchObject({ remainingAmount: 0, feeAmount: 0 });
  const [row] = await app.query('select * from cost_returns where capture_number = $1', capture);
  expect(Number(row?.['interest_minor']) + Number(row?.['fee_minor'])).toBeGreaterThan(0);
});

it('of a part is refused once everything is due, with the amount that is', async () => {
  const capture = await bought(plan);
  await advance(app, 'NO', days(400));
  const { totalAmount } = (await quote(capture)).body as { totalAmount: number };
  for (const wrong of [await quote(capture, undefined, 25), await pay(capture, 25, { earlyRepayment: true })]) {
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('400.416')]);
    expect(wrong.text).toContain(totalAmount.toFixed(2));
  }
  expect((await pay(capture, 25)).status).toBe(200);
});

it('is quoted for a day to come, and refused for one that is over, of an invoice, and of what is not there', async () => {
  const capture = await bought(plan);
  const from = await today();
  const later = new Date((dayNumber(from) + 100) * 86_400_000).toISOString().slice(0, 10);
  expect((await quote(capture, later)).body['totalAmount']).toBe(owedOn(later, from, await rowsOf(capture)).total);
  expect((await quote(capture, '2020-01-01')).status).toBe(400);
  expect((await quote(capture, 'tomorrow')).status).toBe(400);
  expect((await quote('1')).status).toBe(404);
  const invoice = await bought({ type: 'Invoice' });
  expect((await quote(invoice)).text).toContain('400.417');
  expect((await pay(invoice, 6000, { earlyRepayment: true })).text).toContain('400.417');
});
