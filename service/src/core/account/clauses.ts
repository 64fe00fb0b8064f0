// What an agreement says of how an account is paid, and of when all of it falls due: as it is then kept (keep.ts, dunning.ts).
import type { CountryCode } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import type { AccountClauses } from '../documents/contract.ts';
import { terminationLaw } from '../law/termination.ts';
import { dunningGapDays, paymentDays, usualNoticeDays } from './dunning.ts';

/** The clauses of an account by its terms, in minor units of its currency, and by the law of the day of its agreement. */
export function clausesOf(
  { minimumPaymentMinor, minimumPaymentBps }: { readonly minimumPaymentMinor: bigint; readonly minimumPaymentBps: number },
  country: CountryCode,
  on: Day,
): AccountClauses {
  const { shareBps, payments, noticeDays } = terminationLaw(country, on);
  return {
    minimumPaymentMinor,
    minimumPaymentBps,
    paymentDays,
    allDue: {
      // Two reminders come before the notice.
      lateDays: 3 * dunningGapDays,
      shareBps,
      payments,
      noticeDays: noticeDays ?? usualNoticeDays,
      fromArrival: noticeDays !== null,
    },
  };
}
