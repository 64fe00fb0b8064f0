// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import type { Remittance } from '../../payment-reference/remittance.ts';
import { isRfReference } from '../../payment-reference/rf.ts';
import type { PaymentRules } from '../country.ts';
import { finnishBarCode, finnishReference, finnishRfReference, printFinnishReference } from './reference.ts';

/** A reference of its own banks has an RF form, which banks abroad read too. */
function remittance(reference: string): Remittance {
  const rf = isRfReference(reference) ? reference : finnishRfReference(reference);
  return rf === undefined ? { text: reference } : { reference: rf };
}

export const payment: PaymentRules = {
  referenceDigits: 13,
  reference: (base) => finnishReference(base),
  printReference: printFinnishReference,
  account: null,
  hasSwissBill: false,
  remittance: remittance,
  barCode: finnishBarCode,
  creditorIdLength: 15,
  // arvonlisäverolaki § 84, 85 and 85 a, since 1 January 2026.
  vatRates: ['25.5', '13.5', '10', '0'],
};
