// A merchant’s contract as it is sent and shown.

import type { Hint } from '../core/agreement/lawful-contract.ts';
import { Type } from '../wire/schema.ts';

/** Read by core/agreement/contract-form.ts, strictly. */
export const AnyContract = Type.Unsafe<object>({
  type: 'object',
  title: 'MerchantContract',
  description:
    'Amounts in the currency’s unit, rates in per cent. paymentTypes, expiryDays, invoiceDays and payee have to be there; docs/administration.md names the others, examples/contracts has whole ones.',
});

export const HintShape = Type.Object({ field: Type.String(), text: Type.String() }, { title: 'Hint' });
export const Hints = Type.Array(HintShape, {
  description: 'Worth knowing, and no reason to refuse.',
});

export const hintsToWire = (hints: readonly Hint[]): { field: string; text: string }[] =>
  hints.map(({ field, text }) => ({ field, text }));

export const exampleContract = {
  paymentTypes: ['Invoice', 'Installment'],
  expiryDays: 30,
  invoiceDays: 14,
  installmentProfiles: [
    { profileNo: 1, numberOfInstallments: 6, interestRatePercent: 7.9, from: 90, to: 5000, contractRequired: true },
  ],
  directDebit: false,
  payee: {
    name: 'Nordlicht GmbH',
    address: { street: 'Torstraße 100', postalCode: '10119', postalPlace: 'Berlin', countryCode: 'DE' },
    ibans: { EUR: 'DE89370400440532013000' },
    organisationNumber: 'HRB 0, Amtsgericht Charlottenburg',
    vatNumber: 'DE000000000',
    email: 'service@nordlicht.example',
  },
  legalPages: {
    termsAndConditionsUrl: 'https://nordlicht.example/terms/{language}',
    privacyStatementUrl: 'https://nordlicht.example/privacy/{language}',
  },
};
