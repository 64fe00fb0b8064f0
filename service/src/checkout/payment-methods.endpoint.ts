// POST /checkout/payment-methods: Available payment methods for a basket value.
import { planned } from '../http/endpoint.ts';

export const paymentMethods = planned({
  id: 'paymentMethods',
  method: 'POST',
  path: '/api/v3/checkout/payment-methods',
  tag: 'Checkout',
  summary: 'Available payment methods for a basket value',
  scope: ['checkout'],
});
