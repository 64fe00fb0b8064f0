// What a bank takes back of a direct debit is owed again, or waits for a person: money that is gone never stays booked, and none that
// left twice is closed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { beginAt, type Json, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import type { Movement } from '../support/camt.ts';
import { Debits, type Debt, installments, invoice } from '../support/debits.ts';

let app: TestApp;
let debits: Debits;
beforeAll(async () => {
  app = await startApp();
  const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
  debits = new Debits(app, String(merchant?.['id']));
  await beginAt(app, 'DE', '2027-01-31T10:00:00Z');
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

interface Asked {
  readonly debt: Debt;
  readonly endToEndId: string;
  readonly back: Movement;
}
const asked = async (amount: number): Promise<Asked> => {
  const debt = await debits.captured(invoice, amount);
  const [one] = await debits.collect(debt, '2027-12-31');
  const endToEndId = String(one?.['endToEndId']);
  return { debt, endToEndId, back: { amount: String(amount), debit: true, endToEndId, returnReason: 'AM04' } };
};
const assign = (entry: unknown, { capture }: Debt, amount?: number) =>
  debits.admin(`/bank-entries/${String(entry)}/assign`, {
    merchantId: debits.merchantId,
    captureNumber: capture,
    reason: 'of the file of January',
    ...(amount !== undefined && { amount }),
  });
const stateOf = async ({ endToEndId }: Asked): Promise<unknown> =>
  (await app.query('select state from collections where end_to_end_id = $1', endToEndId))[0]?.['state'];

describe('a sum that a person assigns', () => {
  it('without an amount is of the direct debit that it covers: what of it comes back is owed again', async () => {
    const [one, other] = [await asked(65), await asked(66)];
    const [entry] = await debits.bring({ amount: '131', batchOf: 2 });
    for (const { debt } of [one, other]) {
      const assigned = await assign(entry?.['entryId'], debt);
      expect(assigned.status, assigned.text).toBe(200);
    }
    expect([await stateOf(one), await stateOf(other)]).toEqual(['Collected', 'Collected']);
    expect(await debits.bring(one.back)).toMatchObject([{ state: 'Booked', bookedAmount: 65 }]);
    expect([await debits.balance(one.debt), await debits.balance(other.debt)]).toEqual([65, 0]);
  });

  it('is of it also where less was owed by then than was asked for', async () => {
    const one = await asked(71);
    await debits.bring({ amount: '30', texts: [await debits.referenceOf(one.debt)] });
    const [entry] = await debits.bring({ amount: '140', batchOf: 2 });
    expect((await assign(entry?.['entryId'], one.debt)).body).toMatchObject({ state: 'Open', bookedAmount: 41 });
    expect(await debits.bring(one.back)).toMatchObject([{ state: 'Open', why: 'rest', bookedAmount: 41 }]);
    expect(await debits.balance(one.debt)).toBe(41);
  });

  it('in another amount may be: its return waits for a person, and the direct debit is over', async () => {
    const one = await asked(80);
    const [entry] = await debits.bring({ amount: '79.50' });
    expect((await assign(entry?.['entryId'], one.debt)).status).toBe(200);
    expect(await stateOf(one)).toBe('Exported');
    expect(await debits.bring(one.back)).toMatchObject([{ state: 'Open', why: 'returned', bookedAmount: 0 }]);
    expect(await stateOf(one)).toBe('Returned');
    expect(await debits.balance(one.debt)).toBe(0.5);
    const [row] = await app.query('select debit_returned_on::text as day from captures where number = $1', one.debt.capture);
    expect(row).toEqual({ day: '2027-01-31' });
  });
});

describe('a credit of another amount than its direct debit was asked for in', () => {
  it('is booked where less came, the direct debit is over, and a person sees that something stays open', async () => {
    const one = await asked(84);
    const [credit] = await debits.bring({ amount: '83.50', endToEndId: one.endToEndId });
    expect(credit).toMatchObject({ state: 'Open', why: 'collected_less', bookedAmount: 83.5, remainingAmount: 0 });
    expect([await debits.balance(one.debt), await stateOf(one)]).toEqual([0.5, 'Collected']);
    const closing = { as: 'Ignored', reason: 'Charges of the bank' };
    const closed = await debits.admin(`/bank-entries/${String(credit?.['entryId'])}/close`, closing);
    expect(closed.body, closed.text).toMatchObject({ state: 'Ignored', bookedAmount: 83.5 });
    // All that was debited goes back: of that 83.50 were booked.
    expect(await debits.bring(one.back)).toMatchObject([{ state: 'Open', why: 'rest', bookedAmount: 83.5 }]);
    expect([await debits.balance(one.debt), await stateOf(one)]).toEqual([84, 'Returned']);
  });

  it('pays what was asked for where more came, and the rest waits, also where another installment is open', async () => {
    const debt = await debits.captured(installments, 120);
    const [first] = await debits.collect(debt, '2027-03-01');
    const one = { debt, endToEndId: String(first?.['endToEndId']), back: { amount: '0' } };
    const before = Number(await debits.balance(debt));
    const amount = Number(first?.['amount']);
    const [credit] = await debits.bring({ amount: (amount + 5).toFixed(2), endToEndId: one.endToEndId });
    expect(credit).toMatchObject({ state: 'Open', why: 'rest', bookedAmount: amount, remainingAmount: 5 });
    expect(await stateOf(one)).toBe('Collected');
    expect(Number(await debits.balance(debt))).toBeCloseTo(before - amount, 2);
  });

  it('that waits since before is of it where a person assigns it', async () => {
    const one = await asked(85);
    const become = (state: string) =>
      app.query('update collections set state = $2 where end_to_end_id = $1', one.endToEndId, state);
    // Nothing is known of one that is no longer asked for, as nothing was of another amount.
    await become('Collected');
    const [credit] = await debits.bring({ amount: '84', endToEndId: one.endToEndId });
    // The drawn id may look like a reference or not.
    expect(credit).toMatchObject({ state: 'Open', why: expect.stringMatching(/^(no|unknown)_reference$/), bookedAmount: 0 });
    await become('Exported');
    expect((await assign(credit?.['entryId'], one.debt)).body).toMatchObject({ state: 'Booked', bookedAmount: 84 });
    expect([await debits.balance(one.debt), await stateOf(one)]).toEqual([1, 'Collected']);
  });
});

describe('a direct debit that was no longer owed', () => {
  const paidBeside = async (amount: number) => {
    const one = await asked(amount);
    const transfer = { amount: String(amount), texts: [await debits.referenceOf(one.debt)] };
    expect(await debits.bring(transfer)).toMatchObject([{ state: 'Booked' }]);
    const [credit] = await debits.bring({ amount: String(amount), endToEndId: one.endToEndId });
    expect(credit).toMatchObject({ state: 'Open', why: 'settled' });
    return { ...one, credit: String(credit?.['entryId']) };
  };

  it('waits, and so does its return: both may have been sent back', async () => {
    const one = await paidBeside(50);
    const sent = await debits.admin(`/bank-entries/${one.credit}/close`, { as: 'SentBack', reason: 'Paid twice' });
    expect(sent.status, sent.text).toBe(200);
    const back = { ...one.back, returnReason: 'MD06' };
    expect(await debits.bring(back)).toMatchObject([{ state: 'Open', why: 'returned', bookedAmount: 0, bookings: [] }]);
    expect([await debits.balance(one.debt), await stateOf(one)]).toEqual([0, 'Returned']);
  });

  it('and that a person assigned to another debt is not taken from that one', async () => {
    const [one, other] = [await paidBeside(51), await debits.captured(invoice, 90)];
    expect((await assign(one.credit, other)).body).toMatchObject({ state: 'Booked' });
    expect(await debits.bring(one.back)).toMatchObject([{ state: 'Open', why: 'returned', bookedAmount: 0 }]);
    expect([await debits.balance(one.debt), await debits.balance(other)]).toEqual([0, 39]);
  });
});

describe('an installment that came back and was collected at the second try', () => {
  it('lets what falls due from then on be debited again', async () => {
    const debt = await debits.captured(installments, 120);
    const [first] = await debits.collect(debt, '2027-03-01');
    const amount = String(first?.['amount']);
    await debits.bring({ amount, debit: true, endToEndId: String(first?.['endToEndId']), returnReason: 'AM04' });
    expect(await debits.collect(debt, '2027-04-01')).toEqual([]);
    const [second] = (await debits.again(debt, { installment: 1 })).body['collections'] as Json[];
    expect(await debits.bring({ amount, endToEndId: String(second?.['endToEndId']) })).toMatchObject([{ state: 'Booked' }]);
    const next = await debits.collect(debt, '2027-04-01');
    expect(next).toMatchObject([{ installment: 2, sequenceType: 'RCUR' }]);
    expect(await debits.collect(debt, '2027-04-01')).toEqual([]);
  });
});

describe('a payment that an operator takes back', () => {
  const takeBack = (transactionId: string, returnedOn: string) =>
    debits.of(`/payments/${transactionId}/return`, { returnedOn, reason: 'with charges' });

  it('of a direct debit is its return: it may be asked for once more', async () => {
    const one = await asked(83);
    const [credit] = await debits.bring({ amount: '83', endToEndId: one.endToEndId });
    expect(await debits.bring({ ...one.back, amount: '86.50' })).toMatchObject([{ state: 'Open', why: 'returned' }]);
    const [booking] = (credit?.['bookings'] ?? []) as Json[];
    const taken = await takeBack(String(booking?.['transactionId']), '2027-01-31');
    expect(taken.status, taken.text).toBe(200);
    expect([await debits.balance(one.debt), await stateOf(one)]).toEqual([83, 'Returned']);
    expect((await takeBack(String(booking?.['transactionId']), '2027-01-31')).body).toEqual(taken.body);
    const again = await debits.again(one.debt);
    expect(again.body['collections'], again.text).toMatchObject([{ amount: 83, state: 'Exported' }]);
    const rows = await app.query(
      "select type from outbox where subject = $1 order by (data->'resource'->>'version')::int",
      one.debt.capture,
    );
    expect(rows.map(({ type }) => type).slice(-3)).toEqual([
      'capture.collection_returned',
      'capture.payment_returned',
      'capture.collection_exported',
    ]);
  });

  it('came back on no day before it came, and on none that lies ahead', async () => {
    const debt = await debits.captured(invoice, 20);
    const payment = { captureNumber: debt.capture, amount: 20, valueDate: '2027-01-31', transactionId: 'dated' };
    expect((await debits.of('/payments', payment)).status).toBe(200);
    for (const day of ['2027-01-30', '2027-02-01', '2036-01-01']) {
      const refused = await takeBack('dated', day);
      expect([refused.status, refused.messages]).toMatchObject([400, [{ code: '400.003', fieldReference: 'returnedOn' }]]);
    }
    expect(await debits.balance(debt)).toBe(0);
    const taken = await takeBack('dated', '2027-01-31');
    expect(taken.status, taken.text).toBe(200);
    // The same again is answered as before, whatever day it says.
    expect((await takeBack('dated', '2036-01-01')).body).toEqual(taken.body);
  });
});
