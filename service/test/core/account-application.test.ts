// Who applies for an account is granted what was asked for or what is left of the limit, never more, by terms that the law allows; the
// whole limit is held from then on, and given back where a person declines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, blockedBy, remainingMinor } from '../../src/core/account/account.ts';
import { type AccountRequest, type Applied, applyForAccount } from '../../src/core/account/apply.ts';
import type { EventKind } from '../../src/core/account/event.ts';
import { accountNumber, readAccountNumber } from '../../src/core/account/number.ts';
import { decideApplication, declineOverdueApplication, stopAccount } from '../../src/core/account/review.ts';
import type { Change, Decided } from '../../src/core/changes.ts';
import type { AccountProfile } from '../../src/core/credit-profiles.ts';
import { dayMs } from '../../src/core/dates.ts';
import { contentOf } from '../../src/core/documents/content.ts';
import type { ContractData } from '../../src/core/documents/contract.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { PersonInHand } from '../../src/core/order/in-hand.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { type BureauAnswer, nothingHeard } from '../../src/core/risk/facts.ts';
import { plainTraits } from '../../src/core/risk/traits.ts';
import type { Rows, TableName } from '../../src/core/rows.ts';
import { AccountLife, idOf, limitMinor, shopIn } from '../support/account-life.ts';
import { asSent, exposureOf, introduced, kim, personWith, settingOf } from '../support/applicant.ts';

const start = Date.parse('2026-12-10T09:30:00Z');
/** No more than 1 000.00 in one order, and 1 500.00 to a person. */
function limited(shop = shopIn('DE', 100n)): Merchant {
  const limit = { orderMinor: 100_000n, customerMinor: 150_000n };
  const limits = { EUR: limit, SEK: limit, NOK: limit };
  const { payee, policy } = shop.contract;
  const ibans = { ...payee.ibans, SEK: 'SE4550000000058398257466' };
  return { ...shop, contract: { ...shop.contract, payee: { ...payee, ibans }, policy: { ...policy, limits } } };
}
const request: AccountRequest = {
  askedMinor: 50_000n,
  currency: 'EUR',
  party: kim,
  introduction: introduced,
  traits: plainTraits,
  marks: { email: 'e' },
  customer: asSent,
  nationalId: null,
  firstNoticeAt: null,
  language: 'DE',
  withdrawalUrl: (id) => `https://pay.example/w/${id}`,
};
const apply = (
  over: Partial<AccountRequest> = {},
  person: PersonInHand = personWith(),
  { merchant = limited(), accounts = [], now = start, bureau = {} }: Partial<How> = {},
) =>
  applyForAccount(
    { ...request, ...over },
    person,
    accounts,
    { ...nothingHeard, ...bureau },
    settingOf(merchant, now),
  ) as Decided<Applied>;
interface How {
  merchant: Merchant;
  accounts: readonly Account[];
  now: number;
  bureau: Partial<typeof nothingHeard>;
}
const rowsOf = <Name extends TableName>({ changes }: Decided<unknown>, table: Name) =>
  changes.flatMap((each): (Change & { row: Rows[Name] })[] =>
    each.table === table ? [each as Change & { row: Rows[Name] }] : [],
  );

