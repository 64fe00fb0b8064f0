// What a new account is, whether it was applied for or an order agreed on it.
import type { Terms } from '../checkout/terms.ts';
import { countries } from '../countries/countries.ts';
import type { AccountProfile } from '../credit-profiles.ts';
import { type Day, dayAt } from '../dates.ts';
import type { Json } from '../json.ts';
import { type Merchant, paymentOrderOf } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { drawReference } from '../payment-reference/references.ts';
import type { Setting } from '../setting.ts';
import type { Account, AccountTerms } from './account.ts';
import { firstOfMonth, nextMonth } from './calendar.ts';
import { accountFeeMinor } from './letter-fee.ts';
import { accountNumber } from './number.ts';

/** What differs from one new account to another. */
export interface Opening
  extends Pick<
    Account,
    'customerKey' | 'customerNumber' | 'currency' | 'profileNo' | 'state' | 'limitMinor' | 'decideBy' | 'orderNumber'
  > {
  readonly terms: AccountTerms;
  /** No statement demands anything before; null where nothing is said. */
  readonly noticeOn: Day | null;
}

/** An account as it is on its first day: nothing is owed on it. */
export function newAccount({ terms, noticeOn, ...given }: Opening, { now, merchant, chance }: Setting): Account {
  const today = dayAt(now, merchant.timeZone);
  const month = firstOfMonth(today);
  const posting = nextMonth(month);
  const firstNoticeOn = noticeOn ?? posting;
  return {
    number: accountNumber(chance.digits(10)),
    id: chance.id(),
    ...given,
    terms: terms as unknown as Json,
    status: 'Ok',
    stopped: false,
    principalMinor: 0n,
    interestMinor: 0n,
    feesMinor: 0n,
    usedMinor: 0n,
    entryCount: 0,
    heldCount: 0,
    version: 0,
    ocr: drawReference(merchant.country, merchant.contract.payee, chance),
    openedOn: today,
    agreedAt: null,
    openMonth: month,
    correctFrom: month,
    firstNoticeOn,
    lastNoticeOn: null,
    nextNoticeOn: noticeAfter(posting, firstNoticeOn),
    dueMinor: 0n,
    dueOn: today,
    overdueMinor: 0n,
    overdueCount: 0,
    dunningOn: today,
    nextStepOn: posting,
    insertedAt: now,
    updatedAt: now,
  };
}

/** The oldest of several; nothing of none. */
export const accountFirst = (accounts: readonly Account[]): Account | undefined =>
  accounts.toSorted((one, other) => one.insertedAt - other.insertedAt || (one.number < other.number ? -1 : 1))[0];

/** The first statement that demands something: not before the day that the shop named. */
const noticeAfter = (posting: Day, noticeOn: Day): Day =>
  noticeOn <= posting ? posting : noticeOn === firstOfMonth(noticeOn) ? noticeOn : nextMonth(firstOfMonth(noticeOn));

/**
 * The amounts of a profile are in the merchant's currency; of an account in another one only its rates count. What the agreement of an
 * order said of payments and reminders holds for the account that it opens.
 */
export function termsFrom(
  profile: Pick<AccountProfile, 'interestRateBps' | 'monthlyFeeMinor' | 'minimumPaymentMinor' | 'minimumPaymentBps'>,
  currency: Currency,
  granted: { readonly on: Day; readonly amountMinor: bigint },
  { country, contract }: Merchant,
  { paymentOrder = paymentOrderOf(contract), late }: Pick<Terms, 'paymentOrder' | 'late'> = {},
): AccountTerms {
  const own = currency === countries[country].currency;
  return {
    interestRateBps: profile.interestRateBps,
    monthlyFeeMinor: own ? profile.monthlyFeeMinor.toString() : '0',
    minimumPaymentMinor: own ? profile.minimumPaymentMinor.toString() : '0',
    minimumPaymentBps: profile.minimumPaymentBps,
    reminderFeeMinor: own
      ? (late?.reminderFeeMinor ?? accountFeeMinor(country, contract.reminders?.feeMinor, granted)).toString()
      : '0',
    paymentOrder,
  };
}
