// The demo shop of the sandbox. Rates and fees keep within the law of the country (docs/law.md); the account is a published
// example and the numbers are invented: no bank and no register has them.
import { account, type DemoShop, installment } from '../demo-shop.ts';

export const demoShop: DemoShop = {
  name: 'Kotivalo',
  installmentProfiles: [
    installment(1, 3, [45, 5_000]),
    installment(2, 6, [90, 5_000], 990),
    installment(3, 12, [180, 5_000], 1390),
    installment(4, 24, [600, 5_000], 1490),
    installment(5, 36, [900, 5_000], 1490),
  ],
  accountProfile: account(1490, 10, [10, 5_000]),
  payIn60Days: 'Maksa 60 päivän kuluttua',
  directDebit: true,
  payee: {
    address: { street: 'Aleksanterinkatu 15', postalCode: '00100', postalPlace: 'Helsinki' },
    ibans: { EUR: 'FI2112345600000785' },
    sepaCreditorId: 'FI17ZZZ12345671',
    organisationNumber: '0000000-0',
    supervisoryAuthority: 'Finanssivalvonta, Helsinki',
  },
  settlementPeriod: 'weekly',
  returnsPercentageOnRefund: false,
  reserve: null,
};
