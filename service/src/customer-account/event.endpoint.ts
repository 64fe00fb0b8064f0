// POST /customer-account/:accountNumber/event: Add event to an account.
import { planned } from '../http/endpoint.ts';

export const addEvent = planned({
  id: 'addEvent',
  method: 'POST',
  path: '/api/v3/customer-account/:accountNumber/event',
  tag: 'FastTrack',
  summary: 'Add event to an account',
  scope: ['accounts'],
});
