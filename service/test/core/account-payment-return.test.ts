// A payment on a customer account that is taken back is owed again, part for part and once; it bears interest from the day it went
// back, is demanded by the next statement, and brings no letter on what was paid in time.
import { describe, expect, it } from 'vitest';
import { type AccountPayment, totalMinor } from '../../src/core/account/account.ts';
import { takePaymentBack } from '../../src/core/account/payment-return.ts';
import { withdrawFromAccount } from '../../src/core/account/withdraw.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { AccountLife, idOf, shopIn } from '../support/account-life.ts';

const owed = ({ account: { principalMinor, interestMinor, feesMinor } }: AccountLife) => ({
  principalMinor,
  interestMinor,
  feesMinor,
});
const kinds = (life: AccountLife): string[] => life.list('accountEntries').map(({ kind }) => kind);

/** 500.00 bought on 20 November: the statement of 1 December demands 25.15 of 502.99 until the 15th. */
const bought = (): AccountLife => {
  const life = new AccountLife();
  life.add('Purchase', 50_000n);
  return life.passTo('2027-12-01');
};

describe('a payment that is taken back', () => {
  it('is owed again as it was laid, in the stream, by day and in the ledger', () => {
    const life = bought();
    const before = owed(life);
    life.pay(10_000n, 0, true, 'T');
    expect(owed(life)).toEqual({ principalMinor: 50_000n - 9_701n, interestMinor: 0n, feesMinor: 0n });
    life.passTo('2027-12-05');
    life.takeBack('T');
    expect(owed(life)).toEqual(before);
    expect(life.list('accountEntries').at(-1)).toMatchObject({
      kind: 'PaymentReturned',
      reference: 'T',
      valueOn: '2027-12-05',
      bookedOn: '2027-12-05',
      feesMinor: 150n,
      interestMinor: 149n,
      principalMinor: 9_701n,
    });
    expect(life.list('accountPayments')).toMatchObject([
      { returnedOn: '2027-12-05', returnedFeesMinor: 150n, returnEntryNumber: life.account.entryCount, returnReference: '' },
    ]);
    expect(life.events.at(-1)).toMatchObject({
      type: 'account.payment_returned',
      subject: 'T',
      amountMinor: 10_000n,
      details: { returnedOn: '2027-12-05', feesAmount: 150n, interestAmount: 149n, principalAmount: 9_701n },
    });
    expect(life.balance('consumer_payments')).toBe(0n);
    expect(life.balance('merchant_payables')).toBe(-50_000n);
    life.agree();
  });

  it('is taken back once: the same again is answered as before, another day is refused', () => {
    const life = bought();
    life.pay(10_000n, 0, true, 'T');
    const first = life.takeBack('T') as { payment: AccountPayment };
    const entries = life.list('accountEntries').length;
    const again = life.takeBack('T') as { payment: AccountPayment };
    expect(again.payment).toEqual(first.payment);
    life.passTo('2027-12-02');
    const other = life.takeBack('T');
    expect(idOf(other)).toBe('account.payment_returned');
    expect(other instanceof Refusal && other.notices[0].values).toEqual({ day: '2027-12-01' });
    expect(life.list('accountEntries').length).toBe(entries);
    // Nor does the payment count anew when it is sent again.
    life.pay(10_000n, 1, true, 'T');
    expect(totalMinor(life.account)).toBe(50_299n);
  });

  it('is one of this account, on no day before it came and on none that lies ahead', () => {
    const life = bought();
    life.pay(10_000n, 1, true, 'T');
    expect(idOf(life.takeBack('U'))).toBe('payment.not_found');
    expect(idOf(life.takeBack('T', 2))).toBe('value.out_of_range');
    expect(idOf(life.takeBack('T', -1))).toBe('value.out_of_range');
    expect(idOf(new AccountLife({ state: 'Declined' }).takeBack('T'))).toBe('account.not_found');
    expect(idOf(life.takeBack('T', 1))).toBeUndefined();
  });

  it('bears interest from the day on which it went back, and for no day before it', () => {
    const life = bought();
    life.pay(50_299n, 0, true, 'T');
    life.passTo('2027-12-11').takeBack('T');
    life.passTo('2028-01-01');
    // 21 days of 500.00 at 9.9 % are 2.85, beside November's 1.49.
    expect(life.list('accountMonths').at(-1)).toMatchObject({ month: '2027-12-01', interestMinor: 285n });
    expect(life.account.interestMinor).toBe(149n + 285n);
    life.agree();
  });

  it('told of late, with a day in a month that was posted, corrects that month', () => {
    const life = bought();
    life.pay(50_299n, 0, true, 'T');
    life.passTo('2028-01-03').takeBack('T', 13);
    life.passTo('2028-02-01');
    // From 21 December on: 11 days of 500.00.
    expect(life.list('accountEntries').find(({ kind }) => kind === 'InterestAdjustment')).toMatchObject({
      reference: '2027-12',
      interestMinor: 149n,
    });
    life.agree();
  });

  it('is demanded by the next statement, without a letter on the one that it had paid', () => {
    const life = bought();
    life.pay(2_515n, 0, true, 'T');
    life.passTo('2027-12-20').takeBack('T');
    expect(life.account).toMatchObject({ status: 'Ok', dueMinor: 0n, overdueMinor: 0n });
    life.passTo('2027-12-31');
    expect(kinds(life)).not.toContain('Reminder');
    life.passTo('2028-01-01');
    const [, december] = life.list('accountMonths');
    // A twentieth of all that is owed, what was taken back included.
    expect(december).toMatchObject({ minimumMinor: (totalMinor(life.account) + 19n) / 20n, overdueMinor: 0n });
    expect(life.account).toMatchObject({ status: 'Ok', dueOn: '2028-01-15' });
  });

  it('counts no longer as paid on time, or as paid late', () => {
    const life = bought();
    life.pay(2_515n, 0, true, 'T');
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 1, paidLateCount: 0 });
    life.takeBack('T');
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 0 });
    const late = bought().passTo('2027-12-20');
    late.pay(2_515n, 0, true, 'T');
    expect(late.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 1 });
    late.takeBack('T');
    expect(late.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 0 });
  });

  it('that had overpaid the account is debt as far as its credit was used', () => {
    const life = bought();
    life.pay(60_299n, 0, true, 'T');
    expect(life.account.principalMinor).toBe(-10_000n);
    life.add('Withdrawal', 4_000n);
    life.takeBack('T');
    expect(owed(life)).toEqual({ principalMinor: 54_000n, interestMinor: 149n, feesMinor: 150n });
    expect(life.add('Purchase', 50_000n)).toMatchObject({ eventAdded: false, reasons: [{ id: 'risk.limit' }] });
    life.agree();
  });
});