describe('an application for an account', () => {
  it('opens one by the terms of the profile and the law, held whole against the limit', () => {
    const applied = apply({}, personWith([exposureOf({ currency: 'SEK' }), exposureOf({ heldMinor: 100n })]));
    const { account, outcome, customerNumber, decisionId } = applied.answer;
    expect([outcome, account?.customerNumber]).toEqual(['Accepted', customerNumber]);
    expect(account).toMatchObject({
      state: 'Open',
      status: 'Ok',
      limitMinor: 50_000n,
      principalMinor: 0n,
      stopped: false,
      decideBy: null,
    });
    expect(account).toMatchObject({
      openedOn: '2026-12-10',
      openMonth: '2026-12-01',
      correctFrom: '2026-12-01',
      nextStepOn: '2027-01-01',
    });
    expect(account).toMatchObject({ firstNoticeOn: '2027-01-01', nextNoticeOn: '2027-01-01', lastNoticeOn: null, entryCount: 0 });
    const profile = limited().contract.accountProfiles[0];
    expect(account?.terms).toEqual({
      interestRateBps: profile?.interestRateBps,
      monthlyFeeMinor: String(profile?.monthlyFeeMinor),
      minimumPaymentMinor: String(profile?.minimumPaymentMinor),
      minimumPaymentBps: profile?.minimumPaymentBps,
      reminderFeeMinor: '100',
      paymentOrder: ['fees', 'interest', 'principal'],
      payoutFees: true,
    });
    expect(readAccountNumber(String(account?.number))).toBe(account?.number);
    expect(rowsOf(applied, 'exposures')).toMatchObject([
      { kind: 'update', row: { currency: 'EUR' }, add: { heldMinor: 50_000n } },
    ]);
    expect(rowsOf(applied, 'accountApplications')).toMatchObject([
      {
        row: {
          id: decisionId,
          customerKey: 'k',
          accountNumber: account?.number,
          outcome: 'Accepted',
          askedMinor: 50_000n,
          grantedMinor: 50_000n,
          application: { orderMinor: '50000', paymentType: 'Account' },
          facts: { exposureMinor: '100' },
          policy: { version: 'demo-1' },
          reasons: [],
          result: { outcome: 'Accepted' },
        },
      },
    ]);
    expect(rowsOf(applied, 'accounts')).toMatchObject([{ kind: 'insert', row: account }]);
    expect(rowsOf(applied, 'accountOwners')).toMatchObject([
      { row: { accountNumber: account?.number, customer: asSent, nationalId: null } },
    ]);
    expect(rowsOf(applied, 'customers')).toMatchObject([{ set: { number: customerNumber } }]);
    expect(rowsOf(applied, 'customerProfiles')).toMatchObject([{ row: { customerKey: 'k', lastName: 'Test', emailKey: 'e' } }]);
    // It counts as a try, of the person and of the mark.
    expect(rowsOf(applied, 'velocities').map(({ row }) => row.subject)).toEqual(['k', 'e']);
    expect(applied.events).toMatchObject([{ type: 'account.opened', subject: account?.number, amountMinor: 50_000n }]);
    const unknown = rowsOf(apply(), 'exposures');
    expect(unknown).toMatchObject([{ kind: 'insert', row: exposureOf({ heldMinor: 50_000n }) }]);
  });

  it('is granted what was asked for or what is left of the least limit', () => {
    const amount = fc.bigInt({ min: 1n, max: 200_000n });
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 160_000n }), fc.bigInt({ min: 0n, max: 50_000n }), (asked, held, debt) => {
        const applied = apply({ askedMinor: asked }, personWith([exposureOf({ heldMinor: held, debtMinor: debt })]));
        const left = 150_000n - held - debt;
        const highest = left < 100_000n ? left : 100_000n;
        const granted = asked < highest ? asked : highest;
        const { account, outcome, agreementId } = applied.answer;
        const [kept] = rowsOf(applied, 'accountApplications');
        expect(kept?.row).toMatchObject({ askedMinor: asked, grantedMinor: highest > 0n ? granted : 0n });
        if (highest > 0n) {
          expect(account?.limitMinor).toBe(granted);
        } else {
          expect([outcome, account, agreementId, kept?.row.accountNumber]).toEqual(['Rejected', null, null, null]);
          const tables = applied.changes.map(({ table }) => table);
          expect(tables).toEqual(['customers', 'velocities', 'velocities', 'accountApplications']);
          expect(applied.events).toMatchObject([
            { type: 'account.rejected', subject: kept?.row.id, amountMinor: asked, resource: { type: 'account_application' } },
          ]);
        }
      }),
    );
  });

  it('is rejected where nothing is left, to the cent, and not granted as nothing', () => {
    expect(apply({}, personWith([exposureOf({ debtMinor: 150_000n })])).answer).toMatchObject({
      outcome: 'Rejected',
      account: null,
    });
    expect(apply({}, personWith([exposureOf({ debtMinor: 149_999n })])).answer.account?.limitMinor).toBe(1n);
  });

  it('waits for a person where a bureau’s limit leaves nothing by the payment history alone, and is granted what it leaves', () => {
    const heard = (limitMinor: bigint): BureauAnswer => ({ verdict: 'limited', limitMinor, categories: ['paymentHistory'] });
    const applied = (limitMinor: bigint) =>
      apply({}, personWith([exposureOf({ debtMinor: 10_000n })]), { bureau: { bureau: heard(limitMinor) } }).answer;
    expect(applied(10_000n)).toMatchObject({ outcome: 'Pending', account: { state: 'UnderReview', limitMinor: 50_000n } });
    expect(applied(10_001n)).toMatchObject({ outcome: 'Accepted', account: { limitMinor: 1n } });
  });

  it('waits for a person where a bureau asks for one, and takes effect on the day that the shop named', () => {
    const firstNoticeAt = Date.parse('2027-03-14T23:30:00Z');
    const applied = apply({ firstNoticeAt }, personWith(), { bureau: { bureau: { verdict: 'review' } } });
    const { account, outcome, reasons } = applied.answer;
    expect([outcome, reasons]).toEqual(['Pending', [{ id: 'account.under_review' }]]);
    expect(account).toMatchObject({ state: 'UnderReview', decideBy: start + 72 * 3_600_000, limitMinor: 50_000n });
    expect(account).toMatchObject({ firstNoticeOn: '2027-03-15', nextNoticeOn: '2027-04-01' });
    expect(applied.events).toMatchObject([{ type: 'account.placed_under_review', amountMinor: 50_000n }]);
    // What the engine said is kept as it was.
    expect(rowsOf(applied, 'accountApplications')[0]?.row.result).toMatchObject({
      outcome: 'Pending',
      reasons: [{ id: 'risk.review' }],
    });
    const again = apply({}, personWith(), { accounts: [account as Account] }).answer;
    expect(again).toMatchObject({ outcome: 'Pending', reasons: [{ id: 'account.under_review' }], account, decisionId: null });
    const notices = ['2026-10-05', '2026-12-01', '2026-12-20', '2027-01-01', '2027-02-01'].map(
      (day) => apply({ firstNoticeAt: Date.parse(`${day}T12:00:00Z`) }).answer.account?.nextNoticeOn,
    );
    expect(notices).toEqual(['2027-01-01', '2027-01-01', '2027-01-01', '2027-01-01', '2027-02-01']);
  });

  it('is answered with the account that there is, and nothing new', () => {
    const { account } = apply().answer;
    const applied = apply({ askedMinor: 1n }, personWith(), { accounts: [account as Account] });
    expect(applied).toEqual({
      answer: {
        outcome: 'Accepted',
        reasons: [],
        customerNumber: account?.customerNumber,
        account,
        decisionId: null,
        agreementId: null,
      },
      changes: [],
      events: [],
    });
    // In another currency it is one of its own.
    const crowns = { ...(account as Account), currency: 'SEK' } as const;
    expect(apply({}, personWith(), { accounts: [crowns] }).answer.account?.currency).toBe('EUR');
    const { contract, ...shop } = limited();
    const none = { ...shop, contract: { ...contract, accountProfiles: [] } };
    expect(apply({}, personWith(), { accounts: [account as Account], merchant: none }).answer.account).toBe(account);
    expect(idOf(apply({}, personWith(), { merchant: none }))).toBe('method.not_available');
  });

  it('is refused in a currency without a limit, and where every profile is above the law', () => {
    expect(idOf(apply({ currency: 'DKK' }))).toBe('order.currency_not_offered');
    // Nothing is sold that could not be paid.
    expect(idOf(apply({ currency: 'NOK' }))).toBe('order.currency_not_payable');
    const { contract, ...shop } = limited(shopIn('FI', null));
    const [profile] = contract.accountProfiles;
    const dear = profile && { ...profile, interestRateBps: 5_000 };
    const finland = (profiles: readonly (typeof dear)[]) =>
      ({ ...shop, contract: { ...contract, accountProfiles: profiles.flatMap((each) => each ?? []) } }) as Merchant;
    expect(idOf(apply({}, personWith(), { merchant: finland([dear]) }))).toBe('method.not_available');
    // The first that the law allows holds.
    const both = finland([dear && { ...dear, profileNo: 7 }, profile && { ...profile, profileNo: 8 }]);
    expect(
      apply({ party: { ...kim, nationalId: '081284-107P' } }, personWith(), { merchant: both }).answer.account?.profileNo,
    ).toBe(8);
  });

  it('knows the customer by the number that was sent, else by the one there is', () => {
    const known = personWith([], { customer: { ...personWith().customer, number: '77' } });
    expect(apply({ party: { ...kim, customerNumber: '55' } }, known).answer.customerNumber).toBe('55');
    expect(apply({}, known).answer.customerNumber).toBe('77');
  });

  it('in another currency agrees on the rates alone, since the amounts of a profile are in the merchant’s', () => {
    const { account } = apply({ currency: 'SEK' }).answer;
    expect(account?.terms).toMatchObject({
      monthlyFeeMinor: '0',
      minimumPaymentMinor: '0',
      reminderFeeMinor: '0',
      interestRateBps: 990,
    });
    const usual = apply({}, personWith(), { merchant: limited(shopIn('DE', null)) });
    expect(usual.answer.account?.terms).toMatchObject({ reminderFeeMinor: '0' });
  });

  describe('is granted by the law as its own limit is the credit', () => {
    /** A shop whose account profiles have these costs, and whose policy grants what is asked for. */
    const shopWith = (
      country: 'DE' | 'DK' | 'NL' | 'CH' | 'FI' | 'BE',
      ...costs: readonly Partial<AccountProfile>[]
    ): Merchant => {
      const { contract, ...shop } = limited(shopIn(country, null));
      const { accountProfiles, policy } = contract;
      const [profile] = accountProfiles;
      if (!profile) throw new Error('no profile');
      const limit = { orderMinor: 1_000_000n, customerMinor: 1_000_000n };
      const limits = { EUR: limit, DKK: limit, CHF: limit, SEK: limit };
      const profiles = costs.map((each, index) => ({ ...profile, profileNo: index + 1, ...each }));
      return { ...shop, contract: { ...contract, accountProfiles: profiles, policy: { ...policy, limits } } };
    };
    const granted = (merchant: Merchant, askedMinor: bigint) => {
      const party = { ...kim, nationalId: 'of the country' };
      return apply({ askedMinor, currency: merchant.currency, party }, personWith(), { merchant });
    };
    const creditOf = (applied: Decided<Applied>) =>
      (contentOf(String(rowsOf(applied, 'documents')[0]?.row.content)) as ContractData).credit;

    it('which its annual rate and its total are of', () => {
      const applied = granted(shopWith('DE', { interestRateBps: 1_200, monthlyFeeMinor: 395n }), 50_000n);
      // Twelve parts of 41.67 or 41.66 with one per cent of what is left, and 3.95 each.
      expect(creditOf(applied)).toMatchObject({
        amountMinor: 50_000n,
        totalMinor: 50_000n + 3_250n + 4_740n,
        annualPercentageRate: '32.89',
        monthlyFeeMinor: 395n,
      });
      expect(creditOf(applied)).not.toHaveProperty('assumedMinor');
    });

    it('without a monthly fee that would lift it above a cap', () => {
      for (const [country, costs, askedMinor] of [
        ['DK', { interestRateBps: 1_800, monthlyFeeMinor: 3_900n }, 200_000n],
        ['NL', { interestRateBps: 800, monthlyFeeMinor: 200n }, 50_000n],
        ['CH', { interestRateBps: 800, monthlyFeeMinor: 200n, signedInWriting: true }, 50_000n],
        ['FI', { interestRateBps: 1_200, monthlyFeeMinor: 395n }, 50_000n],
      ] as const) {
        const merchant = shopWith(country, costs);
        const applied = granted(merchant, askedMinor);
        expect([country, applied.answer.account?.terms]).toMatchObject([country, { monthlyFeeMinor: '0' }]);
        expect(creditOf(applied)).toMatchObject({ monthlyFeeMinor: 0n });
        const large = granted(merchant, 1_000_000n);
        expect([country, large.answer.account?.terms]).toMatchObject([
          country,
          { monthlyFeeMinor: String(costs.monthlyFeeMinor) },
        ]);
      }
    });

    it('on the first profile that the law allows for it; on none it is refused', () => {
      // Of 1 500.00 the rate is 11.994 %; of 20.00 cents that are rounded up lift it to 12.047.
      const [dear, cheap] = [{ interestRateBps: 1_138 }, { interestRateBps: 800 }];
      expect(granted(shopWith('NL', dear, cheap), 50_000n).answer.account).toMatchObject({ profileNo: 1 });
      expect(granted(shopWith('NL', dear, cheap), 2_000n).answer.account).toMatchObject({ profileNo: 2 });
      expect(idOf(granted(shopWith('NL', dear), 2_000n))).toBe('method.not_available');
    });
  });

  it('of a person has an agreement that says limit, rate, fees and the page to withdraw on; a company has none', () => {
    const { contract, ...shop } = limited();
    const accountProfiles = contract.accountProfiles.map((each) => ({ ...each, monthlyFeeMinor: 123n }));
    const applied = apply({}, personWith(), { merchant: { ...shop, contract: { ...contract, accountProfiles } } });
    const [document] = rowsOf(applied, 'documents');
    expect(document?.row).toMatchObject({
      id: applied.answer.agreementId,
      kind: 'Contract',
      subject: applied.answer.account?.number,
    });
    const content = contentOf(String(document?.row.content)) as ContractData;
    expect(content).toMatchObject({
      madeOn: '2026-12-10',
      currency: 'EUR',
      buyer: { name: 'Kim Test', customerNumber: applied.answer.customerNumber },
      purchase: { orderNumber: null, cashPriceMinor: null },
      withdrawalUrl: `https://pay.example/w/${applied.answer.account?.id}`,
      directDebit: null,
      payment: null,
    });
    const fees = { startupFeeMinor: 0n, monthlyFeeMinor: 123n, reminderFeeMinor: 100n, withdrawalDays: 14 };
    expect(content.credit).toMatchObject({ type: 'Account', amountMinor: 50_000n, nominalRate: '9.90', ...fees });
    const company = apply({ party: { ...kim, category: 'Company' } });
    expect([company.answer.agreementId, rowsOf(company, 'documents')]).toEqual([null, []]);
    expect(company.answer.account?.state).toBe('Open');
  });
});

