// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import { remittanceOf } from '../../payment-reference/remittance.ts';
import { rfReference } from '../../payment-reference/rf.ts';
import type { PaymentRules } from '../country.ts';

export const payment: PaymentRules = {
  referenceDigits: 13,
  reference: (base) => rfReference(base),
  printReference: null,
  account: null,
  hasSwissBill: false,
  remittance: remittanceOf,
  barCode: null,
  creditorIdLength: 19,
  // Wet op de omzetbelasting 1968 art. 9.
  vatRates: ['21', '9', '0'],
};
