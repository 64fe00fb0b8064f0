// A direct debit takes money from somebody's account: just what is owed, each part once, never before its day, and a second time only
// where a person says so and the bank may still carry it out.
import { describe, expect, it } from 'vitest';
import type { Day } from '../../src/core/dates.ts';
import type { Collection } from '../../src/core/order/collecting.ts';
import {
  collect,
  collectAgain,
  collected,
  collectionReturned,
  debitedAgain,
  notCollectable,
} from '../../src/core/order/collection.ts';
import { leftToPayMinor } from '../../src/core/order/payment.ts';
import { remind } from '../../src/core/order/reminder.ts';
import type { OrderContents } from '../../src/core/order/rows.ts';
import { withdraw } from '../../src/core/order/withdraw.ts';
import { openMinorOf } from '../../src/core/plan/schedule.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { Credit, first } from '../support/credit.ts';
import { merchantIn } from '../support/merchant.ts';

const mandate = { number: 'M-1', signedOn: first };
const plan = { amount: 30_000, months: 3, rate: 1_990, startup: 0, monthly: 100 };

/** In three installments: 13 April (the 11th is a Saturday), 11 May and 11 June 2026. */
class Debited extends Credit {
  get collections(): readonly Collection[] {
    return this.list('collections');
  }
  collect(dueUntil: Day) {
    return this.take(
      collect(this.inHand, this.collections, { fileId: 'f', dueUntil, mandate }, this.setting),
    ) as readonly Collection[];
  }
  again(installment: number, captureNumber = 'c1') {
    return this.take(collectAgain(this.inHand, this.collections, { fileId: 'g', captureNumber, installment }, this.setting));
  }
  /** The bank says so of the latest. */
  returned(reasonCode = 'AM04') {
    const collection = this.collections.at(-1);
    const capture = this.list('captures').find(({ number }) => number === collection?.captureNumber);
    if (!collection || !capture) throw new Error('no collection');
    const { changes, events } = collectionReturned(collection, capture, { reasonCode, returnedOn: this.day }, this.setting);
    this.take({ answer: undefined, changes, events });
  }
  /** The bank collected the latest. */
  collected(amountMinor = this.collections.at(-1)?.amountMinor ?? 0n) {
    const collection = this.collections.at(-1);
    if (!collection) throw new Error('no collection');
    const { inHand, setting } = this;
    const again = debitedAgain(inHand, this.collections, collection, amountMinor, setting);
    this.take({ answer: undefined, changes: collected(collection, 'bank-1', setting), events: [] });
    this.pay(this.day, amountMinor, false);
    this.take({ answer: undefined, changes: again, events: [] });
  }
  get day(): Day {
    return new Date(this.now).toISOString().slice(0, 10);
  }
}

/** The same of an order that is paid at once: due on 25 March 2026. */
class Invoice extends Debited {
  constructor(authorizedMinor = 30_000n) {
    const terms = { directDebit: true, campaignNumber: null, daysUntilDue: null, installment: null, account: null };
    super(plan, merchantIn('DE'), { paymentType: 'Invoice', terms, authorizedMinor });
  }
}

const why = (answer: unknown) => (answer instanceof Refusal ? answer.notices[0].values?.['why'] : undefined);

