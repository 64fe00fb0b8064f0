// POST /validate/address: Validate addresses.
import { planned } from '../http/endpoint.ts';

export const validateAddress = planned({
  id: 'validateAddress',
  method: 'POST',
  path: '/api/v3/validate/address',
  tag: 'Additional services',
  summary: 'Validate addresses',
  scope: ['lookup'],
});