describe('of an account in debt collection', () => {
  /** All 500.00 and what came to it is due since 16 March. */
  const collected = (): AccountLife => {
    const life = bought().passTo('2028-03-16');
    expect(life.account.status).toBe('SentToDebtCollection');
    return life;
  };

  it('a payment that is taken back is due at once, as is all the rest', () => {
    const life = collected();
    const { overdueMinor } = life.account;
    life.pay(10_000n, 0, true, 'T');
    life.takeBack('T');
    expect(life.account).toMatchObject({ status: 'SentToDebtCollection', overdueMinor, dueMinor: 0n });
    life.agree();
  });

  it('one that had closed it opens the collection again', () => {
    const life = collected();
    const { overdueMinor } = life.account;
    life.pay(overdueMinor, 0, true, 'T');
    expect(life.account.status).toBe('ClosedFromDebtCollection');
    life.passTo('2028-03-20').takeBack('T');
    expect(life.account).toMatchObject({ status: 'SentToDebtCollection', overdueMinor, nextStepOn: '2028-04-01' });
    life.passTo('2028-04-01');
    expect(life.account.overdueMinor).toBe(totalMinor(life.account));
    life.agree();
  });

  it('also months later, which have neither interest nor statement; the next one goes on after the last', () => {
    const life = collected();
    const total = totalMinor(life.account);
    life.pay(total, 0, true, 'T');
    life.passTo('2028-06-10');
    expect(life.account.nextStepOn).toBeNull();
    life.takeBack('T');
    expect(life.account).toMatchObject({ overdueMinor: total, openMonth: '2028-06-01', nextStepOn: '2028-07-01' });
    life.passTo('2028-08-01');
    const [february, june, july] = life.list('accountMonths').slice(-3);
    expect([february?.month, june?.month, july?.month]).toEqual(['2028-02-01', '2028-06-01', '2028-07-01']);
    // From 10 June on, 21 days of 500.00 at 9.9 % in a leap year.
    expect(june).toMatchObject({ interestMinor: 284n, firstEntry: (february?.lastEntry ?? 0) + 1, overdueMinor: total + 284n });
    expect(june?.openingMinor).toBe(
      (february?.principalMinor ?? 0n) + (february?.accruedMinor ?? 0n) + (february?.feesMinor ?? 0n),
    );
    expect(kinds(life)).not.toContain('InterestAdjustment');
    life.agree();
  });

  it('that is in credit without the payment stays closed', () => {
    const life = collected();
    life.pay(totalMinor(life.account));
    life.pay(5_000n, 0, true, 'T');
    life.takeBack('T');
    expect(life.account).toMatchObject({ status: 'ClosedFromDebtCollection', principalMinor: 0n, overdueMinor: 0n });
  });
});

