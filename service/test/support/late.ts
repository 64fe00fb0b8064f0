// A debt that is paid late: captured whole on 1 June 2026, since the law's rates of both half-years of 2026 are known. An invoice is
// due on 15 June, installments on 1 July, 3 August (the 1st is a Saturday) and 1 September.
import { expect } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import type { Day } from '../../src/core/dates.ts';
import type { CaptureReminder } from '../../src/core/order/collecting.ts';
import { overdueParts } from '../../src/core/order/dunning.ts';
import { chargesOf, interestOf, type LateInFull } from '../../src/core/order/late-charges.ts';
import { remind } from '../../src/core/order/reminder.ts';
import type { ReminderTerms } from '../../src/core/order/reminder-terms.ts';
import type { Order, OrderContents } from '../../src/core/order/rows.ts';
import { Credit, creditTerms, type Plan } from './credit.ts';
import { merchantIn } from './merchant.ts';

export interface Debt {
  readonly amount?: number;
  /** None: an invoice. */
  readonly plan?: Omit<Plan, 'amount'>;
  /** What the merchant's contract says of reminders. */
  readonly reminders?: ReminderTerms;
  /** What the paper of the buyer's contract says of being late. */
  readonly late?: { readonly interestRateBps: number | null; readonly reminderFeeMinor: string };
  readonly order?: Partial<Order>;
  readonly capturedOn?: Day;
}

const atOnce = { months: 1, rate: 0, startup: 0, monthly: 0 };

export class LateDebt extends Credit {
  constructor(country: CountryCode, { amount = 100_000, plan, reminders, late, order, capturedOn = '2026-06-01' }: Debt = {}) {
    const shop = merchantIn(country);
    const merchant = { ...shop, contract: { ...shop.contract, ...(reminders && { reminders }) } };
    const terms = { ...creditTerms(plan ?? null), ...(late && { late }) };
    const paymentType = plan ? 'Installment' : 'Invoice';
    super({ amount, ...(plan ?? atOnce) }, merchant, { terms, paymentType, ...order }, Date.parse(`${capturedOn}T09:30:00Z`));
  }
  get letters(): readonly CaptureReminder[] {
    return this.list('captureReminders');
  }
  /** What is decided today. */
  decide(contents?: Partial<OrderContents>) {
    return remind(this.inHand, contents as OrderContents | undefined, this.setting);
  }
  /** The letters that are made on a day. */
  remind(day: Day, contents?: Partial<OrderContents>): readonly CaptureReminder[] {
    const before = this.letters.length;
    const decided = this.on(day).decide(contents);
    if (decided) this.take(decided);
    return this.letters.slice(before);
  }
  /** The debt as a letter of the day would see it. */
  late(today: Day): LateInFull {
    const { one: capture, rows: installments } = this;
    return {
      order: this.inHand.order,
      capture,
      installments,
      parts: overdueParts(capture, installments, this.merchant.country, today),
      today,
      reminders: this.letters,
    };
  }
  charges(today: Day) {
    return chargesOf(this.late(today), this.merchant);
  }
  interest(today: Day) {
    return interestOf(this.late(today), this.merchant);
  }
  /** What the capture keeps is what its letters charged. */
  agreeOnReminders(): void {
    const sum = (of: (letter: CaptureReminder) => bigint): bigint => this.letters.reduce((all, each) => all + of(each), 0n);
    const interestMinor = sum((letter) => letter.interestMinor);
    expect(this.one).toMatchObject({
      reminderCount: this.letters.length,
      reminderFeeMinor: sum(({ feeMinor }) => feeMinor) + interestMinor,
      lateInterestMinor: interestMinor > 0n ? interestMinor : null,
    });
  }
}
