// What the bench sends.
import { personOf } from './people.ts';

export const key = 'sandbox-de';

/** An order of one lamp by the person behind the mark. */
export function authorizeRequest(number: string, gross: number, mark = number) {
  const item = {
    productId: 'LAMP-7',
    description: 'Desk lamp',
    quantity: 1,
    netUnitPrice: gross,
    grossUnitPrice: gross,
    vatPercent: 0,
    vatAmount: 0,
  };
  return {
    payment: { type: 'Invoice' },
    customer: personOf(mark),
    order: { number, totalGrossAmount: gross, totalNetAmount: gross, currency: 'EUR', items: [item] },
  };
}

export const captureOfACent = { orderDetails: { totalGrossAmount: 0.01, totalNetAmount: 0.01, currency: 'EUR' } };

export const purchaseOfACent = {
  eventType: 'Purchase',
  time: '2026-03-02T10:30:00+01:00',
  totalAmount: 0.01,
  currency: 'EUR',
  countryCode: 'DE',
  conversationLanguage: 'DE',
};

/** What opens an account with room for 100 000 purchases of a cent. */
export function accountRequest(mark: string) {
  const { customerCategory: category, birthDate: _born, ...customer } = personOf(mark);
  return {
    accountLimit: 1000,
    customer: { category, currency: 'EUR', ...customer },
    countryCode: 'DE',
    conversationLanguage: 'DE',
  };
}

export const paymentMethodsRequest = { order: { totalGrossAmount: 104.95, currency: 'EUR' } };
export const installmentPlansRequest = { amount: 500, currency: 'EUR' };
