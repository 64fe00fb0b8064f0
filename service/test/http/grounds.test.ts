// What a person reads of a rejection is what decided: the right check, the kinds of data only where the score decided, and a register
// where the decision goes back to its answer (Directive (EU) 2023/2225 art. 18(8)(a), 19(6)), wherever it was answered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyBody } from '../support/accounts.ts';
import { type Answer, authorizeBody, item, type Json, path, startApp, summary, type TestApp } from '../support/app.ts';
import { shopPath } from '../support/merchant.ts';
import { canLook, textOf } from '../support/pages.ts';
import { type Buyer, buyer } from '../support/people.ts';
import { changePolicy } from '../support/policy.ts';

let app: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };
beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app.query);
});
afterAll(() => app.stop());

async function under(change: Json, act: () => Promise<void>): Promise<void> {
  const back = await changePolicy(app, shop, change);
  await act();
  await back();
}

const signs = {
  Credit: 'Die Prüfung der Kreditwürdigkeit.',
  Fraud: 'Der Schutz vor Missbrauch',
  Age: 'Das gesetzliche Mindestalter.',
  UnknownAge: 'Ihr Alter ist uns nicht bekannt',
  Limit: 'Der höchste Betrag einer Bestellung.',
  Owed: 'insgesamt schulden darf',
  Silent: 'Keine Auskunftei',
  kinds: 'Arten von Daten',
  register: 'Sandbox credit bureau',
};
const signsIn = (text: string): string[] =>
  Object.entries(signs).flatMap(([name, sign]) => (text.replaceAll(/\s+/g, ' ').includes(sign) ? [name] : []));

/** What page and letter of a rejection say that decided. */
async function grounds(answer: Answer): Promise<string[]> {
  expect(answer.body, answer.text).toMatchObject({ outcome: 'Rejected' });
  const [message] = answer.body['riskCheckMessages'] as Json[];
  const page = /https?:\/\/[^/]+(\/decisions\/\S+)$/.exec(String(message?.['customerFacingMessage']))?.[1] ?? '';
  const { text } = await app.inject({ method: 'GET', url: page });
  const letter = /href="https?:\/\/[^/]+(\/documents\/shared\/[^"]+)"/.exec(text)?.[1] ?? '';
  const { rawPayload } = await app.app.inject({ url: letter });
  if (canLook) expect(signsIn(textOf(rawPayload).join('\n'))).toEqual(signsIn(text));
  return signsIn(text);
}

const authorize = (customer: Json, cents = 40_000) =>
  app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE', { customer, items: [item('DE', 'X', cents)] }));
const asking = (customer: Json, amount = 400) => {
  const body = authorizeBody('DE', { customer });
  return app.ask('POST', '/api/v3/checkout/payment-methods', { customer: body.customer, order: { totalGrossAmount: amount } });
};

/** How likely a default of 400 EUR is, in per cent, where the bureau says this. */
async function defaultPercent(firstName: string): Promise<number> {
  const body = authorizeBody('DE', { customer: { firstName }, items: [item('DE', 'X', 40_000)] });
  await app.ask('POST', '/api/v3/checkout/authorize', body);
  const { body: explained } = await app.ask('GET', `${shop}/orders/${body.order.number}/decisions`, undefined, operator);
  const [decision] = explained['decisions'] as Json[];
  return Number((decision?.['result'] as Json | undefined)?.['defaultPercent']);
}

describe('the grounds of a rejection', () => {
  it('name the register that was decisive in the score, of an order and of a question for methods', async () => {
    const middle = ((await defaultPercent('5000')) + (await defaultPercent('Johanna'))) / 2;
    // A policy has four decimals.
    const between = Math.round(middle * 10_000) / 10_000;
    const cutAt = (rejectDefaultPercent: number) => ({ cutOffs: { any: { rejectDefaultPercent } } });
    await under(cutAt(between), async () => {
      expect((await authorize({ firstName: 'Johanna' })).body['outcome']).toBe('Accepted');
      expect(await grounds(await authorize({ firstName: '5000' }))).toEqual(['Credit', 'kinds', 'register']);
      expect(await grounds(await asking({ firstName: '5000' }))).toEqual(['Credit', 'kinds', 'register']);
    });
    await under(cutAt(0.1), async () => {
      expect(await grounds(await authorize({ firstName: '5000' }))).toEqual(['Credit', 'kinds']);
      expect(await grounds(await asking({ firstName: '5000' }))).toEqual(['Credit', 'kinds']);
    });
  });

  it('are of a register that warns its answer alone, not the kinds of data of a score that did not decide', async () => {
    for (const answer of [await authorize({ firstName: 'Reject' }), await asking({ firstName: 'Reject' })])
      expect(await grounds(answer)).toEqual(['Credit', 'register']);
    expect(await grounds(await asking({ firstName: 'Underage' }))).toEqual(['Age', 'register']);
    expect(await grounds(await authorize({ firstName: '99' }, 10_000))).toEqual(['Credit', 'register']);
    const account = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 2_000, { firstName: '0' }));
    expect(await grounds(account)).toEqual(['Credit', 'register']);
  });

  it('are the limit of an order, not a register that would grant more', async () => {
    expect(await grounds(await asking({ firstName: '5000' }, 1_001))).toEqual(['Limit']);
    expect(await grounds(await authorize({ firstName: '5000' }, 100_001))).toEqual(['Limit']);
  });

  it('are what a customer owes, where nothing lowered the limit', async () => {
    const who: Buyer = buyer('DE', { firstName: 'Johanna' });
    expect((await authorize(who as unknown as Json, 95_000)).body['outcome']).toBe('Accepted');
    expect(await grounds(await authorize(who as unknown as Json, 10_000))).toEqual(['Owed']);
    expect(await grounds(await asking(who as unknown as Json, 100))).toEqual(['Owed']);
  });

  it('are the protection against misuse, of a question for methods as of an order', async () => {
    const entry = { list: 'negative', kind: 'email', email: 'known@fraud.example', reason: 'chargebacks' };
    await app.ask('POST', `${shop}/lists`, { entries: [entry] }, operator);
    const listed = { email: 'known@fraud.example', firstName: '5000' };
    for (const answer of [await asking(listed), await authorize(listed)]) expect(await grounds(answer)).toEqual(['Fraud']);
  });

  it('are that the age is not known, where that is what rejects', async () => {
    const ageless = buyer('DE', { firstName: 'Johanna' });
    const { birthDate: _born, ...customer } = ageless;
    await under({ unknownAge: 'Reject' }, async () => {
      const body = authorizeBody('DE', { items: [item('DE', 'X', 10_000)] });
      const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, customer });
      expect(await grounds(answer)).toEqual(['UnknownAge']);
    });
  });

  it('are of an update, too, what rejected it', async () => {
    const body = authorizeBody('DE', { customer: { firstName: 'Johanna' }, items: [item('DE', 'X', 40_000)] });
    await app.ask('POST', '/api/v3/checkout/authorize', body);
    const update = (cents: number) =>
      app.ask('POST', path(body.order.number, '/updateOrder'), { updateOrderSummary: summary([item('DE', 'X', cents)]) });
    expect(await grounds(await update(100_001))).toEqual(['Limit']);
    await under({ cutOffs: { any: { reviewDefaultPercent: 0.1 } } }, async () => {
      expect(await grounds(await update(50_000))).toEqual(['Credit', 'kinds']);
    });
  });
});
