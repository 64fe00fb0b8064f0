// What collecting may cost in the Netherlands where one consumer is late with several invoices: by the scale of their sum (art. 6:96(7)
// BW), however many letters there are and in any order; and that letters announce no more.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { advance, authorizeBody, beginAt, item, type Json, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { canLook, textOf } from '../support/pages.ts';
import { changePolicy } from '../support/policy.ts';

let app: TestApp;
const shops = new Map<CountryCode, string>();
const operator = { key: 'sandbox-operator' };
const admin = (country: CountryCode, rest: string) => `/admin/v1/merchants/${shops.get(country) ?? ''}${rest}`;
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });

/** Letters on 22 June and 13 July, of what is captured on 1 June: due on 15 June, and the free days are over on 9 July. */
const asks = { firstDays: 7, payWithinDays: 14, secondDays: 21 };

beforeAll(async () => {
  app = await startApp();
  for (const { id, country } of await app.query('select id, country from merchants'))
    shops.set(String(country) as CountryCode, String(id));
  for (const [country, fee] of [
    ['NL', 6775],
    ['DE', 1.2],
  ] as const) {
    await beginAt(app, country, '2026-06-01T10:00:00Z');
    await changePolicy(app, admin(country, ''), { limits: { EUR: { order: 10_000, customer: 50_000 } } });
    await agree(country, { ...asks, fee });
  }
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function agree(country: CountryCode, reminders: Json): Promise<void> {
  const { body } = await app.ask('GET', admin(country, '/contracts/active'), undefined, operator);
  const contract = { ...(body['contract'] as Json), reminders };
  const agreed = await app.ask('POST', admin(country, '/contracts'), { contract, reason: 'What collecting costs' }, operator);
  expect(agreed.status, agreed.text).toBe(200);
}

interface Debt {
  readonly order: string;
  readonly capture: string;
}

async function captured(country: CountryCode, customerNumber: string, amount: number): Promise<Debt> {
  const key = { key: keyOf(country) };
  const who = { customerNumber, email: `${customerNumber}@example.com` };
  const body = authorizeBody(country, { customer: who, items: [item(country, 'LAMP', amount * 100)] });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, key);
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  const { body: made } = await app.ask('POST', path(body.order.number, '/captures'), undefined, key);
  return { order: body.order.number, capture: String(made['captureNumber']) };
}

interface Letter {
  readonly level: number;
  readonly date: string;
  readonly feeAmount: number;
  readonly consumerUrl: string;
}

async function lettersOf(country: CountryCode, { capture }: Debt): Promise<Letter[]> {
  const answer = await app.ask('GET', admin(country, '/overdue?limit=200'), undefined, operator);
  const record = (answer.body['overdue'] as Json[]).find((each) => each['captureNumber'] === capture);
  return (record?.['reminders'] ?? []) as unknown as Letter[];
}

/** What the letters about each of them charged, the least first. */
async function feesOf(country: CountryCode, debts: readonly Debt[]): Promise<number[]> {
  const fees = [];
  for (const debt of debts) fees.push((await lettersOf(country, debt)).reduce((sum, { feeAmount }) => sum + feeAmount, 0));
  return fees.sort((one, other) => one - other);
}

async function pay(country: CountryCode, { capture: captureNumber }: Debt, amount: number): Promise<void> {
  const clock = await app.ask('GET', admin(country, '/clock'), undefined, operator);
  const valueDate = String(clock.body['now']).slice(0, 10);
  const body = { captureNumber, amount, valueDate, transactionId: `pay-${captureNumber}` };
  const paid = await app.ask('POST', admin(country, '/payments'), body, operator);
  expect(paid.body['remainingAmount'], paid.text).toBe(0);
}

const inTurn = async (country: CountryCode, customer: string, amounts: readonly number[]): Promise<Debt[]> => {
  const debts = [];
  for (const amount of amounts) debts.push(await captured(country, customer, amount));
  return debts;
};

const sumOf = (fees: readonly number[]): number => fees.reduce((sum, each) => sum + each, 0);

async function announced({ consumerUrl }: Letter): Promise<string> {
  const { rawPayload } = await app.app.inject({ method: 'GET', url: new URL(consumerUrl).pathname });
  const text = textOf(rawPayload).join(' ').replace(/\s+/g, ' ');
  return /Betaalt u [^.]*incassokosten[^.]*\./.exec(text)?.[0] ?? '';
}

describe('of one consumer who is late with several invoices', () => {
  it('three of 50 cost 40 together, and no letter announces more', async () => {
    const debts = await inTurn('NL', 'three', [50, 50, 50]);
    await advance(app, 'NL', days(45));
    const letters = await Promise.all(debts.map((debt) => lettersOf('NL', debt)));
    expect(letters.map((each) => each.map(({ level }) => level))).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(await feesOf('NL', debts)).toEqual([0, 0, 40]);
    if (!canLook) return;
    const said = await Promise.all(letters.map(([first]) => announced(first as Letter)));
    expect(said.filter((each) => each.includes('40,00'))).toHaveLength(3);
    // The first that was made knew of no other.
    expect(said.filter((each) => each.includes('één keer voor alle facturen samen'))).toHaveLength(2);
  });

  it('500 and 3 000 cost what 3 500 cost', async () => {
    const debts = await inTurn('NL', 'large', [500, 3000]);
    await advance(app, 'NL', days(45));
    const fees = await feesOf('NL', debts);
    expect([fees[0], sumOf(fees)]).toEqual([expect.any(Number), 475]);
    expect(fees[0]).toBeGreaterThan(0);
  });

  it('one that is paid before its second letter is not reckoned with', async () => {
    const [paid, ...left] = (await inTurn('NL', 'paying', [3000, 50, 50])) as [Debt, Debt, Debt];
    await advance(app, 'NL', days(25));
    await pay('NL', paid, 3000);
    await advance(app, 'NL', days(20));
    expect(await feesOf('NL', left)).toEqual([0, 40]);
  });

  it('one that fell due while another was charged and open costs what their sum leaves; one that was late later, its own', async () => {
    const [early] = (await inTurn('NL', 'steady', [50])) as [Debt];
    await advance(app, 'NL', days(30));
    const [second, third] = (await inTurn('NL', 'steady', [50, 500])) as [Debt, Debt];
    await advance(app, 'NL', days(25));
    // Its letter is free still.
    expect(await feesOf('NL', [early, second])).toEqual([0, 40]);
    await pay('NL', early, 90);
    await advance(app, 'NL', days(25));
    expect(await feesOf('NL', [second, third])).toEqual([0, 50]);
    await pay('NL', second, 50);
    await pay('NL', third, 550);
    const [later] = (await inTurn('NL', 'steady', [50])) as [Debt];
    await advance(app, 'NL', days(45));
    expect(await feesOf('NL', [later])).toEqual([40]);
  });

  it('is one consumer also under two names that were merged', async () => {
    const debts = [...(await inTurn('NL', 'left', [50])), ...(await inTurn('NL', 'right', [50]))];
    const into = { into: 'right', reason: 'the same person' };
    const merged = await app.ask('POST', admin('NL', '/customers/left/merge'), into, operator);
    expect(merged.status, merged.text).toBe(200);
    await advance(app, 'NL', days(45));
    expect(await feesOf('NL', debts)).toEqual([0, 40]);
  });

  it('captures of one order are debts of their own, which cost once', async () => {
    const key = { key: keyOf('NL') };
    const body = authorizeBody('NL', { customer: { customerNumber: 'parts' }, items: [item('NL', 'LAMP', 10_000)] });
    await app.ask('POST', '/api/v3/checkout/authorize', body, key);
    const debts = [];
    for (const _part of [1, 2]) {
      const made = await app.ask('POST', path(body.order.number, '/captures'), { orderDetails: part(50) }, key);
      debts.push({ order: body.order.number, capture: String(made.body['captureNumber']) });
    }
    await advance(app, 'NL', days(45));
    expect(await feesOf('NL', debts)).toEqual([0, 40]);
  });
});

it('two consumers owe each their own', async () => {
  const debts = [...(await inTurn('NL', 'one', [50])), ...(await inTurn('NL', 'two', [50]))];
  await advance(app, 'NL', days(45));
  expect(await feesOf('NL', debts)).toEqual([40, 40]);
});

it('in DE each letter costs what it did', async () => {
  const debts = await inTurn('DE', 'three', [50, 50, 50]);
  await advance(app, 'DE', days(45));
  expect(await feesOf('DE', debts)).toEqual([1.2, 1.2, 1.2]);
});
