// What is overdue is reminded of once, and once more, on its day and at the price the law allows; never what is paid, refunded,
// paused, or left to us to collect; and the end of it is told.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { type ReminderData, reminderPages } from '../../src/core/documents/reminder.ts';
import { languages, texts } from '../../src/core/texts/texts.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import {
  type Answer,
  advance,
  authorizeBody,
  beginAt,
  item,
  type Json,
  keyOf,
  path,
  startApp,
  type TestApp,
} from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { dayIn } from '../support/days.ts';
import { canLook, textOf } from '../support/pages.ts';

const letterData = {
  kind: 'Reminder',
  number: '1700-1',
  captureNumber: '1700',
  orderNumber: 'A-1',
  level: 1,
  language: 'EN',
  country: 'DE',
  currency: 'EUR',
  madeAt: Date.parse('2026-12-11T08:00:00Z'),
  madeOn: '2026-12-11',
  payBy: '2026-12-21',
  shopName: 'Shop',
  payee: demoContract('DE').payee,
  buyer: { name: 'Johanna Weber', addressLines: ['Hauptstraße 12', '10827 Berlin'], address: null, customerNumber: '7' },
  due: [{ on: '2026-12-04', amountMinor: 10_000n }],
  feesMinor: 1_000n,
  interestMinor: 250n,
  lateRate: '6.52',
  announcedFeeMinor: 4_000n,
  offersForbearance: true,
  totalMinor: 11_250n,
  reference: 'RF18539007547034',
} as const satisfies ReminderData;

let app: TestApp;
const merchants = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const { id, country } of await app.query('select id, country from merchants')) merchants.set(String(country), String(id));
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const admin = (country: CountryCode, rest: string) => `/admin/v1/merchants/${merchants.get(country) ?? ''}${rest}`;
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });

interface Debt {
  readonly order: string;
  readonly capture: string;
  readonly reference: string;
  readonly due: string;
}

/** What is due on a weekend is reminded of by days that begin with its Monday (in-time.test.ts). */
async function untilDueOnBusinessDay(country: CountryCode): Promise<void> {
  const clock = await app.ask('GET', admin(country, '/clock'), undefined, operator);
  const due = addDays(dayIn(country, clock.body['now']), 14);
  const ahead = (Date.parse(nextBusinessDay(country, due)) - Date.parse(due)) / 86_400_000;
  if (ahead > 0) await advance(app, country, days(ahead));
}

async function captured(country: CountryCode, over: Json = {}, amount = 100): Promise<Debt> {
  await untilDueOnBusinessDay(country);
  const key = { key: keyOf(country) };
  const body = { ...authorizeBody(country, { items: [item(country, 'LAMP', amount * 100)] }), ...over };
  const accepted = await app.ask('POST', '/api/v3/checkout/authorize', body, key);
  expect(accepted.body['outcome'], accepted.text).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/captures'), undefined, key);
  const [capture] = (await app.ask('GET', path(body.order.number), undefined, key)).body['captures'] as Json[];
  return {
    order: body.order.number,
    capture: String(capture?.['captureNumber']),
    reference: String(capture?.['ocr']),
    due: String(capture?.['dueDate']).slice(0, 10),
  };
}

async function overdue(country: CountryCode, query = ''): Promise<Json[]> {
  const answer = await app.ask('GET', admin(country, `/overdue?limit=200${query}`), undefined, operator);
  return answer.body['overdue'] as Json[];
}
const of = async (country: CountryCode, { capture }: Debt): Promise<Json | undefined> =>
  (await overdue(country)).find((each) => each['captureNumber'] === capture);
const remindersOf = (record: Json | undefined): Json[] => (record?.['reminders'] ?? []) as Json[];
const eventsOf = async ({ capture }: Debt): Promise<unknown[]> => {
  const rows = await app.query(
    `select type from outbox where subject = $1 and type in ('capture.reminded', 'capture.dunning_ended', 'capture.paid') order by (data->'resource'->>'version')::int`,
    capture,
  );
  return rows.map(({ type }) => type);
};
async function pay(country: CountryCode, { capture }: Debt, amount: number): Promise<Answer> {
  const clock = await app.ask('GET', admin(country, '/clock'), undefined, operator);
  const valueDate = dayIn(country, clock.body['now']);
  const body = { captureNumber: capture, amount, valueDate, transactionId: `pay-${Math.random()}` };
  return app.ask('POST', admin(country, '/payments'), body, operator);
}
const addDays = (day: string, count: number): string => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

