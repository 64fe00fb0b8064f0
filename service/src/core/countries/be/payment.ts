// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import { isOgm, ogm, printOgm } from '../../payment-reference/belgium.ts';
import { compact } from '../../payment-reference/check-digits.ts';
import { isRfReference } from '../../payment-reference/rf.ts';
import type { PaymentRules } from '../country.ts';

export const payment: PaymentRules = {
  referenceDigits: 10,
  reference: (base) => ogm(base),
  printReference: (reference) => (isOgm(reference) ? printOgm(compact(reference)) : reference),
  account: null,
  hasSwissBill: false,
  remittance: (reference) => (isRfReference(reference) ? { reference } : { text: printOgm(reference) }),
  barCode: null,
  creditorIdLength: null,
};
