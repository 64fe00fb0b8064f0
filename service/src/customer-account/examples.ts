// What the documentation shows of customer accounts.
export const eventExample = {
  body: {
    eventType: 'Purchase',
    categoryType: 'Sales',
    time: '2026-11-20T10:30:00+01:00',
    posId: 'T-17',
    posName: 'Café, till 2',
    totalTax: 1.6,
    totalAmount: 10,
    items: [
      {
        itemId: 'C-1',
        itemDescription: 'Cappuccino',
        unitCode: 'pcs',
        quantity: 2,
        unitPrice: 5,
        taxAmount: 0.8,
        grossAmount: 10,
      },
    ],
    currency: 'EUR',
    accountTransactionId: 'T-17-000481',
    countryCode: 'DE',
    conversationLanguage: 'DE',
  },
  answer: { eventAdded: true, transactionId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12', outcome: 'Accepted' },
};

const account = {
  accountNumber: '0100.0000008',
  accountProfile: '1',
  accountStatus: 'Ok',
  accountLimit: 100,
  balance: 31.5,
  bankAccount: 'DE89370400440532013000',
  customerId: 'K-104477',
  createdAt: '2026-11-20T09:30:00Z',
  isStopped: false,
  ocr: 'RF18539007547034',
  nextNoticeDate: '2026-12-01T00:00:00Z',
};
const address = {
  street: 'Schönhauser Allee',
  streetNumber: '148a',
  postalCode: '10435',
  postalPlace: 'Berlin',
  countryCode: 'DE',
};
const customer = {
  customerNumber: 'K-104477',
  customerAccountId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12',
  firstName: 'Jördis',
  lastName: 'Weiß-Müller',
  addressList: [address],
};

export const applyExample = {
  body: {
    accountLimit: 100,
    customer: {
      category: 'Person',
      customerNumber: 'K-104477',
      firstName: 'Jördis',
      lastName: 'Weiß-Müller',
      email: 'joerdis.weiss@example.de',
      currency: 'EUR',
      distributionType: 'Email',
      address,
    },
    countryCode: 'DE',
    conversationLanguage: 'DE',
  },
  answer: { outcome: 'Accepted', temporaryExternalProblem: false, customer, account: { ...account, balance: 0 } },
};

export const findAccountExample = { answer: { account, customer } };

export const creditLimitExample = {
  answer: {
    remainingCreditLimit: 68.5,
    balance: 31.5,
    isOpenForNewTransactions: true,
    accountMessage: 'Ihr Konto kann genutzt werden.',
    totalBalance: 31.5,
  },
};
