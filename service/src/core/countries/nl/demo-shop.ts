// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, collected, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Grachtenhuis',
  installmentProfiles: [
    installment(1, 3, [45, 5_000]),
    collected(installment(2, 6, [90, 5_000], 790)),
    collected(installment(3, 12, [300, 5_000], 990)),
  ],
  accountProfile: account(990, 10, [10, 5_000]),
  payIn60Days: 'Betaal na 60 dagen',
  directDebit: true,
  payee: {
    address: { street: 'Herengracht 200', postalCode: '1016 BS', postalPlace: 'Amsterdam' },
    ibans: { EUR: 'NL91ABNA0417164300' },
    sepaCreditorId: 'NL69ZZZ123456780000',
    organisationNumber: 'KvK 00000000',
    supervisoryAuthority: 'Autoriteit Financiële Markten, Amsterdam',
  },
  settlementPeriod: 'daily',
  returnsPercentageOnRefund: true,
  reserve: null,
};
