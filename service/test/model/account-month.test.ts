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

it('any month of events leaves the balances of the model, to the cent', async () => {
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