describe('what is collected', () => {
  it('is each installment that is due by the day, with what is open of it, once', () => {
    const credit = new Debited(plan);
    expect(credit.collect('2026-04-12')).toEqual([]);
    const owed = credit.rows.map((row) => openMinorOf(row));
    expect(credit.collect('2026-04-13')).toMatchObject([
      { captureNumber: 'c1', installment: 1, attempt: 1, amountMinor: owed[0], collectOn: '2026-04-13', sequenceType: 'FRST' },
    ]);
    expect(credit.collect('2026-04-13')).toEqual([]);
    credit.on('2026-05-05').pay('2026-05-05', (owed[0] ?? 0n) + 100n, false);
    expect(credit.collect('2026-06-11')).toMatchObject([
      { installment: 2, amountMinor: (owed[1] ?? 0n) - 100n, collectOn: '2026-05-11', sequenceType: 'RCUR' },
      { installment: 3, amountMinor: owed[2], collectOn: '2026-06-11', sequenceType: 'RCUR' },
    ]);
    expect(credit.events.filter(({ type }) => type === 'capture.collection_exported').map(({ details }) => details)).toEqual(
      credit.collections.map(({ amountMinor, collectOn, sequenceType }) => ({
        collectAmount: amountMinor,
        collectOn,
        sequenceType,
      })),
    );
    expect(new Set(credit.collections.map(({ endToEndId }) => endToEndId)).size).toBe(3);
    for (const row of credit.collections)
      expect(row).toMatchObject({ orderId: 'o', currency: 'EUR', mandateNumber: 'M-1', signedOn: first, state: 'Exported' });
  });

  it('is with the first that is open what reminders charged', () => {
    const credit = new Debited(plan).set({ reminderFeeMinor: 250n });
    credit.pay('2026-03-11', openMinorOf(...credit.rows.slice(0, 1)) + 250n, false);
    credit.set({ reminderFeeMinor: 500n, reminderFeePaidMinor: 250n });
    const rows = credit.rows.filter((row) => openMinorOf(row) > 0n);
    const amounts = credit.collect('2026-06-11').map(({ installment, amountMinor }) => [installment, amountMinor]);
    expect(amounts).toEqual(rows.map((row, index) => [row.number, openMinorOf(row) + (index === 0 ? 250n : 0n)]));
    expect(amounts.reduce((sum, [, amount]) => sum + BigInt(amount ?? 0), 0n)).toBe(leftToPayMinor(credit.one, credit.rows));
  });

  it('of an invoice is all that is left, as the only one where nothing else can follow', () => {
    expect(new Invoice().collect('2026-03-24')).toEqual([]);
    expect(new Invoice().collect('2026-03-25')).toMatchObject([
      { installment: 0, amountMinor: 30_000n, collectOn: '2026-03-25', sequenceType: 'OOFF' },
    ]);
    // Something may still be captured.
    expect(new Invoice(30_001n).collect('2026-03-25')).toMatchObject([{ sequenceType: 'FRST' }]);
    const paid = new Invoice();
    paid.pay('2026-03-11', 30_000n, false);
    expect(paid.collect('2026-03-25')).toEqual([]);
  });

  it('of two captures is each by itself, and asked for again by itself', () => {
    const invoice = new Invoice(50_000n);
    invoice.capture(20_000n, 'c2');
    // Of two none is the only one.
    expect(
      invoice
        .collect('2026-03-25')
        .map(({ captureNumber, amountMinor, sequenceType }) => [captureNumber, amountMinor, sequenceType]),
    ).toEqual([
      ['c1', 30_000n, 'FRST'],
      ['c2', 20_000n, 'RCUR'],
    ]);
    invoice.on('2026-03-27').returned();
    expect(why(invoice.again(0, 'c1'))).toBe('the bank did not return it');
    // What is left of the other does not count.
    invoice.pay('2026-03-27', 30_000n, false);
    expect(invoice.again(0, 'c2')).toMatchObject([{ captureNumber: 'c2', amountMinor: 20_000n }]);
    const credit = new Debited(plan, merchantIn('DE'), { authorizedMinor: 60_000n });
    credit.capture(30_000n, 'c2');
    const parts = credit.collect('2026-06-11').map(({ captureNumber, installment }) => `${captureNumber}/${installment}`);
    expect(parts).toEqual(['c1/1', 'c1/2', 'c1/3', 'c2/1', 'c2/2', 'c2/3']);
    // An order in one capture of installments is collected as the first of several.
    expect(new Debited(plan).collect('2026-04-13')).toMatchObject([{ sequenceType: 'FRST' }]);
  });

  it.each([
    ['on its day, where two days on which the euro settles lie between', '2026-03-23', '2026-03-25'],
    ['later, where the bank needs its days', '2026-03-24', '2026-03-26'],
    ['after a weekend', '2026-03-27', '2026-03-31'],
    ['after Easter', '2026-04-01', '2026-04-07'],
  ])('is taken %s', (_name, today, collectOn) => {
    expect(new Invoice().on(today).collect('2026-03-25')).toMatchObject([{ collectOn }]);
  });

  it('waits for a day on which the euro settles', () => {
    // Due on a Saturday.
    expect(new Invoice().set({ dueOn: '2026-05-02' }).collect('2026-05-02')).toMatchObject([{ collectOn: '2026-05-04' }]);
  });

  it('is nothing of a capture whose bank has refused once', () => {
    const credit = new Debited(plan);
    credit.collect('2026-04-13');
    credit.on('2026-04-15').returned();
    expect(credit.one.debitReturnedOn).toBe('2026-04-15');
    expect(credit.collect('2026-06-11')).toEqual([]);
  });
});

