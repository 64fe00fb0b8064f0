// What a shop shows its buyers of installments is what they will pay: the public samples to the digit, nothing the law
// forbids, an empty list where there is nothing, and no database asked.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountryCode, countries, countryCodes } from '../../src/core/countries/countries.ts';
import { languages } from '../../src/core/texts/texts.ts';
import { contractText } from '../../src/merchants/merchants.sql.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { type Answer, advance, type Json, keyOf, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { manyRuns } from '../support/runs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const ask = (country: CountryCode, body: unknown, headers = {}): Promise<Answer> =>
  app.ask('POST', '/api/v3/lookup/installment-plans', body, { key: keyOf(country), headers });
interface Plan extends Json {
  readonly numberOfInstallments: number;
  readonly installmentAmount: number;
  readonly firstInstallmentAmount: number;
  readonly lastInstallmentAmount: number;
  readonly totalAmount: number;
  readonly totalInterestAmount: number;
  readonly startupFee: number;
  readonly monthlyFee: number;
  readonly effectiveAnnualPercentageRate: number;
  readonly readMore: string;
}
async function plansOf(country: CountryCode, amount: unknown, more: Json = {}): Promise<Plan[]> {
  const answer = await ask(country, { amount, ...more });
  expect([answer.status, answer.text.length > 0]).toEqual([200, true]);
  return answer.body['availableInstallmentPlans'] as Plan[];
}

describe('the public samples', () => {
  const free = {
    basketAmount: 185,
    interestRate: 0,
    effectiveInterestRate: 0,
    effectiveAnnualPercentageRate: 0,
    totalInterestAmount: 0,
    startupFee: 0,
    monthlyFee: 0,
    totalAmount: 185,
    readMore: expect.any(String),
  };
  it('of 185 EUR in Germany come out to the digit, and there are these three', async () => {
    expect(await plansOf('DE', 185, { currency: 'EUR', countryCode: 'DE' })).toEqual([
      {
        ...free,
        numberOfInstallments: 3,
        installmentAmount: 61.67,
        firstInstallmentAmount: 61.67,
        lastInstallmentAmount: 61.66,
        installmentProfileNumber: 1,
      },
      {
        ...free,
        numberOfInstallments: 6,
        installmentAmount: 30.84,
        firstInstallmentAmount: 30.84,
        lastInstallmentAmount: 30.8,
        installmentProfileNumber: 2,
      },
      {
        ...free,
        numberOfInstallments: 9,
        installmentAmount: 20.56,
        firstInstallmentAmount: 20.56,
        lastInstallmentAmount: 20.52,
        installmentProfileNumber: 3,
      },
    ]);
  });

  it('of 750 NOK in Norway come out to the digit', async () => {
    const common = {
      basketAmount: 750,
      interestRate: 19.5,
      effectiveInterestRate: 21.34,
      startupFee: 95,
      monthlyFee: 29,
      readMore: expect.any(String),
    };
    expect(await plansOf('NO', '750', { currency: 'nok', countryCode: 'no' })).toEqual([
      {
        ...common,
        numberOfInstallments: 3,
        installmentAmount: 287.17,
        firstInstallmentAmount: 382.17,
        lastInstallmentAmount: 287.17,
        effectiveAnnualPercentageRate: 438.5,
        totalInterestAmount: 24.51,
        totalAmount: 956.51,
        installmentProfileNumber: 3,
      },
      {
        ...common,
        numberOfInstallments: 6,
        installmentAmount: 161.21,
        firstInstallmentAmount: 256.21,
        lastInstallmentAmount: 161.18,
        effectiveAnnualPercentageRate: 307.44,
        totalInterestAmount: 43.23,
        totalAmount: 1062.23,
        installmentProfileNumber: 4,
      },
    ]);
  });
});

describe('any basket', () => {
  it('outside every range has no plans, and that is no error', async () => {
    for (const country of countryCodes)
      for (const amount of [0.01, 1, 44.99, 10_000_000, 999_999_999.99]) expect(await plansOf(country, amount)).toEqual([]);
    expect(await plansOf('DE', 45)).toHaveLength(1);
  });

  it('from a cent to ten million has plans that add up, or none', async () => {
    const basket = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000_000 }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...countryCodes), basket, async (country, cents) => {
        for (const plan of await plansOf(country, cents / 100)) {
          const whole = (amount: number): number => Number((amount * 100).toFixed(0));
          const { numberOfInstallments: count } = plan;
          const paid =
            whole(plan.firstInstallmentAmount) + (count - 2) * whole(plan.installmentAmount) + whole(plan.lastInstallmentAmount);
          expect(paid).toBe(whole(plan.totalAmount));
          expect(whole(plan.totalAmount)).toBe(
            cents + whole(plan.totalInterestAmount) + whole(plan.startupFee) + count * whole(plan.monthlyFee),
          );
          // What a consumer can compute from the page: at the rate shown, the payments are worth what is lent.
          const month = (1 + plan.effectiveAnnualPercentageRate / 100) ** (-1 / 12);
          let worth = plan.startupFee;
          for (let index = 1; index <= count; index += 1) {
            const due =
              index === 1
                ? plan.firstInstallmentAmount - plan.startupFee
                : index === count
                  ? plan.lastInstallmentAmount
                  : plan.installmentAmount;
            worth += due * month ** index;
          }
          expect(Math.abs(worth * 100 - cents) / cents).toBeLessThan(0.001);
        }
      }),
      manyRuns(150),
    );
  });

  it('is answered without asking the database, once the key is known', async () => {
    await plansOf('SE', 1000);
    const { counts } = app.deps.db;
    const before = { ...counts };
    for (let index = 0; index < 20; index += 1) await plansOf('SE', 1000 + index);
    expect(counts).toEqual(before);
  });
});

