// Who left it to us to collect is asked for nothing that is being collected.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advance, beginAt, item, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { Debits, type Debt, installments } from '../support/debits.ts';
import { canLook, textOf } from '../support/pages.ts';

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

const days = (count: number) => advance(app, 'DE', { advanceSeconds: count * 86_400 });
const overdue = async ({ capture }: Debt): Promise<Json | undefined> =>
  ((await debits.of('/overdue?limit=200')).body['overdue'] as Json[]).find((each) => each['captureNumber'] === capture);
const lettersOf = async (debt: Debt) => ((await overdue(debt))?.['reminders'] ?? []) as Json[];
const read = async (url: unknown): Promise<string> =>
  textOf(
    (await app.app.inject({ method: 'GET', url: new URL(String(url)).pathname, headers: { 'x-auth-key': 'sandbox-de' } }))
      .rawPayload,
  ).join('\n');

describe('installments, of which the second is asked of the bank when the first comes back', () => {
  it.runIf(canLook)('are asked for without it by the letter and its copy, and by what is left on a credit note', async () => {
    const debt = await debits.captured(installments, 120);
    const [first] = await debits.collect(debt, '2027-03-01');
    await days(30);
    const amount = Number(first?.['amount']);
    const of = (asked: Json | undefined) => ({
      amount: amount.toFixed(2),
      endToEndId: String(asked?.['endToEndId']),
      on: '2027-03-02',
    });
    expect(await debits.bring(of(first))).toMatchObject([{ state: 'Booked' }]);
    await days(25);
    const [second] = await debits.collect(debt, '2027-04-01');
    expect(second).toMatchObject({ installment: 2 });
    const back = { ...of(first), debit: true, returnReason: 'AM04', on: '2027-03-27' };
    expect(await debits.bring(back)).toMatchObject([{ state: 'Booked' }]);
    await days(12);
    // From Saturday, the 27th, on; Monday is a holiday.
    expect(await lettersOf(debt)).toMatchObject([{ level: 1, amount, date: '2027-04-05' }]);
    expect(await overdue(debt)).toMatchObject({ overdueAmount: 2 * amount, daysOverdue: 9 });
    const refunded = await app.ask('POST', path(debt.order, '/refunds'), {
      captureNumber: debt.capture,
      items: [item('DE', 'SOFA', 900)],
    });
    expect(refunded.status, refunded.text).toBe(200);
    const story = (await debits.of(`/orders/${debt.order}`)).body;
    const [capture] = story['captures'] as Json[];
    const open = ((capture?.['installments'] ?? []) as Json[]).map(({ openAmount }) => Number(openAmount));
    const [note, letter] = [(story['refunds'] as Json[])[0]?.['url'], (await lettersOf(debt))[0]?.['url']];
    const asked = `${open[0]?.toFixed(2).replace('.', ',')} EUR`;
    expect(await read(note)).toMatch(new RegExp(`Was am 31.03.2027 .*ziehen wir gerade.*Zu zahlen +${asked}`, 's'));
    expect(await read(letter)).not.toContain('31.03.2027');
  });
});
