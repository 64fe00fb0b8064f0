// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Fjord & Fjell',
  installmentProfiles: [
    installment(3, 3, [150, 50_000], 1950, { startup: 95, monthly: 29 }),
    installment(4, 6, [300, 50_000], 1950, { startup: 95, monthly: 29 }),
    installment(5, 12, [1_000, 50_000], 1790, { startup: 95, monthly: 35 }),
    installment(6, 24, [2_500, 50_000], 1690, { startup: 195, monthly: 35 }),
    installment(7, 36, [5_000, 50_000], 1590, { startup: 195, monthly: 35 }),
  ],
  accountProfile: account(1950, 100, [50, 50_000], 39),
  payIn60Days: 'Betal om 60 dager',
  directDebit: false,
  payee: {
    address: { street: 'Storgata 1', postalCode: '0155', postalPlace: 'Oslo' },
    ibans: { NOK: 'NO9386011117947' },
    kontonummer: '86011117947',
    organisationNumber: '000 000 000',
    supervisoryAuthority: 'Finanstilsynet, Oslo',
  },
  settlementPeriod: 'weekly',
  returnsPercentageOnRefund: false,
  reserve: null,
};
