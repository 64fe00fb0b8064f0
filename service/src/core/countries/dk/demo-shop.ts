// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Havnens Hus',
  installmentProfiles: [
    installment(1, 3, [150, 50_000]),
    installment(2, 6, [300, 50_000], 990),
    installment(3, 12, [1_000, 50_000], 1290),
    installment(4, 24, [2_500, 50_000], 1390, { startup: 95 }),
    installment(5, 36, [5_000, 50_000], 1390, { startup: 195 }),
  ],
  accountProfile: account(1490, 100, [50, 50_000]),
  payIn60Days: 'Betal om 60 dage',
  directDebit: false,
  payee: {
    address: { street: 'Strøget 10', postalCode: '1160', postalPlace: 'København K' },
    ibans: { DKK: 'DK5000400440116243' },
    fikCreditorNumber: '85012345',
    organisationNumber: '00000000',
    supervisoryAuthority: 'Finanstilsynet, København',
  },
  settlementPeriod: 'monthly',
  returnsPercentageOnRefund: false,
  reserve: null,
};
