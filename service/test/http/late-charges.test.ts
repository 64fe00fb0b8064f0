// What being late costs, in each country from the first letter to the second over the change of the half-year, to the cent; and that
// no contract, however old, books more than the law of the day.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { advance, authorizeBody, item, type Json, keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
const merchants = new Map<string, string>();
const operator = { key: 'sandbox-operator' };
const admin = (country: CountryCode, rest: string) => `/admin/v1/merchants/${merchants.get(country) ?? ''}${rest}`;
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });

beforeAll(async () => {
  app = await startApp();
  // Rates are known of days that have been, so the clocks begin in June 2026: the half-year changes between two letters.
  await app.query('alter table merchants drop constraint merchants_clock_offset_ms_check');
  await app.query(
    `update merchants set clock_offset_ms = (extract(epoch from '2026-06-01T10:00:00Z'::timestamptz - now()) * 1000)::bigint`,
  );
  for (const { id, country } of await app.query('select id, country from merchants')) merchants.set(String(country), String(id));
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

async function agree(country: CountryCode, reminders: Json, others: (contract: Json) => Json = () => ({})) {
  const { contract } = (await app.ask('GET', admin(country, '/contracts/active'), undefined, operator)).body as {
    contract: Json;
  };
  const body = { contract: { ...contract, reminders, ...others(contract) }, reason: 'What being late costs' };
  return app.ask('POST', admin(country, '/contracts'), body, operator);
}

async function captured(country: CountryCode, amount = 1000, payment: Json = { type: 'Invoice' }): Promise<string> {
  const key = { key: keyOf(country) };
  const body = { ...authorizeBody(country, { items: [item(country, 'LAMP', amount * 100)] }), payment };
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body, key)).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/captures'), undefined, key);
  const [capture] = (await app.ask('GET', path(body.order.number), undefined, key)).body['captures'] as Json[];
  return String(capture?.['captureNumber']);
}

async function overdue(country: CountryCode, capture: string): Promise<Json> {
  const answer = await app.ask('GET', admin(country, '/overdue?limit=200'), undefined, operator);
  return (answer.body['overdue'] as Json[]).find((each) => each['captureNumber'] === capture) ?? {};
}
const lettersOf = (record: Json): Json[] => record['reminders'] as Json[];
const chargesOf = (record: Json) => lettersOf(record).map(({ feeAmount, interestAmount }) => [feeAmount, interestAmount]);

async function pay(country: CountryCode, captureNumber: string, amount: number, transactionId = `late-${captureNumber}`) {
  const clock = await app.ask('GET', admin(country, '/clock'), undefined, operator);
  const body = {
    captureNumber,
    amount,
    valueDate: String(clock.body['now']).slice(0, 10),
    transactionId,
  };
  return app.ask('POST', admin(country, '/payments'), body, operator);
}

/**
 * 1 000 is due on 15 June; letters on 29 June and 20 July. Interest of the first letter: 14 days of June; of the second one day of
 * June and 20 of July, by the rate of each half-year, over 365 days.
 */
const runs: Readonly<Record<CountryCode, { readonly asks: Json; readonly letters: readonly (readonly [number, number])[] }>> = {
  // 14 × 12.00; 12.00 + 20 × 12.25. The first came 14 days after the due day and gave 14 days, which were missed.
  NO: {
    asks: {},
    letters: [
      [38, 4.6],
      [38, 7.04],
    ],
  },
  // 14 × 10.00; 21 × 10.00
  SE: {
    asks: { fee: 60 },
    letters: [
      [60, 3.84],
      [0, 5.75],
    ],
  },
  // 14 × 9.50; 21 × 9.50
  FI: {
    asks: {},
    letters: [
      [5, 3.64],
      [5, 5.47],
    ],
  },
  // 14 × 9.75; 9.75 + 20 × 10.00
  DK: {
    asks: {},
    letters: [
      [100, 3.74],
      [100, 5.75],
    ],
  },
  // In default by the first letter: 6.27 + 20 × 6.52. What a letter by post costs, and not the first.
  DE: {
    asks: { fee: 1.2 },
    letters: [
      [0, 0],
      [1.2, 3.74],
    ],
  },
  // 14 × 4.00; 21 × 4.00; no fee by any clause.
  AT: {
    asks: {},
    letters: [
      [0, 1.53],
      [0, 2.3],
    ],
  },
  // 21 × 5.00
  CH: {
    asks: {},
    letters: [
      [0, 0],
      [0, 2.88],
    ],
  },
  // 14 × 4.00; 21 × 4.00. By the scale 15 % of 1 000, once the free letter (there on 2 July) was not followed for 14 days.
  NL: {
    asks: { fee: 200 },
    letters: [
      [0, 1.53],
      [150, 2.3],
    ],
  },
  // From 17 July on: 4 × 4.50
  BE: {
    asks: { fee: 7.5 },
    letters: [
      [0, 0],
      [7.5, 0.49],
    ],
  },
};

