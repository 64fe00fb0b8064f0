// Whatever becomes of an order by account, its capture, the account, the exposure and the ledger say one thing of each cent: what was captured
// and is neither refunded nor paid is owed on the account, once, and the order asks for nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, totalMinor } from '../../src/core/account/account.ts';
import { accountFor, charge, toGiveBackMinor } from '../../src/core/account/charge.ts';
import type { AccountInHand } from '../../src/core/account/in-hand.ts';
import { keepAccount } from '../../src/core/account/keep.ts';
import { payAccount } from '../../src/core/account/payment.ts';
import { takePaymentBack } from '../../src/core/account/payment-return.ts';
import { withdrawFromAccount } from '../../src/core/account/withdraw.ts';
import { dayAt, dayMs } from '../../src/core/dates.ts';
import type { Json } from '../../src/core/json.ts';
import { capture } from '../../src/core/order/capture.ts';
import { leftToPayMinor, pay } from '../../src/core/order/payment.ts';
import { refund } from '../../src/core/order/refund.ts';
import { remind } from '../../src/core/order/reminder.ts';
import type { OrderContents } from '../../src/core/order/rows.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { HeldOrder } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

const authorizedMinor = 50_000n;
const startupFeeMinor = 500n;
const account = {
  profileNo: 1,
  interestRateBps: 990,
  startupFeeMinor: '500',
  monthlyFeeMinor: '150',
  minimumPaymentMinor: '1000',
  minimumPaymentBps: 500,
};
const terms = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account };
const contents = {
  customer: { firstName: 'Kim', customerNumber: '7' },
  nationalId: null,
  bankAccount: null,
} as unknown as OrderContents;
const noItems = { items: null, remarks: null };
const idOf = (answer: unknown): string | undefined => (answer instanceof Refusal ? answer.notices[0].id : undefined);

class Life extends HeldOrder {
  #count = 0;
  constructor(more: object = {}) {
    const order = {
      authorizedMinor,
      paymentType: 'Account',
      terms: { ...terms, ...more },
      insertedAt: Date.parse('2027-03-11T09:00:00Z'),
    };
    super(merchantIn('DE'), Date.parse('2027-03-11T09:30:00Z'), { ...order, expiresOn: '2027-04-11' });
  }
  get today(): string {
    return dayAt(this.now, this.merchant.timeZone);
  }
  get accountInHand(): AccountInHand | undefined {
    const [found] = this.list('accounts');
    const [withdrawal] = this.list('accountWithdrawals');
    return (
      found && {
        ...(withdrawal && { withdrawal }),
        account: found,
        days: this.list('accountDays'),
        events: [],
        months: this.list('accountMonths'),
        payments: this.list('accountPayments'),
        letters: this.list('accountLetters'),
        entries: this.list('accountEntries'),
        owner: { customer: this.inHand.customer, exposures: [this.exposure] },
      }
    );
  }
  capture(amountMinor: bigint) {
    const request = { amountMinor, number: `c${++this.#count}`, currency: null, campaignNumber: null, shipping: [], ...noItems };
    return this.take(capture(this.inHand, request, false, this.setting));
  }
  refund(captureNumber: string, amountMinor: bigint) {
    return this.take(
      refund(this.inHand, { captureNumber, amountMinor, number: null, path: 'items', ...noItems }, false, this.setting),
    );
  }
  payOrder(captureNumber: string, amountMinor: bigint) {
    const request = { captureNumber, amountMinor, valueOn: this.today, transactionId: `t${++this.#count}`, reason: null };
    return this.take(pay(this.inHand, request, undefined, this.setting));
  }
  payAccount(amountMinor: bigint, daysAgo = 0) {
    const valueOn = dayAt(this.now - daysAgo * dayMs, this.merchant.timeZone);
    const request = { transactionId: `p${++this.#count}`, amountMinor, valueOn, allowOverpayment: true };
    return this.take(payAccount(this.accountInHand, request, this.setting));
  }
  takeBack(which: number): void {
    const [account, payments] = [this.accountInHand, this.list('accountPayments')];
    const { transactionId } = payments[which % Math.max(1, payments.length)] ?? {};
    if (account && transactionId)
      this.take(takePaymentBack(account, { transactionId, returnedOn: this.today, reference: '' }, this.setting));
  }
  withdraw(): void {
    const { accountInHand } = this;
    if (!accountInHand) return;
    const grantedAt = accountInHand.account.insertedAt;
    const request = { noticedOn: this.today, medium: 'Page', grantedAt, termsReceivedOn: null, isCompany: false } as const;
    this.take(withdrawFromAccount(accountInHand, request, this.setting));
  }
  /** Days go by; what falls due on each of them is done. */
  pass(days: number): this {
    this.now += days * dayMs;
    for (;;) {
      const due = keepAccount(this.accountInHand, this.setting);
      if (!due) return this;
      this.take(due);
    }
  }
  /** As the job does: each that there is. */
  charge(): void {
    for (const { number: captureNumber } of this.list('captures')) {
      const hand = { order: this.inHand, contents, accounts: this.list('accounts'), account: this.accountInHand };
      const decided = charge(hand, { captureNumber, valueOn: this.today }, this.setting);
      if (decided) this.take(decided);
    }
  }
  agree(): void {
    const { capturedMinor, voidedMinor } = this.inHand.order;
    const captures = this.list('captures');
    const owed = captures.reduce((sum, each) => sum + leftToPayMinor(each, []), 0n);
    const charged = captures.reduce((sum, each) => sum + each.chargedMinor, 0n);
    const credit = captures.reduce((sum, each) => sum + each.creditMinor, 0n);
    const [held] = this.list('accounts');
    expect(this.balance('receivables')).toBe(owed);
    expect(this.balance('consumer_credits')).toBe(-credit);
    expect(this.exposure.debtMinor).toBe(owed);
    expect(this.exposure.heldMinor).toBe(authorizedMinor - capturedMinor - voidedMinor + (held?.limitMinor ?? 0n));
    const paid = this.list('accountPayments').reduce((sum, each) => sum + each.principalMinor, 0n);
    // Once nothing is kept of all that was charged, what was paid of fees is the holder's too.
    const returned = this.list('accountEntries').filter(({ kind }) => kind === 'FeesReturned');
    const back = returned.reduce((sum, each) => sum + each.principalMinor, 0n);
    expect(held?.principalMinor ?? 0n).toBe(charged - paid + back);
    expect(this.balance('account_principal')).toBe(held?.principalMinor ?? 0n);
    expect(this.balance('merchant_payables')).toBe(
      -captures.reduce((sum, each) => sum + each.amountMinor - each.refundedMinor, 0n),
    );
    for (const each of captures) expect(each.chargedMinor >= 0n && each.chargedMinor <= each.paidMinor).toBe(true);
  }
}