describe('a person who decides about an application', () => {
  const judgement = { reason: 'Seen', decidedBy: 'a clerk' };
  /** Opened under review on 20 November 2027, with what was sent meanwhile. */
  const waiting = (...sent: readonly (readonly [EventKind, bigint])[]) => {
    const life = new AccountLife({ state: 'UnderReview', decideBy: null });
    for (const [kind, cents] of sent) life.add(kind, cents);
    return life;
  };
  const decide = (life: AccountLife, step: 'approve' | 'decline') =>
    life.take(decideApplication(life.inHand, step, life.setting, judgement));

  it('after months has a statement of each, and what was held is booked on the day of its decision', () => {
    const life = waiting(['Purchase', 60_000n], ['Info', 5n]);
    const before = life.account.entryCount;
    life.passTo('2028-02-03');
    decide(life, 'approve');
    expect(life.list('accountMonths').map(({ month, firstEntry, lastEntry }) => [month, firstEntry, lastEntry])).toEqual([
      ['2027-11-01', 1, before],
      ['2027-12-01', before + 1, before],
      ['2028-01-01', before + 1, before],
    ]);
    expect(life.account).toMatchObject({
      principalMinor: 60_000n,
      openMonth: '2028-02-01',
      nextStepOn: '2028-03-01',
      state: 'Open',
    });
    expect(life.events.filter(({ type }) => type === 'account.statement_made').length).toBe(3);
    expect(life.list('accountReviews')).toEqual([
      { accountNumber: life.account.number, decision: 'approve', ...judgement, decidedAt: life.now },
    ]);
    life.agree();
    // Interest from the day of the purchase on comes with the next statement.
    life.passTo('2028-03-01').agree();
    expect(life.list('accountMonths').map(({ interestMinor }) => interestMinor)).toEqual([179n, 504n, 503n, 471n]);
  });

  it('books each event on the account as those before it left it', () => {
    for (const [sent, states, used] of [
      [
        [
          ['WithdrawalCommission', 1n],
          ['Purchase', limitMinor],
        ],
        ['Booked', 'Declined'],
        0n,
      ],
      [
        [
          ['InterestCorrection', 1n],
          ['Purchase', limitMinor],
        ],
        ['Booked', 'Declined'],
        0n,
      ],
      [
        [
          ['InterestCorrection', -1n],
          ['Purchase', limitMinor + 1n],
        ],
        ['Booked', 'Booked'],
        limitMinor + 1n,
      ],
      [
        [
          ['Purchase', 500n],
          ['WithdrawalCorrection', 500n],
          ['WithdrawalCorrection', 1n],
        ],
        ['Booked', 'Booked', 'Declined'],
        0n,
      ],
    ] as const) {
      const life = waiting(...sent);
      decide(life, 'approve');
      expect(life.list('accountEvents').map(({ state }) => state)).toEqual(states);
      expect(life.account).toMatchObject({ usedMinor: used, heldCount: 0 });
      life.agree();
    }
  });

  it('and declines, books nothing, reports each event, and leaves alone what only informed', () => {
    const life = waiting(['Info', 5n], ['Purchase', 500n]);
    decide(life, 'decline');
    const [info, purchase] = life.list('accountEvents');
    expect([info?.state, purchase?.state]).toEqual(['Booked', 'Declined']);
    const declined = life.events.filter(({ type }) => type === 'account.event_declined');
    expect(declined).toMatchObject([{ subject: purchase?.id, amountMinor: 0n }]);
    expect(life.account).toMatchObject({ state: 'Declined', heldCount: 0, principalMinor: 0n });
    expect(life.list('accountReviews')).toMatchObject([{ decision: 'decline' }]);
    life.agree();
  });

  it('is waited for as long as it takes where no day was set', () => {
    const life = waiting().pass(400);
    expect(declineOverdueApplication(life.inHand, life.setting)).toBeUndefined();
    expect(decide(life, 'approve')).toMatchObject({ state: 'Open' });
  });
});

