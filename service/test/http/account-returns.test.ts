// Money that goes back from a customer account, as a bank statement says: a person names the payment, which is owed again, once; what the
// entry says beyond that waits, and no second entry is closed by it.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '../support/accounts.ts';
import { beginAt, type Json, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import type { Movement } from '../support/camt.ts';
import { Debits, invoice } from '../support/debits.ts';

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

interface Paid {
  readonly number: string;
  /** Under which the credit was booked. */
  readonly transactionId: string;
}
/** An account with a credit of a bank statement. */
async function paid(amount: string, over: Json = {}): Promise<Paid> {
  const number = await openAccount(app, 'DE', 500, over);
  const [row] = await app.query('select ocr from accounts where number = $1', number);
  const [credit] = await debits.bring({ amount, reference: String(row?.['ocr']) });
  const [booking] = (credit?.['bookings'] ?? []) as Json[];
  return { number, transactionId: String(booking?.['transactionId']) };
}
const back = (amount: string, over: Partial<Movement> = {}): Movement => ({
  amount,
  debit: true,
  returnReason: 'FOCR',
  ...over,
});
const assign = (entry: Json | undefined, { number: accountNumber, transactionId }: Paid, over: Json = {}) =>
  debits.admin(`/bank-entries/${String(entry?.['entryId'])}/assign`, {
    merchantId: debits.merchantId,
    accountNumber,
    transactionId,
    reason: 'Recalled by the payer',
    ...over,
  });
const balance = async ({ number }: Paid): Promise<unknown> => (await debits.of(`/accounts/${number}`)).body['balance'];

describe('a payment on an account that the bank took back', () => {
  it.each([
    ['a return', {}],
    ['a reversal', { returnReason: undefined, reversal: true }],
    ['a transfer of the operator', { returnReason: undefined }],
  ])('by %s is owed again once a person names it, and its entry is booked', async (_name, over) => {
    const one = await paid('25.50');
    expect(await balance(one)).toBe(-25.5);
    const [entry] = await debits.bring(back('25.50', over as Partial<Movement>));
    expect(entry).toMatchObject({ state: 'Open', bookedAmount: 0 });
    const answer = await assign(entry, one);
    expect([answer.status, answer.body], answer.text).toMatchObject([
      200,
      {
        state: 'Booked',
        bookedAmount: 25.5,
        bookings: [{ accountNumber: one.number, amount: 25.5, undoes: one.transactionId }],
        reason: 'Recalled by the payer',
      },
    ]);
    expect(await balance(one)).toBe(0);
    const { body } = await debits.of(`/accounts/${one.number}/entries`);
    expect((body['entries'] as Json[]).at(-1)).toMatchObject({ kind: 'PaymentReturned', valueDate: '2027-01-31' });
    const [payment] = await app.query('select return_reference from account_payments where account_number = $1', one.number);
    expect(payment).toEqual({ return_reference: `bank-${String(entry?.['entryId'])}-1` });
    const [audited] = await app.query(
      `select actor, reason from audit where account_number = $1 and operation = 'returnAccountPayment'`,
      one.number,
    );
    expect(audited).toMatchObject({ reason: 'Recalled by the payer' });
  });

  it('with charges leaves these waiting', async () => {
    const one = await paid('20');
    const [entry] = await debits.bring(back('23.50'));
    expect((await assign(entry, one)).body).toMatchObject({ state: 'Open', why: 'rest', bookedAmount: 20, remainingAmount: 3.5 });
    expect(await balance(one)).toBe(0);
  });

  it('closes no second entry, nor one after a person took it back; and is booked by one of several at a time', async () => {
    const one = await paid('30');
    const [first, second] = await debits.bring(back('30'), back('30'));
    const answers = await Promise.all([first, second, first, second].map((entry) => assign(entry, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance(one)).toBe(0);
    const states = await app.query(
      'select state from bank_entries where id = any($1::uuid[]) order by state',
      `{${[first, second].map((entry) => String(entry?.['entryId'])).join(',')}}`,
    );
    expect(states.map(({ state }) => state)).toEqual(['Booked', 'Open']);
    const byHand = await paid('31');
    const taken = { returnedOn: '2027-01-31', reason: 'by hand' };
    expect((await debits.of(`/accounts/${byHand.number}/payments/${byHand.transactionId}/return`, taken)).status).toBe(200);
    const [late] = await debits.bring(back('31'));
    const refused = await assign(late, byHand);
    expect([refused.status, refused.messages[0]?.['code']]).toEqual([409, '400.440']);
    expect(await balance(byHand)).toBe(0);
  });

  it('is booked once where the process died between book and statement', async () => {
    const one = await paid('35');
    const [entry] = await debits.bring(back('35'));
    const first = await assign(entry, one);
    const target = { merchantId: debits.merchantId, kind: 'account', number: one.number, orderNumber: null, amountMinor: '3500' };
    await app.query(
      `update bank_entries set state = 'Booking', bookings = '[]', booked_minor = 0, target = $2::json where id = $1::uuid`,
      String(entry?.['entryId']),
      JSON.stringify({ ...target, turn: 1, undoes: one.transactionId }),
    );
    expect((await debits.admin('/jobs/book-bank-entries/run', {})).status).toBe(200);
    const after = await debits.admin('/bank-entries?state=Booked&limit=200');
    expect((after.body['entries'] as Json[]).find(({ entryId }) => entryId === entry?.['entryId'])).toEqual(first.body);
    expect(await balance(one)).toBe(0);
  });

  it('of a holder who was erased is booked, and its entry waits for a person', async () => {
    const one = await paid('10', { customerNumber: 'recalled-later' });
    // Nothing is owed either way.
    const event = { eventType: 'Purchase', time: '2027-01-31T09:00:00Z', totalAmount: 10, currency: 'EUR', countryCode: 'DE' };
    const bought = await app.ask('POST', `/api/v3/customer-account/${one.number}/event`, {
      ...event,
      conversationLanguage: 'DE',
    });
    expect(bought.body['eventAdded'], bought.text).toBe(true);
    const erased = await debits.of('/persons/erase', { customerNumber: 'recalled-later', reason: 'asked for' });
    expect(erased.status, erased.text).toBe(200);
    const [entry] = await debits.bring(back('10'));
    expect((await assign(entry, one)).body).toMatchObject({ state: 'Open', why: 'debtor_erased', bookedAmount: 10 });
  });
});

it('what is no return of a payment on the account is refused', async () => {
  const one = await paid('40');
  const other = await paid('41');
  const debt = await debits.captured(invoice, 20);
  const brought = async (movement: Movement): Promise<Json | undefined> => (await debits.bring(movement))[0];
  const [whole, part, credit] = [await brought(back('40')), await brought(back('39.99')), await brought({ amount: '40' })];
  const francs = await brought(back('40', { currency: 'CHF' }));
  const early = await brought(back('40', { on: '2027-01-30' }));
  for (const [entry, over, code, field] of [
    [credit, {}, '400.441', 'entryId'],
    [part, {}, '400.343', 'amount'],
    [francs, {}, '400.344', 'entryId'],
    [early, {}, '400.003', 'entryId'],
    [whole, { amount: 20 }, '400.003', 'amount'],
    [whole, { transactionId: 'none' }, '400.347', 'transactionId'],
    [whole, { transactionId: other.transactionId }, '400.347', 'transactionId'],
    [whole, { accountNumber: '0100.0000008' }, '400.300', 'accountNumber'],
    [whole, { accountNumber: undefined, captureNumber: debt.capture }, '400.002', 'accountNumber'],
    [whole, { transactionId: undefined }, '400.345', 'entryId'],
  ] as const) {
    const answer = await assign(entry, one, over);
    expect([answer.messages[0]?.['code'], answer.messages[0]?.['fieldReference']], answer.text).toEqual([code, field]);
  }
  expect(await balance(one)).toBe(-40);
  expect((await assign(whole, one, { amount: 40 })).body).toMatchObject({ state: 'Booked' });
});