describe('what the merchant and the law say', () => {
  it('decides: a plan above a cap is left out from the day on which the cap holds', async () => {
    const contract = demoContract('CH');
    const [, , profile] = contract.installmentProfiles;
    const dear = {
      ...contract,
      installmentProfiles: [
        { ...profile, interestRateBps: 1100 },
        { ...profile, profileNo: 9, interestRateBps: 500, validTo: todayIn('CH', 30) },
      ],
    };
    await app.query(`update merchants set contract = $1 where country = 'CH'`, contractText(dear as typeof contract));
    app.deps.auth.forget();
    expect((await plansOf('CH', 1000)).map((plan) => plan['installmentProfileNumber'])).toEqual([9]);
    // The day is the one of the merchant's clock.
    await advance(app, 'CH', { now: `${todayIn('CH', 31)}T12:00:00Z` });
    expect(await plansOf('CH', 1000)).toEqual([]);
  });

  it('is in the merchant’s country and currency, or refused', async () => {
    const code = async (body: Json) => {
      const answer = await ask('DE', body);
      return [answer.status, answer.messages[0]?.['code'], answer.messages[0]?.['fieldReference']];
    };
    expect(await code({ amount: 185, currency: 'SEK' })).toEqual([400, '400.224', 'currency']);
    expect(await code({ amount: 185, countryCode: 'AT' })).toEqual([400, '400.298', 'countryCode']);
    expect(await code({ amount: 185, currency: 'USD' })).toEqual([400, '400.004', 'currency']);
    expect(await code({ amount: 0 })).toEqual([400, '400.003', 'amount']);
    expect(await code({ amount: -1 })).toEqual([400, '400.003', 'amount']);
    expect(await code({ amount: 1e9 })).toEqual([400, '400.003', 'amount']);
    expect(await code({ amount: 1.005 })).toEqual([400, '400.007', 'amount']);
    expect(await code({ amount: 'much' })).toEqual([400, '400.004', 'amount']);
    expect(await code({})).toEqual([400, '400.002', 'amount']);
    expect((await ask('DE', undefined)).messages).toMatchObject([{ code: '400.001' }]);
    expect((await ask('DE', '[]')).status).toBe(400);
    expect((await ask('DE', { amount: 185 }, { 'idempotency-key': '' })).messages).toMatchObject([{ code: '400.232' }]);
    expect((await ask('DE', { amount: 185 }, { 'idempotency-key': 'again' })).status).toBe(200);
    expect(
      (await ask('DE', { AMOUNT: '185.00', currency: null, countryCode: '', nonsense: 1 })).body['availableInstallmentPlans'],
    ).toHaveLength(3);
    const old = await ask('DE', { amount: 185, conversationLanguage: 'DK' });
    expect([old.status, old.headers['deprecation'] !== undefined]).toEqual([200, true]);
  });
});

describe('the page to read more', () => {
  const pageOf = async (url: string): Promise<Answer> => app.inject({ method: 'GET', url: new URL(url).pathname });

  it('shows the plan in each language, by strict rules, without a key', async () => {
    for (const language of languages) {
      const [plan] = await plansOf('NO', 750, { conversationLanguage: language });
      if (!plan) throw new Error('no plan');
      const page = await pageOf(plan.readMore);
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.text).toContain(`lang="${language === 'NO' ? 'nb' : language.toLowerCase()}"`);
      expect(page.text).toMatch(/438[.,]50/);
      expect(page.text).toMatch(/956[.,]51/);
    }
  });

  it('shows no plan that we did not offer', async () => {
    const [plan] = await plansOf('DE', 185);
    const url = plan?.readMore ?? '';
    expect((await pageOf(url.replace('18500', '18400'))).status).toBe(404);
    expect((await pageOf(`${url}x`)).status).toBe(404);
    expect((await pageOf(url)).status).toBe(200);
  });

  it('is there for every plan of every shop', async () => {
    for (const country of countryCodes.filter((each) => each !== 'CH')) {
      const plans = await plansOf(country, countries[country].currency === 'EUR' ? 2000 : 9000);
      expect(plans.length).toBeGreaterThan(2);
      for (const { readMore } of plans) {
        expect(readMore.length).toBeLessThan(2048);
        expect((await pageOf(readMore)).status).toBe(200);
      }
    }
  });
});
