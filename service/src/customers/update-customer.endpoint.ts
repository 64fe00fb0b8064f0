// PATCH /customers/:customerNumber/updateCustomer: Update customer information.
import { planned } from '../http/endpoint.ts';

export const updateCustomer = planned({
  id: 'updateCustomer',
  method: 'PATCH',
  path: '/api/v3/customers/:customerNumber/updateCustomer',
  tag: 'Additional services',
  summary: 'Update customer information',
  scope: ['orders'],
});
