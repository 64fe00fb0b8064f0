// Where the form before a credit came less than a day before the consumer was bound, one reminder of the right of withdrawal follows
// between the first and the seventh day, where the law of the country has that duty; and it is on record when the form was given.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { applyBody } from '../support/accounts.ts';
import { advance, authorizeBody, beginAt, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { canLook, textOf } from '../support/pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  for (const country of ['DE', 'FI', 'SE'] as const) await beginAt(app, country, '2027-11-22T09:05:00Z');
});
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const idOf = async (country: CountryCode): Promise<string> =>
  String((await app.query('select id from merchants where country = $1', country))[0]?.['id']);
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });

interface Ordered {
  readonly number: string;
  readonly contractUrl: string;
}

async function ordered(country: CountryCode, paymentInfo: Json | null, over: Json = {}, wait = 0): Promise<Ordered> {
  const key = { key: keyOf(country) };
  const { customer, order } = authorizeBody(country, { items: [item(country, 'LAMP', 40_000)], customer: over });
  if (paymentInfo === null) {
    const body = { payment: { type: 'Invoice' }, customer, order };
    expect((await app.ask('POST', '/api/v3/checkout/authorize', body, key)).status).toBe(200);
    return { number: order.number, contractUrl: '' };
  }
  const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order }, key);
  const checkoutId = String(methods.body['checkoutId']);
  const contract = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo }, key);
  expect(contract.status, contract.text).toBe(200);
  if (wait > 0) await advance(app, country, { advanceSeconds: wait });
  const payment = { ...paymentInfo, contractId: contract.body['contractId'] };
  const placed = await app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment }, key);
  expect(['Accepted', 'Pending'], placed.text).toContain(placed.body['outcome']);
  return { number: order.number, contractUrl: String(contract.body['contractUrl']) };
}

interface Letter {
  readonly kind: string;
  readonly createdAt: string;
  readonly openedAt?: string;
  readonly consumerUrl: string;
}
interface Story {
  readonly letters: readonly Letter[];
  readonly contracts: readonly { readonly informationGivenAt: string; readonly openedAt?: string }[];
}
async function storyOf(country: CountryCode, number: string): Promise<Story> {
  const answer = await app.ask('GET', `/admin/v1/merchants/${await idOf(country)}/orders/${number}`, undefined, operator);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Story;
}
const events = (number: string): Promise<Record<string, unknown>[]> =>
  app.query(
    `select b.data from outbox b join orders o on o.merchant_id = b.merchant_id and o.id = b.order_id
     where o.number = $1 and b.type = 'order.withdrawal_reminded'`,
    number,
  );
const read = async (url: string): Promise<string> => {
  const { rawPayload, statusCode } = await app.app.inject({ method: 'GET', url: new URL(url).pathname });
  expect(statusCode).toBe(200);
  return canLook ? textOf(rawPayload).join(' ').replace(/\s+/g, ' ') : '';
};

const bankAccounts = { DE: 'DE89 3704 0044 0532 0130 00', FI: 'FI21 1234 5600 0007 85' } as const;
const plan = (country: 'DE' | 'FI'): Json => ({
  type: 'Installment',
  installment: { profileNo: country === 'DE' ? 4 : 3 },
  directDebit: { bankAccount: bankAccounts[country] },
});

