// An account as the book found it, under its lock, with what a decision about it may need.
import type { Customer, Exposure } from '../rows.ts';
import type {
  Account,
  AccountDay,
  AccountEntry,
  AccountEvent,
  AccountLetter,
  AccountMonth,
  AccountPayment,
  AccountWithdrawal,
} from './account.ts';

export interface AccountInHand {
  readonly account: Account;
  /** Movements of the days that were asked for, or of all days that may still be corrected. */
  readonly days: readonly AccountDay[];
  /** The events sent under the transaction id that was asked for, or those held. */
  readonly events: readonly AccountEvent[];
  /** Posted months that may still be corrected, and the last two. */
  readonly months: readonly AccountMonth[];
  readonly payments: readonly AccountPayment[];
  /** Those that were asked for: all but those from before all fees fell. */
  readonly letters: readonly AccountLetter[];
  /** What moved fees or made them fall, and what is of orders, where the whole account was asked for. */
  readonly entries: readonly AccountEntry[];
  /** Where its months were asked for: no interest counts from the notice on, and everything is demanded. */
  readonly withdrawal?: AccountWithdrawal;
  /** The account's customer, where it was locked too. */
  readonly owner?: { readonly customer: Customer; readonly exposures: readonly Exposure[] };
}

/** Is there such an account? Not for a declined application, nor once its holder was erased: then it is kept for the books alone. */
export const isHeld = (inHand: AccountInHand | undefined): inHand is AccountInHand =>
  inHand !== undefined && inHand.account.state !== 'Declined' && inHand.account.customerNumber !== '';

/** What the owner owes and is promised in the account's currency, and how earlier debts went. */
export function exposureOf({ account, owner }: AccountInHand): Exposure {
  const exposure = owner?.exposures.find((each) => each.currency === account.currency);
  if (!exposure) throw new Error(`no exposure for the limit of account ${account.number}`);
  return exposure;
}
