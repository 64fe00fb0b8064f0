// Money of one person is not taken for another's, nor a thousand for one, nor one merchant's account for another's: what cannot be told
// waits for a person.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, authorizeBody, authorized, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { camt } from '../support/camt.ts';
import { todayIn } from '../support/days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const today = (): string => todayIn('DE');
const bring = (file: string): Promise<Answer> => app.ask('POST', '/admin/v1/bank-statements', file, operator);
const entriesOf = async ({ body }: Answer): Promise<Json[]> => {
  const query = `state=all&importId=${String(body['importId'])}`;
  return (await app.ask('GET', `/admin/v1/bank-entries?${query}`, undefined, operator)).body['entries'] as Json[];
};

interface Captured {
  readonly order: string;
  readonly reference: string;
  readonly key: string;
}
async function captured(cents: number, country: 'DE' | 'AT' = 'DE'): Promise<Captured> {
  const key = `sandbox-${country.toLowerCase()}`;
  let order: string;
  if (country === 'DE') order = await authorized(app, cents);
  else {
    const body = authorizeBody(country, {});
    await app.ask('POST', '/api/v3/checkout/authorize', body, { key });
    order = body.order.number;
  }
  await app.ask('POST', path(order, '/captures'), undefined, { key });
  const [capture] = (await app.ask('GET', path(order), undefined, { key })).body['captures'] as Json[];
  return { order, reference: String(capture?.['ocr']), key };
}
const balance = async ({ order, key }: Captured): Promise<unknown> =>
  ((await app.ask('GET', path(order, '/captures'), undefined, { key })).body['captures'] as Json[])[0]?.['balance'];

describe('an entry of a CSV file', () => {
  const columns = 'bookingDate;amount;currency;reference;name;bankReference;endToEndId';

  it('whose bank writes a word instead of its number is told from another’s by the words', async () => {
    const [a, b] = [await captured(4_990), await captured(4_990)];
    const line = ({ reference }: Captured, name: string) =>
      `${columns}\n${today()};49.90;EUR;${reference};${name};NONREF;NOTPROVIDED\n`;
    expect((await bring(line(a, 'Anna'))).body).toMatchObject({ booked: 1, repeated: 0 });
    const second = await bring(line(b, 'Berta'));
    expect(second.body).toMatchObject({ booked: 1, repeated: 0 });
    expect([await balance(a), await balance(b)]).toEqual([0, 0]);
    const [entry] = await entriesOf(second);
    expect([entry?.['bankReference'], entry?.['endToEndId']]).toEqual([undefined, undefined]);
    // The same entry in another file is still the same.
    expect((await bring(`${line(b, 'Berta')}\n`)).body).toMatchObject({ booked: 0, repeated: 1 });
  });

  it('with three decimals is none: the point may separate thousands', async () => {
    const debt = await captured(150);
    const file = (amount: string, currency = 'EUR') =>
      `${columns}\n${today()};${amount};${currency};${debt.reference};;T${amount};\n`;
    for (const amount of ['1.500', '-1.500', '1.50000', '1.505']) {
      const answer = await bring(file(amount));
      expect([answer.status, answer.messages[0]?.['message']]).toEqual([400, expect.stringContaining('the amount in line 2')]);
    }
    // A dinar has three.
    expect((await bring(file('1.500', 'KWD'))).body).toMatchObject({ waiting: 1 });
    expect((await bring(file('1.50'))).body).toMatchObject({ booked: 1 });
    expect(await balance(debt)).toBe(0);
  });
});

