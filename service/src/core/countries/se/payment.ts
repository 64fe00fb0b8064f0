// How a debt is paid: the reference that its banks read, the kind of account, the codes on a bill.

import { remittanceOf } from '../../payment-reference/remittance.ts';
import { grouped } from '../../payment-reference/writing.ts';
import type { PaymentRules } from '../country.ts';
import { ocr } from './reference.ts';

export const payment: PaymentRules = {
  referenceDigits: 13,
  reference: (base) => ocr(base, true),
  printReference: (reference) => grouped(reference, 4, 'right'),
  account: { of: ({ bankgiro }) => bankgiro, row: (_words, bankgiro) => ['Bankgiro', bankgiro] },
  hasSwissBill: false,
  remittance: remittanceOf,
  barCode: null,
  creditorIdLength: 17,
  // mervärdesskattelagen (2023:200), chapter 9.
  vatRates: ['25', '12', '6', '0'],
};
