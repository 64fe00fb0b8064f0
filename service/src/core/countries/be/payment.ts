// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import { isRfReference } from '../../payment-reference/rf.ts';
import { compact } from '../../payment-reference/writing.ts';
import type { PaymentRules } from '../country.ts';
import { isOgm, ogm, printOgm } from './reference.ts';

export const payment: PaymentRules = {
  referenceDigits: 10,
  reference: (base) => ogm(base),
  printReference: (reference) => (isOgm(reference) ? printOgm(compact(reference)) : reference),
  account: null,
  hasSwissBill: false,
  remittance: (reference) => (isRfReference(reference) ? { reference } : { text: printOgm(reference) }),
  barCode: null,
  creditorIdLength: null,
  // KB nr. 20 of 20 July 1970.
  vatRates: ['21', '12', '6', '0'],
};