describe('an account', () => {
  const stop = (life: AccountLife, stopped: boolean) => life.take(stopAccount(life.inHand, stopped, life.setting));
  it('is stopped and goes on, once each', () => {
    const life = new AccountLife();
    life.now += dayMs;
    expect(stop(life, true)).toMatchObject({ stopped: true, updatedAt: life.now });
    expect(life.account).toMatchObject({ stopped: true, updatedAt: life.now });
    expect(stop(life, true)).toBe(life.account);
    expect(blockedBy(life.account)).toBe('account.stopped');
    expect(stop(life, false)).toMatchObject({ stopped: false });
    expect(blockedBy(life.account)).toBeUndefined();
    expect(life.events).toMatchObject([
      { type: 'account.stopped', subject: life.account.number, amountMinor: 0n },
      { type: 'account.resumed', subject: life.account.number, amountMinor: 0n },
    ]);
    expect(idOf(stop(new AccountLife({ state: 'Declined' }), true))).toBe('account.not_found');
    expect(idOf(stopAccount(undefined, true, life.setting))).toBe('account.not_found');
  });

  it('does not go on after a withdrawal from its credit', () => {
    const life = new AccountLife({ stopped: true });
    const withdrawal = { accountNumber: life.account.number } as never;
    expect(idOf(stopAccount({ ...life.inHand, withdrawal }, false, life.setting))).toBe('account.withdrawn_from');
    expect(stopAccount({ ...life.inHand, withdrawal }, true, life.setting) instanceof Refusal).toBe(false);
  });

  it('has left what its limit is above all that is owed, and nothing where that is more', () => {
    const life = new AccountLife({ principalMinor: 60_000n, interestMinor: 200n, feesMinor: 300n });
    expect(remainingMinor(life.account)).toBe(39_500n);
    expect(remainingMinor({ ...life.account, principalMinor: 120_000n })).toBe(0n);
    expect(blockedBy({ state: 'UnderReview', status: 'Ok', stopped: true })).toBe('account.under_review');
    expect(blockedBy({ state: 'Open', status: 'FirstReminder', stopped: false })).toBe('account.in_dunning');
  });

  it('has the check digit of Luhn in its number, made of ten digits and of nothing else', () => {
    // Published examples of the algorithm.
    expect(accountNumber('7992739871')).toBe('7992.7398713');
    expect(accountNumber('0000000000')).toBe('0000.0000000');
    expect(accountNumber('0000000018')).toBe('0000.0000182');
    expect(accountNumber('0000000027')).toBe('0000.0000273');
    expect(accountNumber('1237992739871')).toBe('7992.7398713');
    for (const wrong of ['799273987', '799273987x', 'x99273987', '']) expect(() => accountNumber(wrong)).toThrow('ten digits');
    for (const wrong of ['17992.7398713', '7992.73987130', 'x7992.7398713', '7992.7398713x', '7992.739871', '7992.7398714'])
      expect(readAccountNumber(wrong)).toBeNull();
    expect(readAccountNumber('7992 7398 713')).toBe('7992.7398713');
  });
});