it('the whole life from authorize to a second reminder is three requests: authorize, capture, and one for the clock', async () => {
  const debt = await captured('DK');
  const clock = await app.ask('PUT', admin('DK', '/clock'), days(60), operator);
  expect([clock.status, clock.body['reached']], clock.text).toEqual([200, true]);
  const record = await of('DK', debt);
  expect(record).toMatchObject({
    state: 'ReadyForCollection',
    dueDate: debt.due,
    overdueAmount: 300,
    reminders: [
      { level: 1, date: addDays(debt.due, 7), payBy: addDays(debt.due, 17), amount: 200, feeAmount: 100 },
      { level: 2, date: addDays(debt.due, 21), payBy: addDays(debt.due, 31), amount: 300, feeAmount: 100 },
    ],
  });
  expect(await eventsOf(debt)).toEqual(['capture.reminded', 'capture.reminded']);
  const [event] = await app.query(
    `select data from outbox where subject = $1 and type = 'capture.reminded' order by happened_at limit 1`,
    debt.capture,
  );
  expect(event?.['data']).toMatchObject({ level: 1, feeAmount: 100, openAmount: 200, payBy: addDays(debt.due, 17) });
});

describe('a reminder', () => {
  it('comes on its day, not before, and once', async () => {
    const debt = await captured('AT');
    await advance(app, 'AT', days(14 + 6));
    expect(await of('AT', debt)).toMatchObject({ state: 'Overdue', reminders: [] });
    await advance(app, 'AT', days(1));
    for (let again = 0; again < 3; again += 1) {
      await app.ask('POST', '/admin/v1/jobs/remind-overdue/run', undefined, operator);
      expect(await of('AT', debt)).toMatchObject({ state: 'FirstReminder', reminders: [{ date: addDays(debt.due, 7) }] });
    }
    await advance(app, 'AT', days(13));
    expect(await of('AT', debt)).toMatchObject({ state: 'FirstReminder', reminders: [{}] });
    await advance(app, 'AT', days(1));
    expect(await of('AT', debt)).toMatchObject({ state: 'SecondReminder', reminders: [{}, {}] });
    await advance(app, 'AT', days(11));
    const ready = await overdue('AT', '&state=ReadyForCollection');
    expect(ready.map((each) => each['captureNumber'])).toContain(debt.capture);
    expect(await overdue('AT', '&state=SecondReminder')).toEqual([]);
    await advance(app, 'AT', days(300));
    expect(await of('AT', debt)).toMatchObject({ state: 'ReadyForCollection', reminders: [{}, {}] });
  });

  it('costs what the law of the country allows on its day', async () => {
    // NO: nothing within 14 days of the due day. SE: one is charged. BE: the first is free, and the second waits until 14 days
    // after the first's arrival. DE: only a real cost, unknown to us.
    const fees: readonly [CountryCode, number, number][] = [
      ['NO', 0, 38],
      ['SE', 60, 0],
      ['FI', 0, 5],
      ['BE', 0, 7.5],
      ['DE', 0, 0],
    ];
    for (const [country, first, second] of fees) {
      const debt = await captured(country);
      await advance(app, country, days(50));
      const record = await of(country, debt);
      expect([country, remindersOf(record).map((each) => each['feeAmount'])]).toEqual([country, [first, second]]);
      expect(record?.['overdueAmount'], countries[country].currency).toBe(100 + first + second);
    }
  });

  it('is a letter as PDF in the language of the buyer, by key and by link, the same again', async () => {
    const debt = await captured('CH');
    await advance(app, 'CH', days(22));
    const [letter] = remindersOf(await of('CH', debt));
    const byKey = await app.inject({
      method: 'GET',
      url: new URL(String(letter?.['url'])).pathname,
      headers: { 'x-auth-key': 'sandbox-ch' },
    });
    expect([byKey.status, byKey.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(byKey.headers['content-disposition']).toContain('reminder-');
    const byLink = await app.inject({ method: 'GET', url: new URL(String(letter?.['consumerUrl'])).pathname });
    expect(byLink.headers['repr-digest']).toBe(byKey.headers['repr-digest']);
    const other = await app.inject({
      method: 'GET',
      url: new URL(String(letter?.['url'])).pathname,
      headers: { 'x-auth-key': 'sandbox-de' },
    });
    expect(other.status).toBe(404);
  });

  it('raises what later decisions see of the customer, once', async () => {
    const debt = await captured('NL');
    await advance(app, 'NL', days(60));
    const [row] = await app.query(
      `select e.dunned_count as count from exposures e join orders o on o.merchant_id = e.merchant_id and o.customer_key = e.customer_key where o.number = $1`,
      debt.order,
    );
    expect(Number(row?.['count'])).toBe(1);
  });
});

describe('no reminder is sent', () => {
  it('to who paid, even on the same day; and a payment pays the fee first and ends the dunning', async () => {
    const [paid, late, part] = [await captured('DK'), await captured('DK'), await captured('DK')];
    await advance(app, 'DK', days(20));
    await pay('DK', paid, 100);
    await advance(app, 'DK', days(2));
    expect(await eventsOf(paid)).toEqual(['capture.paid']);
    const partly = await pay('DK', part, 150);
    expect(partly.body).toMatchObject({ feeAmount: 100, principalAmount: 50, remainingAmount: 50 });
    expect(await of('DK', part)).toMatchObject({ state: 'FirstReminder', overdueAmount: 50 });
    expect((await pay('DK', late, 200.01)).messages[0]).toMatchObject({ code: '400.297' });
    const whole = await pay('DK', late, 200);
    expect(whole.body).toMatchObject({ amount: 200, feeAmount: 100, principalAmount: 100, remainingAmount: 0 });
    expect(await eventsOf(late)).toEqual(['capture.reminded', 'capture.paid', 'capture.dunning_ended']);
    await advance(app, 'DK', days(60));
    expect(await of('DK', late)).toBeUndefined();
    expect(await eventsOf(late)).toHaveLength(3);
  });

  it('for what was refunded in full, whose fees fall away with it', async () => {
    const debt = await captured('DK');
    await advance(app, 'DK', days(22));
    expect(await of('DK', debt)).toMatchObject({ overdueAmount: 200 });
    await app.ask('POST', path(debt.order, '/refunds'), undefined, { key: 'sandbox-dk' });
    expect(await of('DK', debt)).toBeUndefined();
    expect(await eventsOf(debt)).toEqual(['capture.reminded', 'capture.dunning_ended']);
    expect((await pay('DK', debt, 100)).messages[0]).toMatchObject({ code: '400.296' });
  });

  it('while goods are on their way back, or a person paused it', async () => {
    const [back, disputed] = [await captured('AT'), await captured('AT')];
    await app.ask(
      'POST',
      path(back.order, '/captures/return-notification'),
      { captureNumber: back.capture },
      { key: 'sandbox-at' },
    );
    const until = addDays(disputed.due, 30);
    const pause = (capture: string, body: Json) =>
      app.ask('PUT', admin('AT', `/captures/${capture}/reminder-pause`), body, operator);
    expect((await pause(disputed.capture, { until, reason: ' ' })).status).toBe(400);
    expect((await pause('none', { until, reason: 'x' })).status).toBe(404);
    expect((await pause(disputed.capture, { until, reason: 'Says it arrived broken' })).body).toMatchObject({
      remindersPausedUntil: until,
    });
    await advance(app, 'AT', days(14 + 8));
    expect([await eventsOf(back), await eventsOf(disputed)]).toEqual([[], []]);
    await advance(app, 'AT', days(40));
    const [one, other] = [await of('AT', back), await of('AT', disputed)];
    expect(remindersOf(one)[0]).toMatchObject({ date: addDays(back.due, 14 + 7) });
    expect(remindersOf(other)[0]).toMatchObject({ date: addDays(disputed.due, 31) });
  });

  it('to who left it to us to collect by direct debit', async () => {
    const payment = { type: 'Invoice', directDebit: { bankAccount: 'DE89370400440532013000' } };
    const debt = await captured('DE', { payment });
    await advance(app, 'DE', days(60));
    expect(await eventsOf(debt)).toEqual([]);
  });
});

describe('who named an account is reminded like others, and told how to pay,', () => {
  const payment = { type: 'Invoice', directDebit: { bankAccount: 'DE89370400440532013000' } };
  const inkOf = async (url: unknown): Promise<string> =>
    textOf((await app.app.inject({ method: 'GET', url: new URL(String(url)).pathname })).rawPayload)
      .join(' ')
      .replace(/\s+/g, '');
  const debitsOf = async ({ capture }: Debt): Promise<unknown> =>
    (await app.query('select debit_returned_on is not null as ended from captures where number = $1', capture))[0]?.['ended'];

  it('where the merchant has no creditor id any more, and is not debited as well when it has one again', async () => {
    const { body } = await app.ask('GET', admin('NL', '/contracts/active'), undefined, operator);
    const contract = body['contract'] as Json & { payee: Json };
    const agree = (over: Json, payee: Json = {}) =>
      app.ask(
        'POST',
        admin('NL', '/contracts'),
        { contract: { ...contract, ...over, payee: { ...contract.payee, ...payee } }, reason: 'direct debits' },
        operator,
      );
    const debt = await captured('NL', { payment });
    const profiles = contract['installmentProfiles'] as Json[];
    const installmentProfiles = profiles.map((each) => ({ ...each, bankAccountRequired: false }));
    const without = await agree({ directDebit: false, installmentProfiles }, { sepaCreditorId: null });
    expect(without.status, without.text).toBe(200);
    await advance(app, 'NL', days(23));
    expect([await eventsOf(debt), await debitsOf(debt)]).toEqual([['capture.reminded'], true]);
    const refused = await app.ask('POST', admin('NL', '/collections'), {}, operator);
    expect(refused.status).toBe(409);
    const [reminder] = remindersOf(await of('NL', debt));
    if (canLook) expect(await inkOf(reminder?.['consumerUrl'])).toContain('IBANNL91ABNA0417164300');
    const again = await agree({});
    expect(again.status, again.text).toBe(200);
    const made = await app.ask('POST', admin('NL', '/collections'), {}, operator);
    expect([made.status, made.body['count']]).toEqual([200, 0]);
    // The first gives 14 days from its arrival on.
    await advance(app, 'NL', days(25));
    expect(await eventsOf(debt)).toEqual(['capture.reminded', 'capture.reminded']);
  });
});

it('a letter says in each of the eight languages what is owed, until when and how', () => {
  for (const language of languages) {
    for (const level of [1, 2]) {
      const letter = reminderPages({ ...letterData, language, level });
      const text = JSON.stringify(letter.blocks);
      expect(text).not.toMatch(/\{(day|rate|fee)\}|undefined/);
      for (const part of ['Johanna Weber', '1700', letterData.reference])
        expect(text.replaceAll(' ', '')).toContain(part.replaceAll(' ', ''));
      expect(text).toMatch(/112[.,]50/);
      expect(text).toMatch(/2[.,]50.*6[.,]52.*40[.,]00/);
      expect(text).toContain(texts[language].reminder.forbearance);
      expect(text).toContain('sozialplattform.de');
    }
  }
});

it.skipIf(!canLook)(
  'offers a way out and names debt advice before anything is enforced, where the law of the day asks for it',
  async () => {
    const lettersOf = async (country: CountryCode): Promise<string> => {
      await beginAt(app, country, '2026-11-24T10:00:00Z');
      const debt = await captured(country);
      await advance(app, country, days(60));
      const { reminders } = (await of(country, debt)) as unknown as { reminders: { consumerUrl: string }[] };
      expect(reminders.length).toBe(2);
      const papers = reminders.map(({ consumerUrl }) => app.app.inject({ method: 'GET', url: new URL(consumerUrl).pathname }));
      const texts = (await Promise.all(papers)).map(({ rawPayload }) => textOf(rawPayload).join(' ').replace(/\s+/g, ' '));
      return texts.map((text) => /Bevor etwas beigetrieben wird.*sozialplattform/.test(text)).join();
    };
    expect(await lettersOf('DE')).toBe('true,true');
    expect(await lettersOf('CH')).toBe('false,false');
  },
);

it('installments are reminded of together, and the next one anew once they are paid', async () => {
  const debt = await captured('DK', { payment: { type: 'Installment', installment: { profileNo: 1 } } }, 3000);
  const clock = await app.ask('GET', admin('DK', '/clock'), undefined, operator);
  const wait = Math.ceil((Date.parse(debt.due) - Date.parse(String(clock.body['now']))) / 86_400_000);
  await advance(app, 'DK', days(wait + 8));
  const first = await of('DK', debt);
  expect(first).toMatchObject({ state: 'FirstReminder' });
  expect((await pay('DK', debt, Number(first?.['overdueAmount']))).status).toBe(200);
  expect(await of('DK', debt)).toBeUndefined();
  expect(await eventsOf(debt)).toEqual(['capture.reminded', 'capture.paid', 'capture.dunning_ended']);
  await advance(app, 'DK', days(31));
  expect(await of('DK', debt)).toMatchObject({ state: 'FirstReminder', reminders: [{ level: 1 }, { level: 1 }] });
});
