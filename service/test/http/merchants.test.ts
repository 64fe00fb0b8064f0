// Merchants and their contracts: nothing half is taken, everything wrong is told at once, what is agreed holds from the next
// decision on, and what was agreed before stays with the orders made under it.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFromForm, contractToForm } from '../../src/core/agreement/contract-form.ts';
import { judgeContract } from '../../src/core/agreement/lawful-contract.ts';
import { countries, countryCodes } from '../../src/core/countries/countries.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { exampleContract } from '../../src/merchants/contract-shape.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { authorizeBody, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { done, makeMerchant, operator, startOrganisation } from '../support/organisations.ts';

let app: TestApp;
let second: TestApp;
let shop: Awaited<ReturnType<typeof startOrganisation>>;
beforeAll(async () => {
  app = await startApp();
  second = await startApp({}, app.connection);
  shop = await startOrganisation(app);
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

const create = (over: Json) => ({
  organisationId: shop.organisationId,
  name: 'New',
  country: 'DE',
  contract: exampleContract,
  reason: 'x',
  ...over,
});
const faultsOf = (messages: Json[]) =>
  messages.map(({ fieldReference, code }) => `${String(fieldReference)} ${String(code)}`).sort();
const setContract = (contract: Json, more: Json = {}) =>
  app.ask('POST', `/admin/v1/merchants/${shop.merchantId}/contracts`, { contract, reason: 'a test', ...more }, operator);
const authorize = (on: TestApp, over: Json = {}) =>
  on.ask('POST', '/api/v3/checkout/authorize', { ...authorizeBody('DE'), ...over }, { key: shop.shopKey });

describe('a contract', () => {
  it.each(countryCodes)('is read back as it is written: what the demo shop of %s agreed', (country) => {
    const contract = demoContract(country);
    const { currency } = countries[country];
    const again = contractFromForm(JSON.parse(JSON.stringify(contractToForm(contract))), { country, currency }, contract.policy);
    if (again instanceof Refusal) throw new Error(JSON.stringify(again.notices));
    expect(contractToForm(again)).toEqual(contractToForm(contract));
    expect(judgeContract(again, { country, currency }, '2026-11-20')).not.toBeInstanceOf(Refusal);
  });

  it('never throws, whatever is written', () => {
    const contract = contractToForm(demoContract('DE')) as Json;
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(contract), 'more'), fc.jsonValue(), (name, value) => {
        contractFromForm({ ...contract, [name]: value }, { country: 'DE', currency: 'EUR' }, demoContract('DE').policy);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused with everything that is wrong with it, and the one before stays', async () => {
    const before = await done(app, 'GET', `/merchants/${shop.merchantId}/contracts/active`);
    const profile = exampleContract.installmentProfiles[0];
    const broken = await setContract({
      paymentTypes: ['Invoice', 'Cash', 'Account'],
      invoiceDays: 0,
      reviewhours: 3,
      returnPauseDays: 7,
      installmentProfiles: [
        { ...profile, from: 500, to: 90, validFrom: '2026-02-30' },
        { ...profile, interestRatePercent: 7.999, numberOfInstallments: 1 },
      ],
      campaigns: [{ campaignNumber: 1 }],
      directDebit: 'yes',
      payee: {
        name: ' ',
        address: { street: 'A 1', postalCode: '1' },
        ibans: { EUR: 'DE89370400440532013001', USD: 'x' },
        sepaCreditorId: 'DE98ZZZ09999999998',
        email: 'nobody',
        website: 'http://example.com',
      },
      legalPages: { termsAndConditionsUrl: 'https://shop.example/{lang}' },
      fees: {
        terms: [
          { paymentType: 'Invoice', percent: 101 },
          { paymentType: 'Invoice', percent: 1 },
        ],
        onRefund: 'all',
      },
      settlement: { period: 'hourly', payoutAccounts: { EUR: { name: 'x', iban: 'DE00' } } },
    });
    expect(broken.status).toBe(400);
    expect(faultsOf(broken.messages)).toEqual([
      'contract.accountProfiles 400.002',
      'contract.campaigns[0].daysUntilDue 400.002',
      'contract.campaigns[0].description 400.002',
      'contract.directDebit 400.004',
      'contract.expiryDays 400.002',
      'contract.fees.onRefund 400.004',
      'contract.fees.terms[0].percent 400.003',
      'contract.fees.terms[1] 400.320',
      'contract.installmentProfiles[0].to 400.003',
      'contract.installmentProfiles[0].validFrom 400.004',
      'contract.installmentProfiles[1].interestRatePercent 400.007',
      'contract.installmentProfiles[1].numberOfInstallments 400.003',
      'contract.installmentProfiles[1].profileNo 400.003',
      'contract.invoiceDays 400.003',
      'contract.legalPages.termsAndConditionsUrl 400.004',
      'contract.payee.address.countryCode 400.002',
      'contract.payee.address.postalPlace 400.002',
      'contract.payee.email 400.004',
      'contract.payee.ibans.EUR 400.004',
      'contract.payee.ibans.USD 400.282',
      'contract.payee.name 400.002',
      'contract.payee.sepaCreditorId 400.004',
      'contract.payee.website 400.004',
      'contract.paymentTypes[1] 400.004',
      'contract.returnPauseDays 400.003',
      'contract.reviewhours 400.282',
      expect.stringMatching(/^contract\.settlement\.payoutAccounts\.EUR\.iban /),
      'contract.settlement.period 400.004',
    ]);
    expect(await done(app, 'GET', `/merchants/${shop.merchantId}/contracts/active`)).toEqual(before);
  });

  it('keeps no half of a letter, which no database takes', async () => {
    const payee = { ...exampleContract.payee, name: 'Nord\ud800licht' };
    const made = await app.ask(
      'POST',
      '/admin/v1/merchants',
      create({ name: 'Nordlicht', contract: { ...exampleContract, payee } }),
      operator,
    );
    expect(made.status, made.text).toBe(200);
    const { contract } = await done(app, 'GET', `/merchants/${String(made.body['id'])}/contracts/active`);
    expect(contract).toMatchObject({ payee: { name: 'Nord\ufffdlicht' } });
  });

  it('does not demand a bank account that nothing can be collected from', async () => {
    const collected = { ...exampleContract.installmentProfiles[0], bankAccountRequired: true };
    const refused = await setContract({ ...exampleContract, installmentProfiles: [collected] });
    expect(faultsOf(refused.messages)).toEqual(['contract.installmentProfiles[0].bankAccountRequired 400.003']);
    const payee = { ...exampleContract.payee, sepaCreditorId: 'DE98ZZZ09999999999' };
    expect((await setContract({ ...exampleContract, installmentProfiles: [collected], payee }, { checkOnly: true })).status).toBe(
      200,
    );
  });

  it('above the law is refused; above it for some baskets alone is told', async () => {
    const profile = exampleContract.installmentProfiles[0];
    const finnish = (over: Json) => ({
      ...exampleContract,
      payee: { ...exampleContract.payee, vatNumber: 'FI12345671', ibans: { EUR: 'FI2112345600000785' } },
      installmentProfiles: [{ ...profile, ...over }],
    });
    const never = await app.ask(
      'POST',
      '/admin/v1/merchants',
      create({ country: 'FI', contract: finnish({ interestRatePercent: 60 }) }),
      operator,
    );
    expect([never.status, never.messages]).toMatchObject([
      400,
      [{ code: '400.354', fieldReference: 'contract.installmentProfiles[0]', message: expect.stringContaining('FI') }],
    ]);
    const some = await app.ask(
      'POST',
      '/admin/v1/merchants',
      create({ name: 'Suomi', country: 'FI', contract: finnish({ interestRatePercent: 9, monthlyFee: 4, from: 50 }) }),
      operator,
    );
    expect([some.status, some.body['hints']]).toMatchObject([
      200,
      [{ field: 'contract.installmentProfiles[0]', text: expect.stringContaining('Not offered for some baskets') }],
    ]);
  });

  it('holds from the next decision on in every process, and only its own version is replaced', async () => {
    expect((await authorize(second, { payment: { type: 'Consolidatedinvoice' } })).messages).toMatchObject([{ code: '400.108' }]);
    const wider = { ...exampleContract, paymentTypes: ['Invoice', 'Installment', 'Consolidatedinvoice'] };
    const tried = await setContract(wider, { checkOnly: true });
    expect(tried.body).toMatchObject({ version: 2, active: false, contract: { paymentTypes: wider.paymentTypes } });
    expect((await authorize(second, { payment: { type: 'Consolidatedinvoice' } })).status).toBe(400);
    const made = await setContract(wider, { replaces: 1 });
    expect(made.body, made.text).toMatchObject({ version: 2, active: true, reason: 'a test' });
    expect((await authorize(second, { payment: { type: 'Consolidatedinvoice' } })).body['outcome']).toBe('Accepted');
    const late = await setContract(wider, { replaces: 1 });
    expect([late.status, late.messages]).toMatchObject([409, [{ code: '400.355', fieldReference: 'replaces' }]]);
    const both = await Promise.all([1, 2].map(() => setContract(wider, { replaces: 2 })));
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const { contracts } = await done(app, 'GET', `/merchants/${shop.merchantId}/contracts`);
    expect((contracts as Json[]).map(({ version, active }) => [version, active])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(
      (await app.ask('GET', `/admin/v1/merchants/${shop.merchantId}/contracts/9`, undefined, operator)).messages,
    ).toMatchObject([{ code: '400.352' }]);
    const told = await app.query(
      `select reason, subject from audit where operation = 'setContract' and merchant_id = $1`,
      shop.merchantId,
    );
    expect(told).toEqual([
      { reason: 'a test', subject: 'contract' },
      { reason: 'a test', subject: 'contract' },
    ]);
  });

  it('that changes leaves the days until due of the orders made before as they were', async () => {
    const first = authorizeBody('DE');
    await authorize(app, first);
    await setContract({ ...exampleContract, invoiceDays: 60 });
    const after = authorizeBody('DE');
    await authorize(app, after);
    const dueDays = async (number: string) => {
      await app.ask('POST', path(number, '/captures'), undefined, { key: shop.shopKey });
      const [row] = await app.query(
        `select c.due_on - c.invoiced_on as days, o.contract_version as version from captures c join orders o on o.id = c.order_id where o.number = $1`,
        number,
      );
      return row;
    };
    expect(await dueDays(first.order.number)).toEqual({ days: 14, version: 3 });
    expect(await dueDays(after.order.number)).toEqual({ days: 60, version: 4 });
  });
});

describe('a merchant', () => {
  it('is refused with everything that is wrong with it', async () => {
    const wrong = create({
      currency: 'SEK',
      timeZone: 'UTC+1',
      contract: { ...exampleContract, invoiceDays: -1 },
      policy: { minimumAge: 12, limits: { EUR: { order: 1, customer: 1 } } },
    });
    const answer = await app.ask('POST', '/admin/v1/merchants', wrong, operator);
    expect(faultsOf(answer.messages)).toEqual([
      'contract.invoiceDays 400.003',
      'currency 400.003',
      'policy.minimumAge 400.003',
      'timeZone 400.004',
    ]);
    for (const over of [{ organisationId: undefined }, { organisationId: shop.merchantId }, { country: 'XX' }, { reason: '' }])
      expect(
        (await app.ask('POST', '/admin/v1/merchants', create(over), operator)).status,
        JSON.stringify(over),
      ).toBeGreaterThanOrEqual(400);
  });

  it('changes name, language and time zone, and nothing else', async () => {
    const id = await makeMerchant(app, shop.organisationId);
    const changed = await done(app, 'PUT', `/merchants/${id}`, {
      name: 'Other',
      language: 'EN',
      timeZone: 'Europe/Vienna',
      country: 'AT',
      reason: 'moved',
    });
    expect(changed).toMatchObject({
      id,
      name: 'Other',
      language: 'EN',
      timeZone: 'Europe/Vienna',
      country: 'DE',
      currency: 'EUR',
    });
    expect(await done(app, 'GET', `/merchants/${id}`)).toMatchObject({ name: 'Other', contractVersion: 1 });
    expect((await app.ask('PUT', `/admin/v1/merchants/${id}`, { timeZone: 'Mars/Base', reason: 'x' }, operator)).status).toBe(
      400,
    );
    const taken = await makeMerchant(app, shop.organisationId, { name: 'Taken' });
    expect((await app.ask('PUT', `/admin/v1/merchants/${id}`, { name: 'taken', reason: 'x' }, operator)).messages).toMatchObject([
      { code: '400.351' },
    ]);
    expect((await done(app, 'PUT', `/merchants/${taken}`, { name: 'TAKEN', reason: 'own name' }))['name']).toBe('TAKEN');
  });

  it('that is deactivated gives no new credit in any process, and finishes what it has', async () => {
    const body = authorizeBody('DE');
    expect((await authorize(app, body)).body['outcome']).toBe('Accepted');
    const order = body.order.number;
    const shopKey = { key: shop.shopKey };
    const off = await done(app, 'POST', `/merchants/${shop.merchantId}/deactivate`, { reason: 'insolvent' });
    expect(off).toMatchObject({ active: false, deactivatedAt: expect.any(String) });
    expect(await done(app, 'POST', `/merchants/${shop.merchantId}/deactivate`, { reason: 'again' })).toEqual({
      ...off,
      now: expect.any(String),
    });
    const refused = await authorize(second);
    expect([refused.status, refused.messages]).toMatchObject([409, [{ code: '400.353' }]]);
    const offer = await app.ask('POST', '/api/v3/checkout/payment-methods', { order: { totalGrossAmount: 50 } }, shopKey);
    expect(offer.messages).toMatchObject([{ code: '400.353' }]);
    // Up to what was approved an order may still change; beyond it may not.
    const summary = (amount: number) => ({
      updateOrderSummary: {
        totalGrossAmount: amount,
        totalNetAmount: amount,
        items: [{ productId: 'p', description: 'd', quantity: 1, grossUnitPrice: amount, netUnitPrice: amount }],
      },
    });
    expect((await second.ask('POST', path(order, '/updateOrder'), summary(200), shopKey)).messages).toMatchObject([
      { code: '400.353' },
    ]);
    expect((await second.ask('POST', path(order, '/updateOrder'), summary(90), shopKey)).status).toBe(200);
    expect((await second.ask('POST', path(order, '/captures'), undefined, shopKey)).status).toBe(200);
    expect((await second.ask('POST', path(order, '/refunds'), undefined, shopKey)).status).toBe(200);
    await done(app, 'POST', `/merchants/${shop.merchantId}/activate`, { reason: 'solvent' });
    expect((await authorize(second)).body['outcome']).toBe('Accepted');
    const told = await app.query(
      `select operation, reason from audit where merchant_id = $1 and operation like '%activateMerchant' order by id`,
      shop.merchantId,
    );
    expect(told.map(({ operation, reason }) => `${String(operation)} ${String(reason)}`)).toEqual([
      'deactivateMerchant insolvent',
      'activateMerchant solvent',
    ]);
  });
});