describe('a debt of 1 000 over the change of the half-year', () => {
  it.each(countryCodes)('costs in %s what the law of each day allows', async (country) => {
    const { asks, letters } = runs[country];
    const agreed = await agree(country, { firstDays: 14, payWithinDays: 14, secondDays: 21, chargesInterest: true, ...asks });
    expect(agreed.status, agreed.text).toBe(200);
    const capture = await captured(country);
    await advance(app, country, days(50));
    const record = await overdue(country, capture);
    expect(lettersOf(record).map(({ date }) => date)).toEqual(['2026-06-29', '2026-07-20']);
    expect(chargesOf(record)).toEqual(letters);
    const [fees, interest] = [0, 1].map((index) => letters.reduce((sum, each) => sum + (each[index] ?? 0), 0)) as [
      number,
      number,
    ];
    expect(record['overdueAmount']).toBeCloseTo(1000 + fees + interest, 2);
    const letter = lettersOf(record)[1];
    const paper = await app.inject({ method: 'GET', url: new URL(String(letter?.['consumerUrl'])).pathname });
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    const paid = await pay(country, capture, Number(record['overdueAmount']));
    expect(paid.body, paid.text).toMatchObject({ principalAmount: 1000, remainingAmount: 0 });
    expect(paid.body['feeAmount']).toBeCloseTo(fees, 2);
    expect(paid.body['interestAmount']).toBeCloseTo(interest, 2);
  });

  it('pays fees before interest, interest before principal, and a payment taken back is owed as it was', async () => {
    const capture = await captured('DK');
    await advance(app, 'DK', days(30));
    // 14 days from 5 August on, at 10.00: 3.84
    expect(chargesOf(await overdue('DK', capture))).toEqual([[100, 3.84]]);
    const paid = await pay('DK', capture, 102);
    expect(paid.body).toMatchObject({ feeAmount: 100, interestAmount: 2, principalAmount: 0, remainingAmount: 1001.84 });
    const clock = await app.ask('GET', admin('DK', '/clock'), undefined, operator);
    const back = { returnedOn: String(clock.body['now']).slice(0, 10), reason: 'Recalled' };
    const taken = await app.ask('POST', admin('DK', `/payments/late-${capture}/return`), back, operator);
    expect(taken.status, taken.text).toBe(200);
    expect(await overdue('DK', capture)).toMatchObject({ overdueAmount: 1103.84 });
  });

  it('bears no interest for days whose rate is not known, and says how much no letter asked for', async () => {
    const capture = await captured('FI');
    await advance(app, 'FI', days(25));
    const before = Number((await overdue('FI', capture))['lateInterestAmount']);
    const clock = await app.ask('GET', admin('FI', '/clock'), undefined, operator);
    const toNewYear = Math.round((Date.parse('2027-01-01T10:00:00Z') - Date.parse(String(clock.body['now']))) / 86_400_000);
    await advance(app, 'FI', days(toNewYear));
    const atNewYear = await overdue('FI', capture);
    await advance(app, 'FI', days(60));
    expect(Number(atNewYear['lateInterestAmount'])).toBeGreaterThan(before);
    expect((await overdue('FI', capture))['lateInterestAmount']).toBe(atNewYear['lateInterestAmount']);
  });
});

