// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, collected, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Lampenladen Berlin',
  installmentProfiles: [
    installment(1, 3, [45, 5_000]),
    installment(2, 6, [90, 5_000]),
    installment(3, 9, [135, 5_000]),
    collected(installment(4, 12, [300, 5_000], 790)),
    collected(installment(5, 24, [600, 5_000], 890)),
    collected(installment(6, 36, [900, 5_000], 890)),
  ],
  accountProfile: account(990, 10, [10, 5_000]),
  payIn60Days: 'In 60 Tagen zahlen',
  directDebit: true,
  payee: {
    address: { street: 'Torstraße 100', postalCode: '10119', postalPlace: 'Berlin' },
    ibans: { EUR: 'DE89370400440532013000' },
    sepaCreditorId: 'DE98ZZZ09999999999',
    organisationNumber: 'HRB 0, Amtsgericht Charlottenburg',
    phone: '+49 30 23125 100',
    supervisoryAuthority: 'Bundesanstalt für Finanzdienstleistungsaufsicht, Bonn',
  },
  settlementPeriod: 'weekly',
  returnsPercentageOnRefund: false,
  reserve: null,
};
