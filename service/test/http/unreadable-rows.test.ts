// One row that cannot be read, as after a wrong restore or a lost key, is reported, and keeps nothing behind it waiting.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookEntries } from '../../src/bank/book-entries.ts';
import { importStatement } from '../../src/bank/import-statement.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { authorized, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { camt, type Movement } from '../support/camt.ts';
import { todayIn } from '../support/days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const unreadable = '2.deadbeef.AAAA.BBBB';

it('a bank entry that cannot be opened, or booked, holds up neither the others nor what the bank took back, nor the next page', async () => {
  const on = todayIn('DE');
  const order = await authorized(app, 10_000);
  await app.ask('POST', path(order, '/captures'));
  const [capture] = (await app.ask('GET', path(order))).body['captures'] as Json[];
  const strange = Array.from({ length: 502 }, (_each, index): Movement => ({ amount: '1', on, bankReference: `S${index}` }));
  const back: Movement = { amount: '2', on, debit: true, returnReason: 'AC04', endToEndId: 'DD-strange', bankReference: 'back' };
  const paid: Movement = { amount: '100', on, reference: String(capture?.['ocr']), bankReference: 'paid' };
  const brought = await importStatement(app.deps, Buffer.from(camt([back, ...strange, paid])), 'test');
  if (brought instanceof Refusal) throw new Error(brought.notices[0].id);
  // Where it is to be booked was lost, and what it says.
  await app.query(`update bank_entries set state = 'Booking' where bank_reference = 'S0'`);
  await app.query(`update bank_entries set details = $1 where bank_reference = 'S1'`, unreadable);
  await expect(bookEntries(app.deps, brought.id, () => false)).rejects.toThrow('2 bank entries could not be booked');
  const states = await app.query(`select state, count(*)::int as count from bank_entries group by state order by state`);
  expect(states).toEqual([
    { state: 'Booked', count: 1 },
    { state: 'Booking', count: 1 },
    { state: 'New', count: 1 },
    { state: 'Open', count: 501 },
  ]);
});
