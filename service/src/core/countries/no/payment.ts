// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import { remittanceOf } from '../../payment-reference/remittance.ts';
import type { PaymentRules } from '../country.ts';
import { kid } from './reference.ts';

export const payment: PaymentRules = {
  referenceDigits: 13,
  reference: (base) => kid(base),
  printReference: null,
  account: {
    of: ({ kontonummer }) => kontonummer,
    row: ({ account }, kontonummer) => [account, kontonummer.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1 $2 $3')],
  },
  hasSwissBill: false,
  remittance: remittanceOf,
  barCode: null,
  creditorIdLength: 16,
  // Stortingsvedtak om merverdiavgift.
  vatRates: ['25', '15', '12', '0'],
};
