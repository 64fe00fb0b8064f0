// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import { rfReference } from '../../payment-reference/rf.ts';
import type { PaymentRules } from '../country.ts';
import { isQrReference, printQrReference, qrReference } from './reference.ts';

export const payment: PaymentRules = {
  referenceDigits: 13,
  reference: (base, hasQrIban) => (hasQrIban ? qrReference(base) : rfReference(base)),
  printReference: (reference) => (isQrReference(reference) ? printQrReference(reference) : reference),
  account: null,
  hasSwissBill: true,
  remittance: null,
  barCode: null,
  creditorIdLength: 18,
  // MWSTG art. 25.
  vatRates: ['8.1', '3.8', '2.6', '0'],
};
