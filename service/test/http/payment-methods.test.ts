// What a buyer is offered (C40, C48): what the merchant agreed, what the law allows and what a pre-check comes to, told in
// the buyer's language, and remembered with the reasons why a method is not there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodsToWire } from '../../src/checkout/method-to-wire.ts';
import { type CountryCode, countries, countryCodes } from '../../src/core/countries/countries.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import { languages } from '../../src/core/texts/texts.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { createSecrets } from '../../src/store/secrets.ts';
import { type Answer, advance, authorizeBody, beginAt, item, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Method {
  readonly type: string;
  readonly title: string;
  readonly tag: string;
  readonly logo: string;
  readonly consumerFeeAmount: number;
  readonly legalInfo: { readonly requiresCustomerConsent: boolean; readonly text: string; readonly bgb507Url?: string } & Json;
  readonly directDebit?: { readonly available: boolean };
  readonly installment?: Json & { readonly installmentProfileNumber: number };
  readonly account?: Json;
  readonly campaigns?: Json[];
}

const ask = (body: object, country: CountryCode = 'DE') =>
  app.ask('POST', '/api/v3/checkout/payment-methods', body, { key: keyOf(country) });
const methodsOf = (answer: Answer): Method[] => answer.body['paymentMethods'] as Method[];
const named = (answer: Answer): string[] =>
  methodsOf(answer).map(({ type, installment, directDebit }) =>
    [type, installment?.installmentProfileNumber, !installment && directDebit ? 'debit' : undefined]
      .filter((each) => each !== undefined)
      .join(' '),
  );
const get = (url: string, headers = {}) => app.inject({ method: 'GET', url: new URL(url).pathname, headers });

/** Change a shop's contract, as its operator would. */
const agree = (country: CountryCode, path: string, value: unknown) =>
  app.query(
    `update merchants set contract = jsonb_set(contract::jsonb, $2::text[], $3::jsonb)::json where country = $1`,
    country,
    `{${path}}`,
    JSON.stringify(value),
  );

describe('an order value alone', () => {
  test('is enough, as text too, and is answered with all that the shop offers for it', async () => {
    const answer = await ask({
      conversationLanguage: 'EN',
      order: { country: 'DE', totalGrossAmount: '185', totalNetAmount: '155.46', currency: 'EUR' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ outcome: 'Accepted', checkoutId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(Object.keys(answer.body)).not.toContain('customer');
    expect(named(answer)).toEqual([
      'Invoice',
      'Invoice debit',
      'Consolidatedinvoice',
      'Installment 1',
      'Installment 2',
      'Installment 3',
      'Account',
    ]);
    const [invoice, debit, , three] = methodsOf(answer);
    expect(invoice).toMatchObject({ title: 'Invoice - 14 days', tag: 'Buy now, pay in 14 days', consumerFeeAmount: 0 });
    expect(invoice?.campaigns).toEqual([{ campaignNo: 60, campaignNumber: 60, description: 'In 60 Tagen zahlen' }]);
    // How plug-ins tell the two invoices apart.
    expect([invoice?.directDebit, debit?.directDebit]).toEqual([undefined, { available: true }]);
    // The public sample, digit by digit.
    expect(three?.installment).toEqual({
      basketAmount: 185,
      numberOfInstallments: 3,
      installmentAmount: 61.67,
      firstInstallmentAmount: 61.67,
      lastInstallmentAmount: 61.66,
      interestRate: 0,
      effectiveInterestRate: 0,
      effectiveAnnualPercentageRate: 0,
      totalInterestAmount: 0,
      startupFee: 0,
      monthlyFee: 0,
      totalAmount: 185,
      installmentProfileNumber: 1,
      readMore: expect.stringContaining('http'),
    });
  });

  test('says of each installment whether the shop has it collected by direct debit', async () => {
    const debited = async (country: CountryCode): Promise<unknown[]> => {
      const answer = await ask({ order: { totalGrossAmount: 400 } }, country);
      return methodsOf(answer).flatMap(({ installment, directDebit }) =>
        installment && directDebit?.available ? [installment.installmentProfileNumber] : [],
      );
    };
    expect(await debited('DE')).toEqual([1, 2, 3, 4]);
    expect(await debited('AT')).toEqual([1, 2, 3]);
    for (const country of ['CH', 'NO', 'SE', 'DK'] as const) expect([country, await debited(country)]).toEqual([country, []]);
    await agree('BE', 'directDebit', false);
    expect(await debited('BE')).toEqual([2, 3]);
    await agree('BE', 'directDebit', true);
    expect(await debited('BE')).toEqual([1, 2, 3]);
  });

  test('outside every range has no installments and is no error', async () => {
    for (const totalGrossAmount of [0.01, 44.99]) {
      const answer = await ask({ order: { totalGrossAmount } });
      expect([answer.status, answer.body['outcome']]).toEqual([200, 'Accepted']);
      expect(named(answer).filter((name) => name.startsWith('Installment'))).toEqual([]);
    }
    const large = await ask({ order: { totalGrossAmount: 10_000_000 } });
    expect([large.status, large.body['outcome'], methodsOf(large)]).toEqual([200, 'Rejected', []]);
    expect(large.body['riskCheckMessages']).toMatchObject([{ code: '200.903', customerFacingMessage: expect.any(String) }]);
  });

  test('is demanded, and what is wrong with it is said where it is', async () => {
    for (const [body, code, field] of [
      [undefined, '400.001', 'request'],
      [{}, '400.002', 'order'],
      [{ order: {} }, '400.002', 'order'],
      [{ order: { totalNetAmount: 1 } }, '400.002', 'order.totalGrossAmount'],
      [{ order: { totalGrossAmount: 0 } }, '400.003', 'order.totalGrossAmount'],
      [{ order: { totalGrossAmount: 1.001 } }, '400.007', 'order.totalGrossAmount'],
      [{ order: { ...authorizeBody('DE').order, totalGrossAmount: 1 } }, '400.102', 'order.totalGrossAmount'],
      [{ order: { totalGrossAmount: 1 }, customer: { email: 'nobody' } }, '400.004', 'customer.email'],
    ] as const) {
      const answer = await app.ask('POST', '/api/v3/checkout/payment-methods', body);
      expect([answer.status, answer.messages[0]?.['code'], answer.messages[0]?.['fieldReference']]).toEqual([400, code, field]);
    }
  });
});

describe('a customer', () => {
  test('is answered with a number, the same each time, and the whole address', async () => {
    const customer = buyer('NL');
    const first = await ask({ order: { totalGrossAmount: 50 }, customer }, 'NL');
    const again = await ask({ order: { totalGrossAmount: 60 }, customer, deliveryCustomer: { firstName: 'Ann' } }, 'NL');
    expect(first.body['customer']).toMatchObject({
      customerNumber: expect.stringMatching(/^\d+$/),
      firstName: customer.firstName,
      addressList: [{ street: 'Damrak', countryCode: 'NL' }],
    });
    expect(again.body['customer']).toEqual(first.body['customer']);
    expect(again.body['deliveryCustomer']).toMatchObject({ firstName: 'Ann', addressList: [] });
  });

  test('who is not accepted is told so with a message, and is offered nothing; the next buyer is offered all', async () => {
    const all = methodsOf(await ask({ order: { totalGrossAmount: 50 } }));
    expect(all.length).toBeGreaterThan(2);
    for (const [firstName, code] of [
      ['Reject', '200.901'],
      ['Underage', '200.001'],
      ['ChargebackPresent', '200.912'],
      ['20', '200.903'],
    ]) {
      const answer = await ask({ order: { totalGrossAmount: 50 }, customer: buyer('DE', { firstName: firstName as string }) });
      expect(answer.body).toMatchObject({ outcome: 'Rejected', paymentMethods: [], riskCheckMessages: [{ code }] });
      expect(methodsOf(await ask({ order: { totalGrossAmount: 50 } }))).toEqual(all);
    }
  });

  test('who still has to say or confirm something is offered everything: authorize asks for it', async () => {
    const { identificationNumber: _id, ...unnamed } = buyer('SE');
    for (const customer of [unnamed, { ...buyer('SE'), firstName: 'Review' }, { email: 'a@example.com' }]) {
      const answer = await ask({ order: { totalGrossAmount: 500 }, customer }, 'SE');
      expect(answer.body['outcome'], answer.text).toBe('Accepted');
      expect(methodsOf(answer).length).toBeGreaterThan(2);
    }
  });

  test('is not asked for twice by the same idempotency key, and a question holds nothing', async () => {
    const body = { order: { totalGrossAmount: 600 }, customer: buyer('DE') };
    const headers = { 'idempotency-key': 'methods-once' };
    const first = await app.ask('POST', '/api/v3/checkout/payment-methods', body, { headers });
    const again = await app.ask('POST', '/api/v3/checkout/payment-methods', body, { headers });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    // Twice 600 would be above the person's limit if a question took of it.
    expect((await ask(body)).body['outcome']).toBe('Accepted');
  });
});

test('of two lists of as many methods for one basket each is shown as it is', () => {
  const contract = demoContract('DE');
  const merchant: Merchant = { id: 'm', name: 'Shop', country: 'DE', currency: 'EUR', language: 'DE', timeZone: 'UTC', contract };
  const { signers } = createSecrets([Buffer.alloc(32, 7)]);
  const showing = {
    merchant,
    language: 'DE',
    currency: 'EUR',
    basketMinor: 5000n,
    on: '2026-03-02',
    publicUrl: '',
    signers,
  } as const;
  const [invoices, consolidated] = [[{ kind: 'Invoice', directDebit: false }], [{ kind: 'Consolidatedinvoice' }]] as const;
  const shown = [invoices, consolidated, invoices].map((products) => methodsToWire(products, showing).map(({ type }) => type));
  expect(shown).toEqual([['Invoice'], ['Consolidatedinvoice'], ['Invoice']]);
});

describe('what is offered', () => {
  test('is what the contract holds on that day: a shop without invoices offers none', async () => {
    await agree('FI', 'paymentTypes', ['Installment']);
    expect(named(await ask({ order: { totalGrossAmount: 200 } }, 'FI'))).toEqual([
      'Installment 1',
      'Installment 2',
      'Installment 3',
    ]);
    await agree('FI', 'installmentProfiles,0,validTo', '2020-01-01');
    expect(named(await ask({ order: { totalGrossAmount: 200 } }, 'FI'))).toEqual(['Installment 2', 'Installment 3']);
  });

  test('is never above what the law allows, and the decision says so', async () => {
    await agree('BE', 'installmentProfiles,1,interestRateBps', 9900);
    const answer = await ask({ order: { totalGrossAmount: 200 } }, 'BE');
    expect(named(answer)).not.toContain('Installment 2');
    const [row] = await app.query('select methods from checkout_decisions where checkout_id = $1', answer.body['checkoutId']);
    const methods = row?.['methods'] as { type: string; profileNo?: number; missing: Json | null }[];
    expect(methods.find(({ profileNo, type }) => type === 'Installment' && profileNo === 2)?.missing).toMatchObject({
      reason: 'law',
      breach: { source: expect.any(String) },
    });
    expect(methods.find(({ profileNo, type }) => type === 'Installment' && profileNo === 3)?.missing).toEqual({
      reason: 'outOfRange',
    });
    expect(methods.find(({ type }) => type === 'Invoice')?.missing).toBeNull();
  });

  test('in another currency than the shop’s is no credit', async () => {
    await agree('NL', 'payee,ibans,SEK', 'SE4550000000058398257466');
    const answer = await ask({ order: { totalGrossAmount: 500, currency: 'SEK' } }, 'NL');
    expect(named(answer)).toEqual(['Invoice', 'Consolidatedinvoice']);
  });
});

describe('what a buyer sees', () => {
  test.each(countryCodes)('in %s is in the shop’s language, with fees that add up and links that open', async (country) => {
    const answer = await ask(
      { order: { totalGrossAmount: country === 'CH' ? 600 : 900, currency: countries[country].currency } },
      country,
    );
    for (const method of methodsOf(answer)) {
      expect(method.title.length * method.tag.length).toBeGreaterThan(0);
      const links = [...method.legalInfo.text.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url);
      expect(links.length).toBeGreaterThan(1);
      for (const url of [...links, method.logo]) expect((await get(url)).status, url).toBe(200);
      expect(method.legalInfo.bgb507Url !== undefined).toBe(country === 'DE' && method.type === 'Installment');
      if (method.installment) {
        const { startupFee, monthlyFee, numberOfInstallments } = method.installment as Record<string, number>;
        expect(method.consumerFeeAmount).toBe((startupFee ?? 0) + (monthlyFee ?? 0) * (numberOfInstallments ?? 0));
      }
    }
  });

  test('is in each of the eight languages its own text', async () => {
    const said = await Promise.all(
      languages.map(async (conversationLanguage) => {
        const answer = await ask({ conversationLanguage, order: { totalGrossAmount: 185 } });
        return methodsOf(answer).map(({ title, legalInfo }) => `${title} ${legalInfo.text.replace(/<[^>]*>/g, '')}`);
      }),
    );
    for (let at = 0; at < (said[0]?.length ?? 0); at += 1) expect(new Set(said.map((texts) => texts[at])).size).toBe(8);
  });

  test('are the merchant’s own pages, where it has some', async () => {
    await agree('CH', 'legalPages', { termsAndConditionsUrl: 'https://shop.example/{language}/agb?a=1&b="2"' });
    const answer = await ask({ conversationLanguage: 'FR', order: { totalGrossAmount: 50 } }, 'CH');
    const [method] = methodsOf(answer);
    expect(method?.legalInfo['termsAndConditionsUrl']).toBe('https://shop.example/fr/agb?a=1&b="2"');
    expect(method?.legalInfo.text).toContain('href="https://shop.example/fr/agb?a=1&amp;b=&quot;2&quot;"');
    expect(method?.legalInfo['privacyStatementUrl']).toContain('/legal/privacy/fr');
  });

  test('of a plan is a page that nobody else can make up', async () => {
    const answer = await ask({ conversationLanguage: 'DE', order: { totalGrossAmount: 400 } });
    const plan = methodsOf(answer).find(({ installment }) => installment?.installmentProfileNumber === 4);
    const url = String(plan?.legalInfo.bgb507Url);
    const page = await get(url);
    expect(page.text).toMatch(/Effektiver Jahreszins<\/dt><dd>8,19 %/);
    expect(page.text.match(/<th scope="row">/g)?.length).toBe(12);
    expect((await get(url.replace('-790-', '-0-'))).status).toBe(404);
    expect((await get(url.replace(/\.[^.]*$/, ''))).status).toBe(404);
  });

  test('has pictures that a shop can keep', async () => {
    const answer = await ask({ order: { totalGrossAmount: 185 } });
    const kinds = new Set(methodsOf(answer).map(({ logo }) => logo));
    expect(kinds.size).toBe(5);
    for (const logo of kinds) {
      const picture = await get(logo);
      expect(picture.headers['content-type']).toBe('image/svg+xml');
      expect(picture.headers['cache-control']).toMatch(/max-age=\d{4,}/);
      expect(picture.text).toMatch(/^<svg [\s\S]*<\/svg>$/);
    }
  });
});

test('a country that is not the shop’s is refused: its products and its law are not the buyer’s', async () => {
  const order = { totalGrossAmount: 100 };
  const foreign = await ask({ country: 'NO', order });
  expect([foreign.status, foreign.messages[0]?.['code'], foreign.messages[0]?.['fieldReference']]).toEqual([
    400,
    '400.298',
    'country',
  ]);
  for (const country of ['de', '', null, undefined]) expect((await ask({ country, order })).status).toBe(200);
  const within = await ask({ order: { ...order, country: 'NO' } });
  expect([within.status, within.messages[0]?.['code'], within.messages[0]?.['fieldReference']]).toEqual([
    400,
    '400.298',
    'order.country',
  ]);
  expect((await ask({ country: 'DE', order: { ...order, country: 'NO' } })).status).toBe(200);
});

describe('a currency that the payee has no account for', () => {
  const unpaid = { code: '400.390', message: expect.stringContaining('SEK') as string };

  test('is refused wherever a debt would be made or offered', async () => {
    const body = authorizeBody('DE');
    const sent = { ...body, order: { ...body.order, currency: 'SEK' } };
    const counts = await app.rowCounts();
    const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...sent, payment: { type: 'Invoice' } });
    expect([answer.status, answer.messages]).toMatchObject([400, [{ ...unpaid, fieldReference: 'order.currency' }]]);
    const offered = await ask({ order: { totalGrossAmount: 100, currency: 'SEK' } });
    expect([offered.status, offered.messages]).toMatchObject([400, [{ ...unpaid, fieldReference: 'order.currency' }]]);
    expect(await app.rowCounts()).toEqual(counts);
    for (const country of countryCodes)
      expect((await ask({ order: { totalGrossAmount: 500, currency: countries[country].currency } }, country)).status).toBe(200);
  });
});

test('a customer is answered with the id that the service knows it by, the same at authorize', async () => {
  const { customer, order } = authorizeBody('DE');
  const shown = (await ask({ customer, order })).body['customer'] as Json;
  expect(shown['customerAccountId']).toMatch(/^[0-9a-f-]{36}$/);
  const authorized = await app.ask('POST', '/api/v3/checkout/authorize', { customer, order, payment: { type: 'Invoice' } });
  expect(authorized.body['customer']).toMatchObject({ customerAccountId: shown['customerAccountId'] });
  expect((await ask({ customer: { firstName: 'Kim' }, order })).body['customer']).not.toHaveProperty('customerAccountId');
});

describe('what the law withdraws', () => {
  test('is neither offered nor taken from its day on, and the one day before it is both', async () => {
    // Swiss ordinance on the highest rate: 11 and 13 % in 2025, 10 and 12 % from 2026 on.
    await agree('CH', 'installmentProfiles,0,interestRateBps', 1020);
    await agree('CH', 'accountProfiles,0,interestRateBps', 1220);
    await beginAt(app, 'CH', '2025-12-31T11:00:00Z');
    const offered = async () => {
      const answer = await ask({ order: { country: 'CH', totalGrossAmount: 1000, currency: 'CHF' } }, 'CH');
      expect(answer.status, answer.text).toBe(200);
      return named(answer).filter((name) => /^(Installment 1|Account)/.test(name));
    };
    const taken = async (payment: Json) => {
      const body = { ...authorizeBody('CH', { items: [item('CH', 'THING', 100_000)] }), payment };
      const answer = await app.ask('POST', '/api/v3/checkout/authorize', body, { key: keyOf('CH') });
      return answer.status === 200 ? answer.body['outcome'] : [answer.status, answer.messages[0]?.['code']];
    };
    const plan = { type: 'Installment', installment: { profileNo: 1 } };
    const account = { type: 'Account', account: { profileNo: 1 } };
    expect(await offered()).toEqual(['Installment 1', 'Account']);
    expect([await taken(plan), await taken(account)]).toEqual(['Accepted', 'Accepted']);

    // The first moment of the year in Zurich.
    await advance(app, 'CH', { now: '2025-12-31T23:00:00Z' });
    expect(await offered()).toEqual([]);
    expect([await taken(plan), await taken(account)]).toEqual([
      [400, '400.108'],
      [400, '400.108'],
    ]);
  });
});