describe('equal entries without a number of the bank', () => {
  const movement = ({ reference }: Captured) => ({ amount: '10', reference, on: today(), name: 'Anna' });
  const counts = async (statements: Parameters<typeof camt>[0], id: string) => {
    const { body } = await bring(camt(statements, { id }));
    return [body['entries'], body['booked'], body['repeated'], body['waiting']];
  };

  it('are each money of their own in one file, and wait in another statement, which may overlap or hold other payments', async () => {
    const debt = await captured(10_000);
    const each = movement(debt);
    expect(await counts([[each, each], [each]], 'one')).toEqual([3, 3, 0, 0]);
    expect(await balance(debt)).toBe(70);
    // The same movements in a file of another name, and parts of them.
    expect(await counts([[each, each], [each]], 'two')).toEqual([3, 0, 0, 3]);
    expect(await counts([each, each], 'three')).toEqual([2, 0, 0, 2]);
    // The same statements in files that are not the same.
    expect((await bring(`${camt([[each, each], [each]], { id: 'one' })}\n`)).body).toMatchObject({ booked: 0, repeated: 3 });
    expect((await bring(`${camt([each, each], { id: 'three' })}\n`)).body).toMatchObject({ booked: 0, repeated: 2, waiting: 0 });
    expect(await balance(debt)).toBe(70);
  });

  it('of another statement are booked or closed by a person, once', async () => {
    const debt = await captured(10_000);
    const each = movement(debt);
    expect(await counts([each], 'morning')).toEqual([1, 1, 0, 0]);
    const evening = await bring(camt([each, { ...each, amount: '20' }], { id: 'evening' }));
    expect(evening.body).toMatchObject({ entries: 2, booked: 1, repeated: 0, waiting: 1 });
    const [waits] = (await entriesOf(evening)).filter(({ state }) => state === 'Open');
    expect(waits).toMatchObject({ why: 'alike', amount: 10, name: 'Anna', references: [debt.reference] });
    const [{ id: merchantId } = {}] = await app.query(`select id from merchants where country = 'DE'`);
    const captures = (await app.ask('GET', path(debt.order), undefined, { key: debt.key })).body['captures'] as Json[];
    const at = `/admin/v1/bank-entries/${String(waits?.['entryId'])}/assign`;
    const body = { merchantId, captureNumber: captures[0]?.['captureNumber'], reason: 'Paid twice that day' };
    expect((await app.ask('POST', at, body, operator)).body).toMatchObject({ state: 'Booked' });
    expect((await app.ask('POST', at, body, operator)).status).toBe(409);
    const again = await bring(`${camt([each, { ...each, amount: '20' }], { id: 'evening' })}\n`);
    expect(again.body).toMatchObject({ entries: 2, booked: 0, repeated: 2, waiting: 0 });
    expect(await balance(debt)).toBe(60);
  });

  it('count once where a statement is in a file twice, or the bank gave them one number', async () => {
    const debt = await captured(10_000);
    const each = movement(debt);
    const twice = camt(
      [
        [each, each],
        [each, each],
      ],
      { id: 'twice' },
    ).replace('<Id>twice2</Id>', '<Id>twice1</Id>');
    expect((await bring(twice)).body).toMatchObject({ entries: 4, booked: 2, repeated: 2 });
    const numbered = { ...each, bankReference: 'N-1' };
    expect(await counts([[numbered], [numbered]], 'numbered')).toEqual([2, 1, 1, 0]);
    expect(await balance(debt)).toBe(70);
  });
});

describe('money on an account', () => {
  it('that is another merchant’s alone waits, whatever it names', async () => {
    const austrian = await captured(0, 'AT');
    const owed = await balance(austrian);
    const rows = await app.query(
      `select country, contract->'payee'->'ibans'->>'EUR' as iban from merchants where country in ('DE', 'AT')`,
    );
    const accountOf = (country: string): string => String(rows.find((row) => row['country'] === country)?.['iban']);
    expect(accountOf('DE')).not.toBe(accountOf('AT'));
    const movement = { amount: '10', reference: austrian.reference, on: todayIn('AT') };
    const german = await bring(camt([{ ...movement, bankReference: 'G1' }], { account: accountOf('DE') }));
    expect(await entriesOf(german)).toMatchObject([{ state: 'Open', why: 'other_account' }]);
    expect(await balance(austrian)).toBe(owed);
    // An account of no merchant may be one that takes the money of all.
    const common = await bring(camt([{ ...movement, bankReference: 'G2' }], { account: 'FR7630006000011234567890189' }));
    const own = await bring(camt([{ ...movement, bankReference: 'G3' }], { account: accountOf('AT') }));
    expect([common.body, own.body]).toMatchObject([{ booked: 1 }, { booked: 1 }]);
  });
});
