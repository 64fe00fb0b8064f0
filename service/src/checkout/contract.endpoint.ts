// POST /checkout/:checkoutId/contract: Create an installment and/or direct debit contract.
import { planned } from '../http/endpoint.ts';

export const createContract = planned({
  id: 'createContract',
  method: 'POST',
  path: '/api/v3/checkout/:checkoutId/contract',
  tag: 'Additional services',
  summary: 'Create an installment and/or direct debit contract',
  scope: ['checkout'],
});
