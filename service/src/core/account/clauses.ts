// What an agreement says of how an account is paid, and of when all of it falls due: as it is then kept (keep.ts, dunning.ts).
import type { CountryCode } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import type { AccountClauses } from '../documents/contract.ts';
import { terminationLaw } from '../law/termination.ts';
import { noticeAfterDays, paymentDays, usualNoticeDays } from './dunning.ts';

/** The clauses of an account by its terms, in minor units of its currency, and by the law of the day of its agreement. */
export function clausesOf(
  { minimumPaymentMinor, minimumPaymentBps }: { readonly minimumPaymentMinor: bigint; readonly minimumPaymentBps: number },
  country: CountryCode,
  on: Day,
): AccountClauses {
  const { shareBps, lateDays: shareLateDays, payments, noticeDays } = terminationLaw(country, on);
  return {
    minimumPaymentMinor,
    minimumPaymentBps,
    paymentDays,
    allDue: {
      lateDays: noticeAfterDays,
      shareBps,
      ...(shareLateDays > 0 && { shareLateDays }),
      payments,
      noticeDays: noticeDays ?? usualNoticeDays,
      fromArrival: noticeDays !== null,
    },
  };
}