describe('an order by account', () => {
  it('agrees with its account to the cent, whatever is captured, refunded, paid and charged in whichever order', () => {
    const amount = fc.bigInt(1n, 20_000n);
    const step = fc.tuple(fc.constantFrom('capture', 'refund', 'pay', 'payOrder', 'charge'), amount, fc.nat(5));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const life = new Life();
        for (const [what, minor, which] of steps) {
          const captures = life.list('captures');
          const one = captures[which % Math.max(1, captures.length)];
          if (what === 'capture') life.capture(minor);
          else if (what === 'charge') life.charge();
          else if (what === 'pay' && life.accountInHand) life.payAccount(minor);
          else if (what === 'refund' && one) life.refund(one.number, minor);
          else if (what === 'payOrder' && one) life.payOrder(one.number, minor);
          life.agree();
        }
        life.charge();
        life.agree();
        for (const each of life.list('captures')) {
          expect(leftToPayMinor(each, [])).toBe(0n);
          expect(toGiveBackMinor(each)).toBe(0n);
        }
        // Once more is nothing more.
        const entries = life.list('accountEntries').length;
        life.charge();
        expect(life.list('accountEntries')).toHaveLength(entries);
      }),
      manyRuns(300),
    );
  });

  it('holds no more of the account that it opened than is owed, whatever is charged, paid, taken back, refunded and withdrawn', () => {
    const amount = fc.bigInt(1n, 20_000n);
    const kinds = ['capture', 'refund', 'pay', 'takeBack', 'withdraw', 'pass', 'pass'] as const;
    const step = fc.tuple(fc.constantFrom(...kinds), amount, fc.nat(40));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.constantFrom('0', '150'), (steps, monthlyFeeMinor) => {
        const life = new Life({ account: { ...account, monthlyFeeMinor } });
        for (const [what, minor, which] of [['capture', 10_000n, 0] as const, ...steps]) {
          const captures = life.list('captures');
          const one = captures[which % Math.max(1, captures.length)];
          if (what === 'capture') life.capture(minor);
          else if (what === 'pay' && life.accountInHand) life.payAccount(minor, which);
          else if (what === 'takeBack') life.takeBack(which);
          else if (what === 'withdraw') life.withdraw();
          else if (what === 'pass') life.pass(which);
          else if (one) life.refund(one.number, minor);
          life.charge();
          const { capturedMinor, voidedMinor } = life.inHand.order;
          const [{ limitMinor } = { limitMinor: 0n }] = life.list('accounts');
          const [held] = life.list('accounts');
          const owed = held ? totalMinor(held) : 0n;
          expect(limitMinor <= (owed > 0n ? owed : 0n)).toBe(true);
          expect(life.exposure.heldMinor).toBe(authorizedMinor - capturedMinor - voidedMinor + limitMinor);
          expect(life.balance('account_principal')).toBe(held?.principalMinor ?? 0n);
          expect(life.balance('account_fees') + life.balance('account_interest')).toBe(owed - (held?.principalMinor ?? 0n));
        }
      }),
      manyRuns(300),
    );
  });

  it('opens one account, with the fee that was agreed on for that, and says where it is paid', () => {
    const life = new Life();
    life.capture(10_000n);
    life.capture(5_000n);
    life.charge();
    expect(life.list('accounts')).toMatchObject([
      { principalMinor: 15_000n, feesMinor: startupFeeMinor, limitMinor: 15_500n, orderNumber: 'o', customerNumber: '7' },
    ]);
    // Its agreement says that no money is paid out, so that no fee for that is agreed either.
    expect(life.list('accounts')[0]?.terms).not.toHaveProperty('payoutFees');
    const [first] = life.list('captures');
    expect(idOf(life.payOrder(first?.number ?? '', 100n))).toBe('payment.on_account');
    expect(remind(life.inHand, contents, life.setting)).toBeUndefined();
  });

  it('has its account’s reminders cost what its agreement named, whatever the merchant asks for by then', () => {
    const feeOf = (more: object): unknown => {
      const life = new Life(more);
      const { contract } = life.merchant;
      Object.assign(life.merchant, { contract: { ...contract, reminders: { feeMinor: 120n } } });
      life.capture(10_000n);
      life.charge();
      return (life.list('accounts')[0]?.terms as { reminderFeeMinor?: string } | undefined)?.reminderFeeMinor;
    };
    expect(feeOf({ late: { interestRateBps: 0, reminderFeeMinor: '70' } })).toBe('70');
    expect(feeOf({})).toBe('120');
  });

  it('is put on an account that there is only where payments cover the same first, as far as its agreement says', () => {
    const life = new Life();
    life.capture(10_000n);
    life.charge();
    const [usual] = life.list('accounts');
    if (!usual) throw new Error('no account');
    const agreed = (paymentOrder?: string[]) =>
      ({ currency: 'EUR', terms: { ...terms, ...(paymentOrder && { paymentOrder }) } }) as const;
    expect(accountFor(agreed(), [usual])).toBe(usual);
    expect(accountFor(agreed(['fees', 'interest', 'principal']), [usual])).toBe(usual);
    expect(accountFor(agreed(['principal', 'fees', 'interest']), [usual])).toBeUndefined();
    const { paymentOrder: _kept, ...before } = usual.terms as Readonly<Record<string, Json>>;
    const older = { ...usual, terms: before };
    expect(accountFor(agreed(['principal', 'fees', 'interest']), [older])).toBe(older);
  });

  it('that is refunded wholly owes neither interest nor fees: what was paid of them, too, is its holder’s', () => {
    const payments = fc.array(fc.tuple(fc.bigInt(1n, 4_000n), fc.nat(60)), { maxLength: 4 });
    fc.assert(
      fc.property(fc.nat(90), payments, fc.boolean(), (days, paid, isWithdrawn) => {
        const life = new Life();
        life.capture(10_000n);
        life.charge();
        for (const [minor, on] of paid) life.pass(on).payAccount(minor, 3);
        if (isWithdrawn) life.withdraw();
        life.pass(days).refund(life.one.number, 10_000n);
        life.charge();
        const balance = -paid.reduce((sum, [minor]) => sum + minor, 0n);
        const [{ number: _number, ...held } = expect.fail('no account')] = life.list('accounts');
        expect(held).toMatchObject({ feesMinor: 0n, interestMinor: 0n, principalMinor: balance, overdueMinor: 0n, dueMinor: 0n });
        const ofAccount = ['account_principal', 'account_interest', 'account_fees'] as const;
        expect(ofAccount.map((each) => life.balance(each))).toEqual([balance, 0n, 0n]);
        expect([life.balance('interest_income'), life.balance('fee_income')]).toEqual([0n, 0n]);
        const entries = life.list('accountEntries').length;
        expect(life.pass(70).list('accountEntries')).toHaveLength(entries);
      }),
      manyRuns(200),
    );
  });

  it('that is refunded wholly owes no fee again where the payment of it is taken back', () => {
    const life = new Life();
    life.capture(10_000n);
    life.charge();
    life.payAccount(startupFeeMinor);
    life.refund(life.one.number, 10_000n);
    life.charge();
    life.takeBack(0);
    expect(life.list('accounts')).toMatchObject([{ feesMinor: 0n, principalMinor: 0n, interestMinor: 0n }]);
  });

  it('that is refunded in part owes interest as if that had never been lent, and the fees of the account', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 5_000n), fc.nat(100), fc.boolean(), (backMinor, days, isOther) => {
        const [whole, rest] = [new Life(), new Life()];
        whole.capture(10_000n);
        rest.capture(10_000n - backMinor);
        // Of two captures one may be refunded wholly.
        if (isOther) for (const life of [whole, rest]) life.capture(5_000n);
        for (const life of [whole, rest]) life.charge();
        whole.pass(days).refund(whole.one.number, backMinor);
        whole.charge();
        rest.pass(days);
        const sums = ({ principalMinor, interestMinor, feesMinor }: Account) => ({ principalMinor, interestMinor, feesMinor });
        const [one, other] = [whole, rest].map((life) => life.list('accounts').map(sums));
        expect(one).toEqual(other);
        whole.pass(31);
        rest.pass(31);
        expect(whole.list('accounts').map((each) => each.interestMinor)).toEqual(
          rest.list('accounts').map((each) => each.interestMinor),
        );
      }),
      manyRuns(100),
    );
  });

  it('asks for the rest by itself once its account was stopped: no further one is opened by an agreement that may be withdrawn from', () => {
    const life = new Life();
    life.capture(10_000n);
    life.charge();
    const [held] = life.list('accounts');
    if (!held) throw new Error('no account');
    life.put('accounts', { ...held, stopped: true });
    life.capture(5_000n);
    life.charge();
    expect(life.list('accounts')).toMatchObject([{ principalMinor: 10_000n }]);
    expect(life.list('captures').map(({ onAccount, chargedMinor }) => [onAccount, chargedMinor])).toEqual([
      [true, 10_000n],
      [false, 0n],
    ]);
  });

  it('charges one capture to one account, also where it is stopped by the time that a payment of before is taken back', () => {
    const life = new Life();
    life.capture(10_000n);
    life.payOrder(life.one.number, 4_000n);
    life.charge();
    const [held] = life.list('accounts');
    if (!held) throw new Error('no account');
    life.put('accounts', { ...held, stopped: true });
    life.put('captures', { ...life.one, paidMinor: life.one.paidMinor - 4_000n });
    life.charge();
    expect(life.list('accounts')).toMatchObject([{ principalMinor: 10_000n }]);
    life.refund(life.one.number, 10_000n);
    life.charge();
    expect(life.list('accounts')).toMatchObject([{ principalMinor: 0n }]);
  });

  it('leaves what was refunded after its person was erased owed back by the order', () => {
    const life = new Life();
    life.capture(10_000n);
    life.charge();
    life.payAccount(10_500n);
    const [held] = life.list('accounts');
    if (!held) throw new Error('no account');
    life.put('accounts', { ...held, customerNumber: '' });
    life.refund(life.one.number, 4_000n);
    life.charge();
    expect(life.one).toMatchObject({ onAccount: false, creditMinor: 4_000n, chargedMinor: 10_000n });
    expect(life.list('accounts')).toMatchObject([{ principalMinor: 0n }]);
  });

  it('whose debt no account can ask for keeps it, and asks for it as an invoice does', () => {
    const life = new Life({ mandateNumber: 'M' });
    life.capture(10_000n);
    expect(life.one.onAccount).toBe(false);
    life.charge();
    expect(life.list('accounts')).toHaveLength(0);
    const overdue = Date.parse('2027-05-03T09:30:00Z');
    life.now = overdue;
    expect(remind(life.inHand, contents, life.setting)?.events).toMatchObject([{ type: 'capture.reminded' }]);
  });
});