describe('an order', () => {
  it.each([
    ['DE', 'an invoice', { type: 'Invoice' }],
    ['DE', 'a plan', plan('DE')],
    ['DE', 'an order on account', { type: 'Account', account: { profileNo: 1 } }],
    ['FI', 'an invoice', { type: 'Invoice' }],
    ['FI', 'a plan', plan('FI')],
  ] as const)('in %s, %s: is reminded of once, after a day', async (country, _what, paymentInfo) => {
    const { number, contractUrl } = await ordered(country, paymentInfo);
    const given = (await storyOf(country, number)).contracts[0];
    expect(given).not.toHaveProperty('openedAt');
    const agreement = await read(contractUrl);
    const opened = (await storyOf(country, number)).contracts[0];
    expect(Date.parse(opened?.openedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(given?.informationGivenAt ?? ''));
    await advance(app, country, { advanceSeconds: 86_000 });
    expect((await storyOf(country, number)).letters).toEqual([]);
    await advance(app, country, { advanceSeconds: 500 });
    const { letters } = await storyOf(country, number);
    expect(letters).toMatchObject([{ kind: 'WithdrawalReminder' }]);
    const after = Date.parse(letters[0]?.createdAt ?? '') - Date.parse(given?.informationGivenAt ?? '');
    expect(after).toBeGreaterThanOrEqual(86_400_000);
    expect(after).toBeLessThan(7 * 86_400_000);
    await advance(app, country, days(20));
    expect((await storyOf(country, number)).letters).toHaveLength(1);
    const [event, ...more] = await events(number);
    expect(more).toEqual([]);
    const language = country;
    const last = new Date(Date.parse(given?.informationGivenAt ?? '') + 14 * 86_400_000).toISOString().slice(0, 10);
    const until = nextBusinessDay(country, last);
    expect(event?.['data']).toMatchObject({ withdrawBy: until });
    const text = await read(letters[0]?.consumerUrl ?? '');
    if (!canLook) return;
    expect(agreement).toContain(texts[language].contract.informedReminder);
    expect(text).toContain(texts[language].notices.withdrawalTitle);
    expect(text).toContain(texts[language].notices.howToWithdraw);
    expect(text.replaceAll(' ', '')).toContain('/withdrawal/');
  });

  it('without a form is reminded of, without a last day; of a company, in Sweden, or once it is voided or withdrawn from, it is not', async () => {
    const bare = await ordered('DE', null);
    const swedish = await ordered('SE', { type: 'Invoice' });
    const voided = await ordered('DE', { type: 'Invoice' });
    const withdrawn = await ordered('DE', { type: 'Invoice' });
    const company = { customerCategory: 'Company', companyName: 'Lampen GmbH', identificationNumber: 'DE123456788' };
    const ofCompany = await ordered('DE', { type: 'Invoice' }, company);
    expect((await app.ask('POST', path(voided.number, '/voids'), undefined, { key: keyOf('DE') })).status).toBe(200);
    const clock = await app.ask('GET', `/admin/v1/merchants/${await idOf('DE')}/clock`, undefined, operator);
    const notice = { noticedOn: String(clock.body['now']).slice(0, 10), medium: 'Letter', reason: 'letter' };
    const url = `/admin/v1/merchants/${await idOf('DE')}/orders/${withdrawn.number}/withdrawal`;
    expect((await app.ask('POST', url, notice, operator)).status).toBe(200);
    await advance(app, 'DE', days(3));
    await advance(app, 'SE', days(3));
    expect((await storyOf('DE', bare.number)).letters).toMatchObject([{ kind: 'WithdrawalReminder' }]);
    expect((await events(bare.number))[0]?.['data']).not.toHaveProperty('withdrawBy');
    expect((await storyOf('SE', swedish.number)).letters).toEqual([]);
    for (const { number } of [voided, withdrawn, ofCompany]) expect((await storyOf('DE', number)).letters).toEqual([]);
  });

  it('that a person approves a day after the form came needs no reminder; a sooner one is counted from the approval', async () => {
    const late = await ordered('DE', { type: 'Invoice' }, { firstName: 'Review' });
    await advance(app, 'DE', days(1.5));
    const soon = await ordered('DE', { type: 'Invoice' }, { firstName: 'Review' });
    await advance(app, 'DE', { advanceSeconds: 36_000 });
    for (const { number } of [late, soon]) {
      const review = { kind: 'order', decision: 'approve', reason: 'known', decidedBy: 'kim' };
      const answer = await app.ask('POST', `/admin/v1/merchants/${await idOf('DE')}/reviews/${number}`, review, operator);
      expect(answer.status, answer.text).toBe(200);
    }
    await advance(app, 'DE', { advanceSeconds: 86_000 });
    expect((await storyOf('DE', soon.number)).letters).toEqual([]);
    await advance(app, 'DE', days(1));
    expect((await storyOf('DE', soon.number)).letters).toHaveLength(1);
    expect((await storyOf('DE', late.number)).letters).toEqual([]);
  });
});

describe('an account', () => {
  interface Paper {
    readonly kind: string;
    readonly givenAt: string;
    readonly openedAt?: string;
    readonly consumerUrl: string;
  }
  async function papersOf(country: CountryCode, number: string): Promise<readonly Paper[]> {
    const answer = await app.ask('GET', `/admin/v1/merchants/${await idOf(country)}/accounts/${number}`, undefined, operator);
    return answer.body['papers'] as readonly Paper[];
  }
  async function applied(country: CountryCode, over: Json = {}): Promise<{ number: string; agreementUrl: string | undefined }> {
    const body = applyBody(country, 500, over);
    const { body: answer } = await app.ask('POST', '/api/v3/customer-account', body, { key: keyOf(country) });
    const { accountNumber } = answer['account'] as { accountNumber: string };
    return { number: accountNumber, agreementUrl: answer['agreementUrl'] as string | undefined };
  }

  it('in Germany and Finland has an agreement with its form, and one reminder a day later; in Sweden none yet', async () => {
    for (const country of ['DE', 'FI', 'SE'] as const) {
      const { number, agreementUrl } = await applied(country);
      const agreement = await read(agreementUrl ?? '');
      const [contract, ...none] = await papersOf(country, number);
      expect(none).toEqual([]);
      expect(contract?.kind).toBe('Contract');
      expect(contract?.openedAt).toBeDefined();
      await advance(app, country, days(20));
      const papers = await papersOf(country, number);
      expect(papers.map(({ kind }) => kind)).toEqual(country === 'SE' ? ['Contract'] : ['Contract', 'WithdrawalReminder']);
      if (country !== 'SE') {
        const after = Date.parse(papers[1]?.givenAt ?? '') - Date.parse(contract?.givenAt ?? '');
        expect(after).toBeGreaterThanOrEqual(86_400_000);
        expect(after).toBeLessThan(7 * 86_400_000);
        const text = await read(papers[1]?.consumerUrl ?? '');
        const language = country;
        if (canLook) expect(text).toContain(texts[language].notices.withdrawalTitle);
      }
      const words = texts[country === 'SE' ? 'SV' : country].contract;
      if (!canLook) continue;
      expect(agreement).toContain(words.form);
      expect(agreement).toContain(words.openCredit);
      expect(agreement).toContain(words.bindingAccount);
      expect(agreement.includes(words.informedReminder)).toBe(country !== 'SE');
    }
  });

  it('that is stopped, or approved a day after its form came, is not reminded of; nor has a company an agreement', async () => {
    const stopped = await applied('DE');
    const url = `/admin/v1/merchants/${await idOf('DE')}/accounts/${stopped.number}/stopped`;
    expect((await app.ask('PUT', url, { stopped: true }, operator)).status).toBe(200);
    const waits = await applied('DE', { firstName: 'Review' });
    const company = { category: 'Company', companyName: 'Lampen GmbH', organizationPersonalNo: 'DE123456788' };
    expect((await applied('DE', company)).agreementUrl).toBeUndefined();
    await advance(app, 'DE', days(1.5));
    const review = { kind: 'account', decision: 'approve', reason: 'known', decidedBy: 'kim' };
    const answer = await app.ask('POST', `/admin/v1/merchants/${await idOf('DE')}/reviews/${waits.number}`, review, operator);
    expect(answer.status, answer.text).toBe(200);
    await advance(app, 'DE', days(5));
    for (const { number } of [stopped, waits])
      expect((await papersOf('DE', number)).map(({ kind }) => kind)).toEqual(['Contract']);
  });
});

describe('a change of the agreement', () => {
  const updateTo = async (number: string, grossMinor: number, country: CountryCode = 'DE'): Promise<void> => {
    const { order } = authorizeBody(country, { items: [item(country, 'LAMP', grossMinor)] });
    const { totalGrossAmount, totalNetAmount, items } = order;
    const body = { updateOrderSummary: { totalGrossAmount, totalNetAmount, items } };
    const answer = await app.ask('POST', path(number, '/updateOrder'), body, { key: keyOf(country) });
    expect(answer.body['outcome'], answer.text).toBe('Accepted');
  };

  it('by an update of its order is given notice of: what changes, from when, and whom to complain to', async () => {
    const { number } = await ordered('DE', plan('DE'));
    await updateTo(number, 30_000);
    await updateTo(number, 30_000);
    const { letters } = await storyOf('DE', number);
    expect(letters).toMatchObject([{ kind: 'Modification' }]);
    const [event, ...more] = await app.query(
      `select b.data from outbox b join orders o on o.merchant_id = b.merchant_id and o.id = b.order_id
       where o.number = $1 and b.type = 'order.change_notified'`,
      number,
    );
    expect([event?.['data'], more]).toMatchObject([{ inForceOn: letters[0]?.createdAt.slice(0, 10) }, []]);
    const text = (await read(letters[0]?.consumerUrl ?? '')).replace(/\u00a0/g, ' ');
    if (!canLook) return;
    const { notices } = texts.DE;
    for (const said of [
      '400,00 EUR',
      '300,00 EUR',
      '11 × 26,09 EUR',
      notices.changeTitle,
      notices.changeConsent,
      'Schlichtungsstelle',
      'Aufsichtsbehörde: Bundesanstalt',
    ])
      expect(text).toContain(said);
  });

  it('is none where the law does not ask for it', async () => {
    const swedish = await ordered('SE', { type: 'Invoice' });
    await updateTo(swedish.number, 30_000, 'SE');
    expect((await storyOf('SE', swedish.number)).letters).toEqual([]);
  });

  it('does not come from the merchant’s terms: days to pay, the fee of a reminder, and an account’s terms stay as agreed', async () => {
    const admin = `/admin/v1/merchants/${await idOf('FI')}`;
    const { contract } = (await app.ask('GET', `${admin}/contracts/active`, undefined, operator)).body as { contract: Json };
    const set = async (over: Json): Promise<void> => {
      const body = { contract: { ...contract, ...over }, reason: 'Other terms' };
      const answer = await app.ask('POST', `${admin}/contracts`, body, operator);
      expect(answer.status, answer.text).toBeLessThan(300);
    };
    const termsOf = async (): Promise<unknown[]> =>
      app.query(
        `select a.terms from accounts a join merchants m on m.id = a.merchant_id where m.country = 'FI' order by a.number`,
      );
    const otherRates = (contract['accountProfiles'] as Json[]).map((profile) => ({ ...profile, interestRatePercent: 1 }));
    await set({ reminders: { fee: 2 } });
    const invoice = await ordered('FI', { type: 'Invoice' });
    const monthly = await ordered('FI', { type: 'Consolidatedinvoice' });
    const agreed = await termsOf();
    await set({ reminders: { fee: 5 }, invoiceDays: 5, accountProfiles: otherRates });
    for (const { number } of [invoice, monthly])
      await app.ask('POST', path(number, '/captures'), undefined, { key: keyOf('FI') });
    await advance(app, 'FI', days(70));
    const captureOf = async ({ number }: Ordered) => {
      const story = await app.ask('GET', `${admin}/orders/${number}`, undefined, operator);
      const captures = story.body['captures'] as { dueDate: string; createdAt: string; reminders: { feeAmount: number }[] }[];
      return captures[0];
    };
    const { dueDate = '', createdAt = '' } = (await captureOf(invoice)) ?? {};
    expect(Date.parse(dueDate) - Date.parse(createdAt.slice(0, 10))).toBe(14 * 86_400_000);
    for (const order of [invoice, monthly]) {
      const fees = (await captureOf(order))?.reminders.map(({ feeAmount }) => feeAmount) ?? [];
      expect(fees).toContain(2);
      expect(fees.every((fee) => fee <= 2)).toBe(true);
    }
    expect(agreed).not.toEqual([]);
    expect(await termsOf()).toEqual(agreed);
  });
});
