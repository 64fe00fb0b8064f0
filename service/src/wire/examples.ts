// The example of the documentation: it works unchanged with the key sandbox-de.
export const exampleItems = [
  {
    productId: 'LAMP-7',
    description: 'Desk lamp',
    type: 'PhysicalArticle',
    quantity: 2,
    netUnitPrice: 42.02,
    grossUnitPrice: 50,
    vatPercent: 19,
    vatAmount: 7.98,
  },
  {
    productId: 'SHIPPING',
    description: 'Shipping',
    type: 'ShippingFee',
    quantity: 1,
    netUnitPrice: 4.16,
    grossUnitPrice: 4.95,
    vatPercent: 19,
    vatAmount: 0.79,
  },
];

/** An installment plan, without the address of its page. */
export const planExample = {
  basketAmount: 185,
  numberOfInstallments: 3,
  installmentAmount: 61.67,
  firstInstallmentAmount: 61.67,
  lastInstallmentAmount: 61.66,
  interestRate: 0,
  effectiveInterestRate: 0,
  effectiveAnnualPercentageRate: 0,
  totalInterestAmount: 0,
  startupFee: 0,
  monthlyFee: 0,
  totalAmount: 185,
  installmentProfileNumber: 1,
};

const address = { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', postalPlace: 'Berlin', countryCode: 'DE' };

export const authorizeExample = {
  body: {
    payment: { type: 'Invoice' },
    customer: {
      customerCategory: 'Person',
      firstName: 'Johanna',
      lastName: 'Weber',
      email: 'johanna.weber@example.com',
      birthDate: '1984-12-08',
      conversationLanguage: 'DE',
      address,
    },
    order: { number: 'WEB-1001', totalGrossAmount: 104.95, totalNetAmount: 88.2, currency: 'EUR', items: exampleItems },
  },
  answer: {
    outcome: 'Accepted',
    customer: { customerNumber: '1795167000123456789', firstName: 'Johanna', lastName: 'Weber', addressList: [address] },
    checkoutId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
    reservationId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
    expirationDate: '2026-12-20',
  },
};

const legalInfo = {
  requiresCustomerConsent: true,
  termsAndConditionsUrl: 'https://pay.example.com/legal/terms/de',
  privacyStatementUrl: 'https://pay.example.com/legal/privacy/de',
  text: '<strong>Achtung! Kreditaufnahme kostet Geld.</strong> Ich akzeptiere die <a href="https://pay.example.com/legal/terms/de">Allgemeinen Geschäftsbedingungen</a>.',
};

export const paymentMethodsExample = {
  body: { conversationLanguage: 'DE', order: { totalGrossAmount: 185, totalNetAmount: 155.46, currency: 'EUR' } },
  answer: {
    checkoutId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b11',
    outcome: 'Accepted',
    paymentMethods: [
      {
        type: 'Invoice',
        title: 'Rechnung - 14 Tage',
        tag: 'Jetzt kaufen, in 14 Tagen bezahlen',
        logo: 'https://pay.example.com/assets/payment-methods/invoice.svg',
        consumerFeeAmount: 0,
        legalInfo,
      },
      {
        type: 'Installment',
        title: 'Ratenkauf - 3 Monate',
        tag: '3 Monatsraten zu 61,67 €',
        logo: 'https://pay.example.com/assets/payment-methods/installment.svg',
        consumerFeeAmount: 0,
        legalInfo: { ...legalInfo, bgb507Url: 'https://pay.example.com/legal/plan/de-EUR-18500-1-3-0-0-0.2ENssxo' },
        installment: {
          ...planExample,
          readMore: 'https://pay.example.com/legal/plan/de-EUR-18500-1-3-0-0-0.2ENssxo',
        },
      },
    ],
  },
};

export const contractExample = {
  body: { paymentInfo: { type: 'Installment', installment: { profileNo: 1 } } },
  answer: {
    contractId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b12',
    requireCustomerConfirmation: true,
    contractList: [
      {
        contractType: 'Installment',
        contractContent: '<div lang="de"><h3>Ratenkaufvertrag</h3><table>…</table></div>',
        contractNumber: '1795167000123456790',
      },
    ],
    contractUrl: 'https://pay.example.com/documents/shared/0199f0aa.pdf',
  },
};
