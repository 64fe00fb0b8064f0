// Examples of what an order's records look like when they are read back: the order of wire/examples.ts, captured,
// shipped, and one lamp returned.
import { authorizeExample, exampleItems } from '../wire/examples.ts';

const orderId = authorizeExample.answer.reservationId;
const [lamp, shipping] = exampleItems;
const captureNumber = 'R-2026-1001';

const ofOrder = {
  reservationId: orderId,
  customerNumber: authorizeExample.answer.customer.customerNumber,
  orderNumber: authorizeExample.body.order.number,
  currency: 'EUR',
};

const refundNumber = '1795167000345678901';
const cancellationNo = '1795167000456789012';

export const captureExample = {
  captureId: captureNumber,
  captureNumber,
  amount: 104.95,
  balance: 54.95,
  totalRefundedAmount: 50,
  ...ofOrder,
  insertedAt: '2026-11-21T08:12:44Z',
  updatedAt: '2026-11-28T15:03:10Z',
  orderDate: '2026-11-20T09:30:00Z',
  invoiceDate: '2026-11-21T00:00:00Z',
  dueDate: '2026-12-05T00:00:00Z',
  ocr: 'RF704711081512347',
  invoiceUrl: 'https://pay.example/documents/0199a3b0-5f6e-7c11-9a52-0d7c3f1be2a4.pdf',
  captureItems: exampleItems.map((item) => ({ ...item, captureId: captureNumber })),
  shippingDetails: [
    {
      shippingNumber: 1,
      type: 'Shipment',
      shippingCompany: 'DHL',
      trackingId: 'JD0123456789',
      trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0123456789',
    },
  ],
};

const refundId = '8f3c27a4-5d0e-5b6f-9a41-2c7e0d9b1f63';

export const refundExample = {
  refundId,
  refundNumber,
  captureNumber,
  amount: -50,
  balance: -50,
  refundType: 'Return',
  ...ofOrder,
  insertedAt: '2026-11-28T15:03:10Z',
  updatedAt: '2026-11-28T15:03:10Z',
  refundItems: [
    {
      ...lamp,
      quantity: 1,
      netUnitPrice: -42.02,
      grossUnitPrice: -50,
      vatAmount: -7.98,
      refundType: 'Return',
      refundId,
    },
  ],
};

export const cancellationExample = {
  cancellationNo,
  cancellationAmount: 50,
  insertedAt: '2026-11-21T08:15:02Z',
  cancellationItems: [{ ...lamp, quantity: 1, cancellationNumber: cancellationNo }],
};

const { birthDate, ...customer } = authorizeExample.body.customer;
const written = { insertedAt: '2026-11-20T09:30:00Z', updatedAt: '2026-11-28T15:03:10Z' };

export const wholeOrderExample = {
  orderDetails: {
    orderId,
    orderNumber: ofOrder.orderNumber,
    status: 'Accepted',
    totalNetAmount: 88.2,
    totalGrossAmount: 104.95,
    remainingAuthorizedAmount: 0,
    currency: 'EUR',
    hasSeparateDeliveryAddress: false,
    customer: { ...customer, birthDate: `${birthDate}T00:00:00Z` },
    ...written,
    expirationDate: '2026-12-20',
    orderItems: [lamp, shipping].map((item) => ({ ...item, orderId, ...written })),
  },
  captures: [captureExample],
  refunds: [refundExample],
  cancellations: [],
  payment: { type: 'Invoice' },
};