describe('what is withdrawn from', () => {
  const debited = { customer: { customerCategory: 'Person' }, bankAccount: 'DE02120300000000202051' } as unknown as OrderContents;
  const withdrawn = (credit: Debited, contents: OrderContents) => {
    const request = { noticedOn: '2026-03-24', medium: 'Letter', agreedAt: null, decidedAt: null } as const;
    expect(credit.take(withdraw(credit.inHand, contents, undefined, request, credit.setting))).toMatchObject({
      payBy: '2026-04-23',
    });
  };

  it('is debited no more: a debit that is under way pays a part, and the rest is reminded of', () => {
    const credit = new Debited(plan).on('2026-04-08');
    const [asked] = credit.collect('2026-04-13');
    withdrawn(credit.on('2026-04-09'), debited);
    expect(credit.one.debitReturnedOn).toBe('2026-04-09');
    const owed = credit.open;
    credit.pay('2026-04-13', asked?.amountMinor ?? 0n, false);
    expect([credit.open, credit.one.dueOn]).toEqual([owed - (asked?.amountMinor ?? 0n), '2026-04-23']);
    expect(credit.on('2026-05-20').collect('2026-06-30')).toEqual([]);
    const letter = remind(credit.inHand, debited, credit.setting);
    expect(letter?.events).toMatchObject([{ type: 'capture.reminded', details: { level: 1, openAmount: credit.open } }]);
  });

  it('has no such day where nothing is left, where the bank has refused before, or where there is no account', () => {
    const paid = new Debited(plan);
    for (const row of paid.rows) paid.pay(first, openMinorOf(row), false);
    withdrawn(paid.on('2026-03-24'), debited);
    expect(paid.one.debitReturnedOn).toBeNull();
    const refused = new Debited(plan).set({ debitReturnedOn: '2026-03-20' }).on('2026-03-24');
    withdrawn(refused, debited);
    expect(refused.one.debitReturnedOn).toBe('2026-03-20');
    const transferred = new Debited(plan).on('2026-03-24');
    withdrawn(transferred, { ...debited, bankAccount: null });
    expect(transferred.one.debitReturnedOn).toBeNull();
  });
});

describe('what no bank can be asked for', () => {
  const leave = (debt: Debited, dueUntil: Day) =>
    debt.take({ answer: undefined, changes: notCollectable(debt.inHand, dueUntil, debt.setting), events: [] });

  it('is debited no more once it falls due, and the consumer is reminded of it like of any other debt', () => {
    const invoice = new Invoice();
    const letters = (day: Day) =>
      invoice
        .on(day)
        .take(remind(invoice.inHand, { bankAccount: 'x', customer: {} } as OrderContents, invoice.setting) ?? nothing);
    const nothing = { answer: undefined, changes: [], events: [] };
    leave(invoice, '2026-03-24');
    expect(invoice.one.debitReturnedOn).toBeNull();
    letters('2027-03-25');
    expect(invoice.list('captureReminders')).toEqual([]);
    invoice.on('2026-03-20');
    leave(invoice, '2026-03-25');
    expect(invoice.one.debitReturnedOn).toBe('2026-03-20');
    expect(invoice.collect('2026-03-25')).toEqual([]);
    letters('2026-04-10');
    expect(invoice.list('captureReminders')).toMatchObject([{ level: 1, openMinor: expect.any(BigInt) }]);
    leave(invoice.on('2026-04-11'), '2026-04-16');
    expect(invoice.one.debitReturnedOn).toBe('2026-03-20');
  });

  it('is no capture that is paid, and none that falls due later', () => {
    const invoice = new Invoice(50_000n);
    invoice.on('2026-03-20').capture(20_000n, 'c2');
    invoice.pay('2026-03-20', 30_000n, false);
    leave(invoice, '2026-04-02');
    expect(invoice.list('captures').map(({ debitReturnedOn }) => debitReturnedOn)).toEqual([null, null]);
    leave(invoice, '2026-04-03');
    expect(invoice.list('captures').map(({ debitReturnedOn }) => debitReturnedOn)).toEqual([null, '2026-03-20']);
  });
});

