// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, collected, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Alpenstube Wien',
  installmentProfiles: [
    installment(1, 3, [45, 5_000]),
    installment(2, 6, [90, 5_000]),
    collected(installment(3, 12, [300, 5_000], 890)),
    collected(installment(4, 24, [600, 5_000], 990)),
  ],
  accountProfile: account(990, 10, [10, 5_000]),
  payIn60Days: 'In 60 Tagen zahlen',
  directDebit: true,
  payee: {
    address: { street: 'Mariahilfer Straße 50', postalCode: '1070', postalPlace: 'Wien' },
    ibans: { EUR: 'AT611904300234573201' },
    sepaCreditorId: 'AT61ZZZ01234567890',
    organisationNumber: 'FN 0 a',
    supervisoryAuthority: 'Finanzmarktaufsicht, Wien',
  },
  settlementPeriod: 'daily',
  returnsPercentageOnRefund: false,
  reserve: null,
};
