// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import { remittanceOf } from '../../payment-reference/remittance.ts';
import type { PaymentRules } from '../country.ts';
import { slipLine, slipPaymentId } from './reference.ts';

export const payment: PaymentRules = {
  referenceDigits: 13,
  reference: (base) => slipPaymentId(base),
  printReference: null,
  account: {
    of: ({ fikCreditorNumber }) => fikCreditorNumber,
    row: ({ slip }, creditor, paymentId) => [slip, slipLine({ kind: '71', paymentId, creditor })],
  },
  hasSwissBill: false,
  remittance: remittanceOf,
  barCode: null,
  creditorIdLength: 19,
  // momsloven § 33.
  vatRates: ['25', '0'],
};
