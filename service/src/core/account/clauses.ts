// What an agreement says of how an account is paid: what its statements ask for is what it was agreed to (keep.ts).
import type { AccountClauses } from '../documents/contract.ts';
import { paymentDays } from './dunning.ts';

/** The clauses of an account by its terms; amounts in minor units of its currency. */
export const clausesOf = ({
  minimumPaymentMinor,
  minimumPaymentBps,
}: Pick<AccountClauses, 'minimumPaymentMinor' | 'minimumPaymentBps'>): AccountClauses => ({
  minimumPaymentMinor,
  minimumPaymentBps,
  paymentDays,
});
