// The life of a customer account without a book: opened on 20 November 2027 in Germany where nothing else is said.
import { expect } from 'vitest';
import { type Account, totalMinor } from '../../src/core/account/account.ts';
import { addEvent, type EventKind } from '../../src/core/account/event.ts';
import type { AccountInHand } from '../../src/core/account/in-hand.ts';
import { keepAccount } from '../../src/core/account/keep.ts';
import { payAccount } from '../../src/core/account/payment.ts';
import { takePaymentBack } from '../../src/core/account/payment-return.ts';
import { addMonths, type Day, dayAt, dayMs } from '../../src/core/dates.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { HeldAccount } from './held.ts';
import { merchantIn } from './merchant.ts';

export const idOf = (answer: unknown): string | undefined => (answer instanceof Refusal ? answer.notices[0].id : undefined);
export const sum = <Row>(rows: readonly Row[], of: (row: Row) => bigint): bigint => rows.reduce((all, row) => all + of(row), 0n);

/** A shop whose letters cost so much; null is whatever is usual in the country. */
export function shopIn(country: Parameters<typeof merchantIn>[0], feeMinor: bigint | null): Merchant {
  const { contract, ...shop } = merchantIn(country);
  return { ...shop, contract: { ...contract, ...(feeMinor !== null && { reminders: { feeMinor } }) } };
}

export const limitMinor = 100_000n;
export const terms = {
  interestRateBps: 990,
  monthlyFeeMinor: '150',
  minimumPaymentMinor: '1000',
  minimumPaymentBps: 500,
  payoutFees: true,
};

export class AccountLife extends HeldAccount {
  #count = 0;
  /** What was added, by kind; a correction of interest has a sign. */
  readonly added: Record<EventKind, bigint> = {
    Info: 0n,
    Purchase: 0n,
    Withdrawal: 0n,
    WithdrawalCorrection: 0n,
    WithdrawalCommission: 0n,
    InterestCorrection: 0n,
  };

  constructor(account: Partial<Account> = {}, merchant = shopIn('DE', 250n)) {
    const { openedOn = '2027-11-20' } = account;
    const { currency } = merchant;
    const nextStepOn = new Date(Date.UTC(Number(openedOn.slice(0, 4)), Number(openedOn.slice(5, 7)), 1))
      .toISOString()
      .slice(0, 10);
    super(merchant, Date.parse(`${openedOn}T09:30:00Z`), { limitMinor, terms, openedOn, nextStepOn, currency, ...account });
  }
  get today(): Day {
    return dayAt(this.now, this.merchant.timeZone);
  }
  on(day: Day): this {
    this.now = Date.parse(`${day}T09:30:00Z`);
    return this;
  }

  add(eventType: EventKind, amountMinor: bigint, daysAgo = 0, accountTransactionId: string | null = `e${++this.#count}`) {
    const sent = { categoryType: '', taxMinor: null, countryCode: 'DE', language: 'DE', nfcId: null, posId: null, posName: null };
    const own = { accountTransactionId, contentHashes: [`${eventType} ${amountMinor}`], happenedAt: this.now - daysAgo * dayMs };
    const currency = this.merchant.currency;
    const request = { eventType, amountMinor, currency, items: null, ...sent, ...own } as const;
    const before = this.list('accountEvents').length;
    const answer = this.take(addEvent(this.inHand, request, this.setting));
    if (this.list('accountEvents').length > before) this.added[eventType] += amountMinor;
    return answer;
  }
  pay(amountMinor: bigint, daysAgo = 0, allowOverpayment = true, transactionId = `p${++this.#count}`) {
    const valueOn = dayAt(this.now - daysAgo * dayMs, this.merchant.timeZone);
    return this.take(payAccount(this.inHand, { transactionId, amountMinor, valueOn, allowOverpayment }, this.setting));
  }
  takeBack(transactionId: string, daysAgo = 0, reference = '') {
    const returnedOn = dayAt(this.now - daysAgo * dayMs, this.merchant.timeZone);
    return this.take(takePaymentBack(this.inHand, { transactionId, returnedOn, reference }, this.setting));
  }

  /** As it is read to be kept: the days that may still be corrected, and of the months also the two before. */
  get toKeep(): AccountInHand {
    const { inHand } = this;
    const { correctFrom, openMonth } = inHand.account;
    const first = `${correctFrom.slice(0, 8)}01`;
    const before = addMonths(openMonth, -2);
    const months = inHand.months.filter(({ month }) => month >= (first < before ? first : before));
    return { ...inHand, days: inHand.days.filter(({ day }) => day >= first), months };
  }
  /** Days go by; what falls due on each of them is done. */
  pass(days: number): this {
    this.now += days * dayMs;
    for (;;) {
      const due = keepAccount(this.toKeep, this.setting);
      if (!due) return this;
      const months = this.list('accountMonths').length;
      this.take(due);
      if (this.list('accountMonths').length > months) this.stated();
    }
  }
  /** Until a day. */
  passTo(day: Day): this {
    return this.pass((Date.parse(day) - Date.parse(this.today)) / dayMs);
  }
  /** Seen after each statement. */
  protected stated(): void {
    // Nothing more than the statement itself.
  }

  /** The stream, its counters, the days and the ledger say the same. */
  agree(): void {
    const { account } = this;
    const entries = this.list('accountEntries');
    let [principal, interest, fees] = [0n, 0n, 0n];
    for (const [index, entry] of entries.entries()) {
      principal += entry.principalMinor;
      interest += entry.interestMinor;
      fees += entry.feesMinor;
      expect(entry).toMatchObject({ number: index + 1, principalAfterMinor: principal, interestAfterMinor: interest });
      expect(entry.feesAfterMinor).toBe(fees);
    }
    const counted = { principalMinor: principal, interestMinor: interest, feesMinor: fees, entryCount: entries.length };
    expect(account).toMatchObject(counted);
    const days = this.list('accountDays');
    expect(sum(days, (each) => each.principalMinor)).toBe(principal);
    expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
    expect(this.balance('account_principal')).toBe(principal);
    expect(this.balance('account_interest')).toBe(interest);
    expect(this.balance('account_fees')).toBe(fees);
    const owed = totalMinor(account) > 0n ? totalMinor(account) : 0n;
    expect(account.dueMinor >= 0n && account.overdueMinor >= 0n && account.dueMinor + account.overdueMinor <= owed).toBe(true);
    expect(account.overdueMinor === 0n).toBe(account.status === 'Ok' ? account.overdueCount === 0 : ended(account));
  }
}

const ended = ({ status }: Account): boolean => status === 'ClosedFromDebtCollection';
