// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Björk Interiör',
  installmentProfiles: [
    installment(1, 3, [150, 50_000], 0, { monthly: 29 }),
    installment(2, 6, [300, 50_000], 995, { monthly: 29 }),
    installment(3, 12, [1_000, 50_000], 1495, { startup: 95, monthly: 29 }),
    installment(4, 24, [2_500, 50_000], 1595, { startup: 195, monthly: 29 }),
    installment(5, 36, [5_000, 50_000], 1495, { startup: 195, monthly: 29 }),
  ],
  accountProfile: account(1495, 100, [50, 50_000], 19),
  payIn60Days: 'Betala om 60 dagar',
  directDebit: false,
  payee: {
    address: { street: 'Drottninggatan 5', postalCode: '111 51', postalPlace: 'Stockholm' },
    ibans: { SEK: 'SE4550000000058398257466' },
    bankgiro: '5050-1055',
    organisationNumber: '000000-0000',
    phone: '+46 8 465 004 10',
    supervisoryAuthority: 'Finansinspektionen, Stockholm',
  },
  settlementPeriod: 'weekly',
  returnsPercentageOnRefund: false,
  reserve: null,
  reminderFeeMinor: 60_00n,
};