describe('after a withdrawal from the credit', () => {
  const withdrawn = (paidMinor: bigint): AccountLife => {
    const life = bought();
    life.pay(paidMinor, 0, true, 'T');
    const request = { noticedOn: '2027-12-02', medium: 'Letter', termsReceivedOn: null, isCompany: false } as const;
    life.on('2027-12-02').take(withdrawFromAccount(life.inHand, { ...request, grantedAt: life.now - 86_400_000 }, life.setting));
    return life;
  };

  it('fees that fell are not owed again: what had been paid of them comes back as capital', () => {
    const life = withdrawn(10_000n);
    const before = totalMinor(life.account);
    life.takeBack('T');
    expect(totalMinor(life.account)).toBe(before + 10_000n);
    expect(life.account.feesMinor).toBe(0n);
    expect(life.list('accountPayments')).toMatchObject([{ returnedFeesMinor: 0n }]);
    life.agree();
    // All that is owed is demanded by the next statement, and no day bears interest.
    life.passTo('2028-02-01');
    const last = life.list('accountMonths').at(-1);
    expect(last).toMatchObject({ minimumMinor: totalMinor(life.account) - life.account.overdueMinor, interestMinor: 0n });
  });

  it('a payment that was taken back before it charges no fee', () => {
    const life = bought();
    life.pay(10_000n, 0, true, 'T');
    life.takeBack('T');
    const request = { noticedOn: '2027-12-01', medium: 'Letter', termsReceivedOn: null, isCompany: false } as const;
    life.take(withdrawFromAccount(life.inHand, { ...request, grantedAt: life.now }, life.setting));
    expect(life.account).toMatchObject({ principalMinor: 50_000n, feesMinor: 0n });
    life.agree();
  });
});

describe('after the fee of a letter fell', () => {
  it('the payment that had paid it brings it back as capital, and its other fees as fees', () => {
    const life = new AccountLife({ openedOn: '2026-01-20' }, shopIn('DK', null));
    life.add('Purchase', 50_000n);
    life.passTo('2026-03-03');
    const [letter] = life.list('accountLetters');
    const { overdueMinor = 0n, feeMinor = 0n } = letter ?? {};
    life.pay(overdueMinor, 0, true, 'T');
    expect([feeMinor, life.account.feesMinor]).toEqual([10_000n, 0n]);
    life.passTo('2026-03-05').pay(overdueMinor - feeMinor, 4);
    expect(kinds(life)).toContain('ReminderCancelled');
    const before = totalMinor(life.account);
    life.takeBack('T');
    // The fees of two months.
    expect(life.account.feesMinor).toBe(300n);
    expect(totalMinor(life.account)).toBe(before + overdueMinor);
    expect(life.list('accountPayments')[0]).toMatchObject({ feesMinor: 10_300n, returnedFeesMinor: 300n });
    life.agree();
  });

  it('each of two payments brings back what of their fees did not fall, and no more', () => {
    const life = new AccountLife({ openedOn: '2026-01-20' }, shopIn('DK', null));
    life.add('Purchase', 50_000n);
    life.passTo('2026-03-17').pay(15_000n, 0, true, 'T');
    life.pay(15_000n, 0, true, 'U');
    const [, second] = life.list('accountLetters');
    // Known late, and of before the second letter alone.
    life.pass(1).pay((second?.overdueMinor ?? 0n) - (second?.feeMinor ?? 0n), 3);
    expect(life.list('accountLetters')).toMatchObject([{ cancelledOn: null }, { cancelledOn: life.today }]);
    life.takeBack('T');
    life.takeBack('U');
    expect(life.account.feesMinor).toBe(10_300n);
    life.agree();
  });
});

it('an account whose holder was erased is booked on, and demands nothing of a person', () => {
  const life = bought();
  life.pay(totalMinor(life.account), 0, true, 'T');
  const { inHand, account, setting } = life;
  const erased = { ...inHand, account: { ...account, customerNumber: '', stopped: true, nextStepOn: null } };
  expect(erased.payments).toHaveLength(1);
  const answer = life.take(takePaymentBack(erased, { transactionId: 'T', returnedOn: life.today, reference: '' }, setting));
  expect(idOf(answer)).toBeUndefined();
  expect(life.account).toMatchObject({ dueMinor: 0n, overdueMinor: 0n, status: 'Ok' });
  expect(totalMinor(life.account)).toBe(50_299n);
  // Its history is nobody's any more.
  expect(life.exposure).toMatchObject({ paidOnTimeCount: 1 });
});
