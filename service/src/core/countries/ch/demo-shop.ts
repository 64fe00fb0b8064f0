// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, type DemoShop, installment, needsContract, signed } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Bergladen Zürich',
  installmentProfiles: [
    installment(1, 3, [45, 10_000]),
    signed(installment(2, 6, [90, 10_000], 690)),
    signed(needsContract(installment(3, 12, [500, 10_000], 890))),
    signed(needsContract(installment(4, 24, [900, 10_000], 890))),
  ],
  accountProfile: signed(account(890, 10, [10, 10_000])),
  payIn60Days: 'In 60 Tagen zahlen',
  directDebit: false,
  payee: {
    address: { street: 'Bahnhofstrasse 10', postalCode: '8001', postalPlace: 'Zürich' },
    ibans: { CHF: 'CH9300762011623852957' },
    qrIban: 'CH4431999123000889012',
    organisationNumber: 'CHE-000.000.000',
  },
  settlementPeriod: 'monthly',
  returnsPercentageOnRefund: false,
  reserve: null,
};
