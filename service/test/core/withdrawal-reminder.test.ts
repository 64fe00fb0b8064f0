// Who was informed less than a day before being bound by an order or an account is reminded of the right of withdrawal, once, from a day
// after and until its last day.
import { describe, expect, it } from 'vitest';
import type { Account, AccountWithdrawal } from '../../src/core/account/account.ts';
import { remindOfAccountWithdrawal } from '../../src/core/account/remind-of-withdrawal.ts';
import type { Decided } from '../../src/core/changes.ts';
import type { PaymentContract } from '../../src/core/checkout/rows.ts';
import { dayMs } from '../../src/core/dates.ts';
import { contentOf } from '../../src/core/documents/content.ts';
import type { WithdrawalReminderData } from '../../src/core/documents/withdrawal-reminder.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { remindOfWithdrawal } from '../../src/core/order/remind-of-withdrawal.ts';
import type { Order, OrderContents, Withdrawal } from '../../src/core/order/rows.ts';
import { AccountLife, limitMinor } from '../support/account-life.ts';
import { asSent } from '../support/applicant.ts';
import { revolving } from '../support/checkout.ts';
import { creditTerms } from '../support/credit.ts';
import { type Held, HeldOrder } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';

/** The law of DE asks for it from 20 November 2026 on. */
const concludedAt = Date.parse('2026-11-23T09:30:00Z');
const plan = creditTerms({ months: 3, rate: 1_990, startup: 0, monthly: 0 });
const url = 'https://pay.example/w/1';

/** What is decided is done; was there anything? */
function isMade(held: Held, decided: Decided<undefined> | undefined): boolean {
  if (decided) held.take(decided);
  return decided !== undefined;
}

interface Besides {
  readonly customer?: JsonObject | null;
  /** How long before it was concluded the form came; null where none did. */
  readonly informedMs?: number | null;
  readonly concludedAt?: number;
  readonly withdrawal?: Withdrawal;
}

class Bound extends HeldOrder {
  readonly besides: Besides;
  constructor(order: Partial<Order> = {}, besides: Besides = {}, country: Parameters<typeof merchantIn>[0] = 'DE') {
    const at = besides.concludedAt ?? concludedAt;
    const terms = { terms: plan, paymentType: 'Installment', insertedAt: at };
    super(merchantIn(country), at + dayMs, { authorizedMinor: 60_000n, ...terms, ...order });
    this.besides = besides;
  }
  /** Is a reminder made now? */
  remind(): boolean {
    const { customer = asSent, informedMs = dayMs - 1, concludedAt: at = concludedAt, withdrawal } = this.besides;
    const contract = informedMs === null ? null : ({ id: 'contract', number: '77', madeAt: at - informedMs } as PaymentContract);
    const contents = customer && ({ customer } as unknown as OrderContents);
    const earlier = { withdrawal, document: this.list('documents')[0] };
    const agreed = { contract, concludedAt: at, url, language: 'DE' } as const;
    return isMade(this, remindOfWithdrawal(this.inHand, contents ?? undefined, earlier, agreed, this.setting));
  }
  get letter(): WithdrawalReminderData {
    return contentOf(String(this.first('documents').content)) as WithdrawalReminderData;
  }
}

