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
      { itemId: 'C-1', itemDescription: 'Cappuccino', unitCode: 'pcs', quantity: 2, unitPrice: 5, taxAmount: 0.8, grossAmount: 10 },
    ],
    currency: 'EUR',
    accountTransactionId: 'T-17-000481',
    countryCode: 'DE',
    conversationLanguage: 'DE',
  },
  answer: { eventAdded: true, transactionId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12', outcome: 'Accepted' },
};
