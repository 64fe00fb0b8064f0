// GET /customer-account/:accountNumber/credit-limit: Remaining account credit limit.
import { planned } from '../http/endpoint.ts';

export const getCreditLimit = planned({
  id: 'getCreditLimit',
  method: 'GET',
  path: '/api/v3/customer-account/:accountNumber/credit-limit',
  tag: 'FastTrack',
  summary: 'Remaining account credit limit',
  scope: ['accounts'],
});