describe('a reminder of the right of withdrawal', () => {
  it('is made once, a day after the agreement and not before', () => {
    const order = new Bound();
    order.now = concludedAt + dayMs - 1;
    expect(order.remind()).toBe(false);
    order.now += 1;
    expect([order.remind(), order.remind()]).toEqual([true, false]);
    const reported = { type: 'order.withdrawal_reminded', orderId: 'o', subject: 'o', currency: 'EUR', amountMinor: 0n };
    expect(order.events).toEqual([{ ...reported, details: { withdrawBy: '2026-12-07' } }]);
    expect(order.list('documents')).toMatchObject([{ id: 'contract', kind: 'WithdrawalReminder', subject: '77', orderId: 'o' }]);
  });

  it('is made where the form came less than a day before, or never', () => {
    expect([dayMs, dayMs - 1, 0, null].map((informedMs) => new Bound({}, { informedMs }).remind())).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('comes until the last day on which the consumer can withdraw', () => {
    for (const [moment, isMade] of [
      ['2026-12-07T22:59:59Z', true],
      ['2026-12-07T23:00:00Z', false],
    ] as const) {
      const order = new Bound();
      order.now = Date.parse(moment);
      expect(order.remind()).toBe(isMade);
    }
  });

  it('has no last day where no agreement was handed over, and then is the order’s own', () => {
    const order = new Bound({}, { informedMs: null });
    order.now = concludedAt + 300 * dayMs;
    expect(order.remind()).toBe(true);
    expect(order.list('documents')).toMatchObject([{ id: 'o', subject: 'o' }]);
    expect(order.letter).toMatchObject({ lastDay: null, informedOn: null, agreementNumber: null });
    expect(order.events).toMatchObject([{ details: {} }]);
    expect(order.events[0]?.details).not.toHaveProperty('withdrawBy');
    // The law is that of the day on which it was concluded, also of an order that waited.
    const waited = new Bound({ insertedAt: concludedAt - 4 * dayMs }, { informedMs: null });
    expect([waited.remind(), waited.letter.lastDay]).toEqual([true, null]);
  });

  it('is of orders that stand', () => {
    const states = ['Authorized', 'PartlyCaptured', 'Captured', 'Pending', 'Voided', 'Expired', 'Rejected'] as const;
    expect(states.filter((state) => new Bound({ state }).remind())).toEqual(['Authorized', 'PartlyCaptured', 'Captured']);
  });

  it.each<[string, Besides, Parameters<typeof merchantIn>[0]?]>([
    ['it was withdrawn from', { withdrawal: {} as Withdrawal }],
    ['the buyer is a company', { customer: { ...asSent, customerCategory: 'Company' } }],
    ['the person was erased', { customer: null }],
    ['the law of its day has no such duty', { concludedAt: Date.parse('2026-11-19T09:30:00Z') }],
    ['the law of its country has none', {}, 'SE'],
  ])('is not made where %s', (_name, besides, country) => {
    expect(new Bound({}, besides, country).remind()).toBe(false);
  });

  it('says what was agreed, when, and where to withdraw', () => {
    const order = new Bound({}, { informedMs: 1 });
    order.remind();
    expect(order.letter).toMatchObject({
      kind: 'WithdrawalReminder',
      number: '77',
      agreementNumber: '77',
      orderNumber: 'o',
      language: 'DE',
      country: 'DE',
      currency: 'EUR',
      shopName: 'Shop DE',
      payee: order.merchant.contract.payee,
      buyer: { name: 'Kim Test', addressLines: ['Hauptstraße 12', '10827 Berlin'] },
      madeAt: concludedAt + dayMs,
      madeOn: '2026-11-24',
      concludedOn: '2026-11-23',
      informedOn: '2026-11-23',
      amountMinor: 60_000n,
      interestRateBps: 1_990,
      lastDay: '2026-12-07',
      withdrawalUrl: url,
    });
  });

  it('of an invoice has no interest; of an order on account that of the account; each with the page', () => {
    const letterOf = (order: Partial<Order>) => {
      const bound = new Bound(order);
      bound.remind();
      return [bound.letter.interestRateBps, bound.letter.withdrawalUrl];
    };
    expect(letterOf({ paymentType: 'Invoice', terms: null })).toEqual([0, url]);
    const { profileNo, interestRateBps } = revolving;
    const terms = { ...creditTerms(null), account: { profileNo, interestRateBps } };
    expect(letterOf({ paymentType: 'Account', terms })).toEqual([interestRateBps, url]);
  });
});

interface OfAccount {
  readonly customer?: JsonObject;
  readonly informedMs?: number | null;
  readonly withdrawal?: AccountWithdrawal;
}

class BoundAccount extends AccountLife {
  readonly besides: OfAccount;
  constructor(account: Partial<Account> = {}, besides: OfAccount = {}) {
    super({ id: 'account', customerNumber: '77', stopped: false, openedOn: '2026-11-23', ...account }, merchantIn('DE'));
    this.besides = besides;
    this.now = concludedAt + dayMs;
  }
  remind(): boolean {
    const { customer = asSent, informedMs = dayMs - 1, withdrawal } = this.besides;
    const informedAt = informedMs === null ? null : concludedAt - informedMs;
    const opened = { customer, language: 'DE', url, informedAt, concludedAt } as const;
    const inHand = { ...this.inHand, ...(withdrawal && { withdrawal }) };
    return isMade(this, remindOfAccountWithdrawal(inHand, this.list('documents')[0], opened, this.setting));
  }
}

describe('a reminder of the right of withdrawal from an account', () => {
  it('is made once, a day after it was granted and not before, and says where to withdraw', () => {
    const account = new BoundAccount();
    account.now = concludedAt + dayMs - 1;
    expect(account.remind()).toBe(false);
    account.now += 1;
    expect([account.remind(), account.remind()]).toEqual([true, false]);
    const { number } = account.account;
    const reported = { type: 'account.withdrawal_reminded', orderId: null, accountNumber: number, subject: number };
    expect(account.events).toEqual([{ ...reported, currency: 'EUR', amountMinor: 0n, details: { withdrawBy: '2026-12-07' } }]);
    const [document] = account.list('documents');
    expect(document).toMatchObject({ id: 'account', kind: 'WithdrawalReminder', subject: number, orderId: null });
    expect(contentOf(String(document?.content))).toMatchObject({
      number,
      agreementNumber: number,
      orderNumber: null,
      language: 'DE',
      shopName: 'Shop DE',
      buyer: { name: 'Kim Test', customerNumber: '77' },
      madeOn: '2026-11-24',
      concludedOn: '2026-11-23',
      informedOn: '2026-11-22',
      amountMinor: limitMinor,
      interestRateBps: 990,
      lastDay: '2026-12-07',
      withdrawalUrl: url,
    });
  });

  it('is made where the form came less than a day before, or never, until the last day', () => {
    const made = [dayMs, dayMs - 1, null].map((informedMs) => new BoundAccount({}, { informedMs }).remind());
    expect(made).toEqual([false, true, true]);
    const uninformed = new BoundAccount({}, { informedMs: null });
    uninformed.now = Date.parse('2026-12-07T22:59:59Z');
    expect(uninformed.remind()).toBe(true);
    expect(contentOf(String(uninformed.list('documents')[0]?.content))).toMatchObject({ informedOn: null });
    const late = new BoundAccount();
    late.now = Date.parse('2026-12-07T23:00:00Z');
    expect(late.remind()).toBe(false);
  });

  it.each<[string, Partial<Account>, OfAccount]>([
    ['it was withdrawn from', {}, { withdrawal: {} as AccountWithdrawal }],
    ['the holder is a company', {}, { customer: { ...asSent, category: 'Company' } }],
    ['the person was erased', { customerNumber: '' }, {}],
    ['it waits to be decided', { state: 'UnderReview' }, {}],
    ['it is stopped', { stopped: true }, {}],
    ['it was closed from debt collection', { status: 'ClosedFromDebtCollection' }, {}],
  ])('is not made where %s', (_name, account, besides) => {
    expect(new BoundAccount(account, besides).remind()).toBe(false);
  });
});
