// A month of random events on one account against a model of a page: plain numbers of cents, no tables, no book.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, limitOf, openAccount } from '../support/accounts.ts';
import { type Json, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Step {
  readonly eventType: string;
  readonly cents: number;
  readonly daysAgo: number;
  /** Sent again under its own id. */
  readonly twice: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  eventType: fc.constantFrom(
    'Purchase',
    'Purchase',
    'Withdrawal',
    'WithdrawalCommission',
    'WithdrawalCorrection',
    'InterestCorrection',
    'Info',
  ),
  cents: fc.oneof(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 60_000 })),
  daysAgo: fc.integer({ min: 0, max: 30 }),
  twice: fc.boolean(),
});

/** What an account comes to, in cents. */
class Model {
  principal = 0;
  interest = 0;
  fees = 0;
  used = 0;
  readonly limit: number;
  constructor(limit: number) {
    this.limit = limit;
  }

  add({ eventType, cents }: Step): boolean {
    const left = Math.max(0, this.limit - this.principal - this.interest - this.fees);
    if (['Purchase', 'Withdrawal', 'WithdrawalCommission'].includes(eventType) && cents > left) return false;
    if (eventType === 'WithdrawalCorrection' && cents > this.used) return false;
    if (eventType === 'WithdrawalCommission') this.fees += cents;
    if (eventType === 'InterestCorrection') this.interest += cents % 2 === 0 ? cents : -cents;
    const taken = { Purchase: cents, Withdrawal: cents, WithdrawalCorrection: -cents }[eventType] ?? 0;
    this.principal += taken;
    this.used += taken;
    return true;
  }
}

let count = 0;

async function send(number: string, { eventType, cents, daysAgo, twice }: Step): Promise<boolean> {
  count += 1;
  const signed = eventType === 'InterestCorrection' && cents % 2 === 1 ? -cents : cents;
  const over: Json = {
    eventType,
    totalAmount: signed / 100,
    time: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
    accountTransactionId: `M-${count}`,
  };
  const answer = await add(app, number, over);
  expect(answer.status, answer.text).toBe(200);
  const added = answer.body['eventAdded'] === true;
  if (twice && added) expect((await add(app, number, over)).text).toBe(answer.text);
  return added;
}

it('any month of events leaves the balances that the model computes, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const number = await openAccount(app, 'DE', 500);
      const model = new Model(50_000);
      for (const each of steps) expect(await send(number, each), JSON.stringify(each)).toBe(model.add(each));
      const total = model.principal + model.interest + model.fees;
      expect((await limitOf(app, number)).body).toMatchObject({
        balance: model.principal / 100,
        totalBalance: total / 100,
        remainingCreditLimit: Math.max(0, 50_000 - total) / 100,
      });
    }),
    { numRuns: 15 },
  );
  await expectBooksAgree(app.query);
}, 60_000);

interface Late {
  readonly days: number;
  readonly what: 'purchase' | 'payment' | 'job';
}
const late: fc.Arbitrary<Late> = fc.record({
  days: fc.integer({ min: 0, max: 24 }),
  what: fc.constantFrom('purchase', 'purchase', 'payment', 'job'),
});

const closings = new Set(['Interest', 'MonthlyFee', 'InterestAdjustment']);
/** The month on whose statement an entry has to stand: what closes a month is booked on the first of the next. */
const monthOf = ({ kind, bookingDate }: Json): string => {
  const booked = new Date(String(bookingDate));
  if (closings.has(String(kind))) booked.setUTCDate(0);
  return booked.toISOString().slice(0, 7);
};

it('each statement holds the entries of its month, however late the job runs', async () => {
  const [{ id }] = (await app.query(`select id from merchants where country = 'NL'`)) as [Json];
  const operator = { key: 'sandbox-operator' };
  const read = async (number: string, what: string): Promise<Json[]> => {
    const path = `/admin/v1/merchants/${String(id)}/accounts/${number}/${what}?limit=200`;
    return (await app.ask('GET', path, undefined, operator)).body[what] as Json[];
  };
  const runJob = () => app.ask('POST', '/admin/v1/jobs/keep-accounts/run', undefined, operator);
  const day = async (): Promise<string> => {
    const [row] = await app.query(
      `select to_char((now() + clock_offset_ms * interval '1 millisecond') at time zone time_zone, 'YYYY-MM-DD') as day from merchants where id = $1`,
      id,
    );
    return String(row?.['day']);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(late, { minLength: 6, maxLength: 10 }), async (steps) => {
      const number = await openAccount(app, 'NL', 500);
      for (const { days, what } of steps) {
        // Past the jobs, as if none had run all the while.
        await app.query('update merchants set clock_offset_ms = clock_offset_ms + $1 * 86400000::bigint where id = $2', days, id);
        count += 1;
        if (what === 'job') await runJob();
        else if (what === 'purchase') await add(app, number, { totalAmount: 20, countryCode: 'NL' }, 'NL');
        else {
          const body = { amount: 5, valueDate: await day(), transactionId: `L-${count}`, allowOverpayment: true };
          const path = `/admin/v1/merchants/${String(id)}/accounts/${number}/payments`;
          expect((await app.ask('POST', path, body, operator)).status).toBe(200);
        }
      }
      await runJob();
      const entries = await read(number, 'entries');
      const statements = (await read(number, 'statements')).reverse();
      const closed = entries.filter((entry) => statements.some(({ month }) => month === monthOf(entry)));
      const held = statements.flatMap(({ month, firstEntry, lastEntry }) =>
        entries
          .filter(({ number: own }) => Number(firstEntry) <= Number(own) && Number(own) <= Number(lastEntry))
          .map((entry) => [month, entry]),
      );
      expect(held).toEqual(closed.map((entry) => [monthOf(entry), entry]));
      for (const { lastEntry, totalBalance } of statements)
        expect(entries[Number(lastEntry) - 1]?.['totalBalance'] ?? 0).toBe(totalBalance);
    }),
    { numRuns: 5 },
  );
  await expectBooksAgree(app.query);
});