describe('a contract that asks for more than the law', () => {
  it.each([
    ['DE', { fee: 2.5 }, 'reminders.fee', '1.20'],
    ['AT', { fee: 1 }, 'reminders.fee', '0.00'],
    ['SE', { fee: 60.01 }, 'reminders.fee', '60.00'],
    ['NL', { fee: 6775.01 }, 'reminders.fee', '6775.00'],
    ['NO', { chargesInterest: true, interestRatePercent: 12.26 }, 'reminders.interestRatePercent', '12.25 %'],
    ['BE', { chargesInterest: true, interestRatePercent: 10.51 }, 'reminders.interestRatePercent', '10.50 %'],
  ] as const)('is refused in %s when it is set: %o', async (country, reminders, field, cap) => {
    const refused = await agree(country, reminders);
    expect([refused.status, refused.messages[0]], refused.text).toMatchObject([
      400,
      { code: '400.354', fieldReference: `contract.${field}`, message: expect.stringContaining(`allows ${cap} at most`) },
    ]);
  });

  it('is told what belongs together', async () => {
    const alone = await agree('SE', { interestRatePercent: 12 });
    expect([alone.status, alone.messages[0]?.['fieldReference']]).toEqual([400, 'contract.reminders.chargesInterest']);
  });

  it('books what the law allows where it is kept from before, and is named to the operator', async () => {
    expect((await agree('DE', { firstDays: 14, secondDays: 21, fee: 1.2, chargesInterest: true })).status).toBe(200);
    const asked = { firstDays: 14, secondDays: 21, feeMinor: '250', chargesInterest: true, interestRateBps: 1500 };
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{reminders}', $1::jsonb) where country = 'DE'`,
      JSON.stringify(asked),
    );
    app.deps.auth.forget();
    const active = await app.ask('GET', admin('DE', '/contracts/active'), undefined, operator);
    expect(active.status, active.text).toBe(200);
    expect(active.body['aboveLaw']).toEqual([
      { field: 'contract.reminders.fee', text: 'reminderFee allows 1.20, and it comes to 2.50.' },
      { field: 'contract.reminders.interestRatePercent', text: 'lateInterestCap allows 6.52 %, and it comes to 15.00 %.' },
    ]);
    const capture = await captured('DE');
    await advance(app, 'DE', days(50));
    // 21 × 6.52 / 36 500 of 1 000
    expect(chargesOf(await overdue('DE', capture))).toEqual([
      [0, 0],
      [1.2, 3.75],
    ]);
  });
});

describe('installments in DE', () => {
  it('are paid before the interest on what is late, of which nothing is asked once all else is paid', async () => {
    const asks = { firstDays: 14, payWithinDays: 14, secondDays: 21, chargesInterest: true, fee: 1.2 };
    // Six installments, at a rate: a credit.
    const atARate = (each: Json): Json => ({ ...each, interestRatePercent: 6 });
    const agreed = await agree('DE', asks, ({ installmentProfiles }) => ({
      installmentProfiles: (installmentProfiles as Json[]).map((each) => (each['profileNo'] === 2 ? atARate(each) : each)),
    }));
    expect(agreed.status, agreed.text).toBe(200);
    const capture = await captured('DE', 600, { type: 'Installment', installment: { profileNo: 2 } });
    const free = await captured('DE', 600, { type: 'Installment', installment: { profileNo: 1 } });
    // Two installments of 101.76 are due, with letters about the first.
    await advance(app, 'DE', days(75));
    const record = await overdue('DE', capture);
    const [, interest] = chargesOf(record)[1] as [number, number];
    expect(interest).toBeGreaterThan(0);
    expect(record).toMatchObject({ overdueAmount: 203.52 + 1.2 + interest });
    const due = await pay('DE', capture, 203.52 + 1.2, 'due');
    expect(due.body).toMatchObject({ feeAmount: 1.2, interestAmount: 5.51, principalAmount: 198.01 });
    // Three without any cost are no credit, and paid alike.
    const [, ofFree] = chargesOf(await overdue('DE', free))[1] as [number, number];
    expect(ofFree).toBeGreaterThan(0);
    expect((await pay('DE', free, 401.2, 'free')).body).toMatchObject({
      feeAmount: 1.2,
      interestAmount: 0,
      principalAmount: 400,
    });
    const late = await pay('DE', capture, interest, 'late');
    expect(late.body).toMatchObject({ feeAmount: 0, interestAmount: interest, principalAmount: 0 });
    const clock = await app.ask('GET', admin('DE', '/clock'), undefined, operator);
    const back = { returnedOn: String(clock.body['now']).slice(0, 10), reason: 'Recalled' };
    const taken = await app.ask('POST', admin('DE', '/payments/late/return'), back, operator);
    expect([taken.body['interestAmount'], taken.body['principalAmount']], taken.text).toEqual([interest, 0]);

    await advance(app, 'DE', days(120));
    const left = (await overdue('DE', capture))['openAmount'] as number;
    const letters = chargesOf(await overdue('DE', capture)) as [number, number][];
    const charged = letters.reduce((sum, [, each]) => sum + each, 0);
    const whole = await pay('DE', capture, Math.round((left - charged) * 100) / 100, 'whole');
    expect(whole.body, whole.text).toMatchObject({ remainingAmount: 0 });
    expect((await pay('DE', capture, charged, 'nothing')).messages).toMatchObject([{ fieldReference: 'captureNumber' }]);
  });
});
