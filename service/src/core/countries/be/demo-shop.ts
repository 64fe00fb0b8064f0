// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, collected, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Maison Lumière',
  installmentProfiles: [
    installment(1, 3, [45, 5_000]),
    collected(installment(2, 6, [90, 5_000], 890)),
    collected(installment(3, 12, [300, 5_000], 990)),
  ],
  accountProfile: account(990, 10, [10, 5_000]),
  payIn60Days: 'Betaal na 60 dagen',
  directDebit: true,
  payee: {
    address: { street: 'Nieuwstraat 20', postalCode: '1000', postalPlace: 'Brussel' },
    ibans: { EUR: 'BE68539007547034' },
    sepaCreditorId: 'BE81ZZZ0123456749',
    organisationNumber: '0000.000.000',
    supervisoryAuthority: 'FOD Economie, Brussel',
  },
  settlementPeriod: 'weekly',
  returnsPercentageOnRefund: true,
  reserve: { percentBps: 500, days: 30 },
  reminderFeeMinor: 7_50n,
};
