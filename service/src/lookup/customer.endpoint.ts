// POST /lookup/customer: Address from social security, mobile or organization number.
import { planned } from '../http/endpoint.ts';

export const lookupCustomer = planned({
  id: 'lookupCustomer',
  method: 'POST',
  path: '/api/v3/lookup/customer',
  tag: 'Additional services',
  summary: 'Address from social security, mobile or organization number',
  scope: ['lookup'],
});