describe('what the bank could not collect', () => {
  const returned = (reasonCode?: string) => {
    const credit = new Debited(plan);
    credit.collect('2026-05-11');
    credit.on('2026-05-13').returned(reasonCode);
    return credit;
  };

  it('is asked for once more where a person says so, and reminders wait for the answer', () => {
    const credit = returned();
    const [, second] = credit.collections;
    expect(credit.on('2026-05-15').again(2)).toMatchObject([
      {
        fileId: 'g',
        installment: 2,
        attempt: 2,
        amountMinor: second?.amountMinor,
        collectOn: '2026-05-19',
        sequenceType: 'RCUR',
        mandateNumber: 'M-1',
        signedOn: first,
        state: 'Exported',
      },
    ]);
    expect(credit.one.remindersPausedUntil).toBe('2026-05-26');
    expect(why(credit.again(2))).toBe('it was asked for a second time already');
  });

  it('and collected at the second try is debited like before: what was not asked for meanwhile, and what falls due', () => {
    const credit = new Debited(plan);
    credit.collect('2026-04-13');
    credit.on('2026-04-15').returned();
    expect(credit.on('2026-05-12').collect('2026-05-11')).toEqual([]);
    credit.again(1);
    credit.on('2026-05-18').collected();
    expect(credit.one.debitReturnedOn).toBeNull();
    expect(credit.collect('2026-06-11')).toMatchObject([{ installment: 2 }, { installment: 3 }]);
    // No letter is sent while the bank is asked.
    expect(remind(credit.inHand, { bankAccount: 'x', customer: {} } as OrderContents, credit.setting)).toBeUndefined();
    credit.on('2026-06-12').returned('MD06');
    expect(credit.one.debitReturnedOn).toBe('2026-06-12');
  });

  it('and collected at the second try is not debited again where another came back, or something is left that no debit asks for', () => {
    const two = new Debited(plan);
    const [one] = two.collect('2026-04-13');
    two.on('2026-04-15').returned();
    two.again(1);
    two.on('2026-04-20').set({ debitReturnedOn: '2026-04-21' }).collected();
    expect(two.one.debitReturnedOn).toBe('2026-04-21');
    const feed = new Debited(plan);
    feed.collect('2026-04-13');
    feed.on('2026-04-15').returned();
    feed.set({ reminderFeeMinor: 250n }).again(1);
    feed.on('2026-04-20').collected();
    expect(feed.one.debitReturnedOn).toBe('2026-04-15');
    expect(one?.attempt).toBe(1);
    const both = new Debited(plan);
    both.collect('2026-05-11');
    const [first, second] = both.collections;
    if (!first || !second) throw new Error('no collections');
    both.on('2026-05-13').returned();
    const back = collectionReturned(first, both.one, { reasonCode: 'MD06', returnedOn: '2026-05-13' }, both.setting);
    both.take({ answer: undefined, ...back });
    both.pay('2026-05-13', openMinorOf(...both.rows.slice(0, 1)), false);
    both.again(2);
    both.on('2026-05-20').collected();
    expect(both.one.debitReturnedOn).toBe('2026-05-13');
  });

  it('is asked for as far as it is still owed', () => {
    const credit = returned();
    const left = 1_234n;
    const owed = openMinorOf(...credit.rows.slice(0, 2));
    credit.pay('2026-05-13', owed - left, false);
    expect(credit.again(2)).toMatchObject([{ amountMinor: left }]);
    const paid = returned();
    paid.pay('2026-05-13', paid.open, false);
    expect(why(paid.again(2))).toBe('nothing is left to pay');
  });

  it('is not asked for again where that installment is paid, whatever is open of the others', () => {
    const credit = returned();
    credit.pay('2026-05-13', openMinorOf(...credit.rows.slice(0, 2)), false);
    expect(credit.open).toBe(openMinorOf(...credit.rows.slice(2)));
    expect(why(credit.again(2))).toBe('nothing is left to pay');
    expect(credit.one.remindersPausedUntil).toBeNull();
  });

  it('is with what reminders charged where it is the first that is open, and never more than was asked for', () => {
    const credit = returned().set({ reminderFeeMinor: 250n });
    const [, second] = credit.rows;
    if (!second) throw new Error('no second installment');
    // Fees of reminders are paid first.
    credit.pay('2026-05-13', openMinorOf(...credit.rows.slice(0, 1)) + 250n + 1_000n, false);
    credit.set({ reminderFeeMinor: 400n });
    expect(credit.again(2)).toMatchObject([{ amountMinor: openMinorOf(second) - 1_000n + 150n }]);
    const whole = returned().set({ reminderFeeMinor: 250n });
    whole.pay('2026-05-13', openMinorOf(...whole.rows.slice(0, 1)) + 250n, false);
    whole.set({ reminderFeeMinor: 400n });
    expect(whole.again(2)).toMatchObject([{ amountMinor: openMinorOf(second) }]);
  });

  it.each([
    ['none', null, '2026-05-22'],
    ['one that ends sooner', '2026-05-21', '2026-05-22'],
    ['one that ends later', '2026-05-23', '2026-05-23'],
  ])('is asked for on 15 May, and for a week no reminder is sent, after a pause of %s', (_name, until, after) => {
    const credit = returned().set({ remindersPausedUntil: until });
    expect(credit.again(2)).toMatchObject([{ collectOn: '2026-05-15' }]);
    expect(credit.one.remindersPausedUntil).toBe(after);
  });

  it('is not asked for again after a reason that no second try changes', () => {
    for (const reason of ['AC01', 'AC04', 'AC06', 'AC13', 'AG01', 'AG02', 'BE05', 'MD01', 'MD02', 'MD06', 'MD07', 'SL01'])
      expect(why(returned(reason).again(2))).toBe(`the bank returned it for good (${reason})`);
    for (const reason of ['AM04', 'MS03']) expect(why(returned(reason).again(2))).toBeUndefined();
  });

  it('is only what was asked for, and returned', () => {
    const credit = new Debited(plan);
    expect(why(credit.again(1))).toBe('it was never collected');
    credit.collect('2026-05-11');
    expect(why(credit.again(1))).toBe('the bank did not return it');
    expect(why(credit.again(3))).toBe('say which installment; asked for were 1, 2');
    expect(why(credit.again(1, 'c9'))).toBe('it was never collected');
    const invoice = new Invoice();
    invoice.collect('2026-03-25');
    expect(why(invoice.again(1))).toBe('it was collected as a whole');
  });

  it('is kept as it was reported first; what was collected is kept as that', () => {
    const credit = returned('MD06');
    const [one, two] = credit.collections;
    if (!one || !two) throw new Error('no collections');
    expect(two).toMatchObject({ state: 'Returned', returnReason: 'MD06' });
    expect(credit.events.at(-1)).toMatchObject({
      type: 'capture.collection_returned',
      amountMinor: 0n,
      details: { reasonCode: 'MD06' },
    });
    const again = { reasonCode: 'AC04', returnedOn: '2026-05-20' } as const;
    expect(collectionReturned(two, credit.one, again, credit.setting)).toEqual({ changes: [], events: [] });
    expect(collected(two, 'bank-1', credit.setting)).toEqual([]);
    const set = { state: 'Collected', transactionId: 'bank-1', updatedAt: credit.now };
    expect(collected(one, 'bank-1', credit.setting)).toMatchObject([{ set }]);
  });
});
