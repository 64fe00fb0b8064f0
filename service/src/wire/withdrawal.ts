// A withdrawal from a credit, as operations answer it: of an order and of an account alike.
import { minorToWire } from '../core/money.ts';
import type { CreditWithdrawal } from '../core/order/rows.ts';

export const withdrawalToWire = (withdrawal: CreditWithdrawal) => ({
  noticedOn: withdrawal.noticedOn,
  payBy: withdrawal.payBy,
  medium: withdrawal.medium,
  principalAmount: minorToWire(withdrawal.principalMinor),
  interestAmount: minorToWire(withdrawal.interestMinor),
  returnedAmount: minorToWire(withdrawal.returnedMinor),
});
