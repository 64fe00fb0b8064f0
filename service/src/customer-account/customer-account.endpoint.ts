// POST /customer-account: apply for account credit; GET /customer-account/{ssn}: find an account by its owner's number.
import { planned } from '../http/endpoint.ts';

export const applyForAccount = planned({
  id: 'applyForAccount',
  method: 'POST',
  path: '/api/v3/customer-account',
  tag: 'FastTrack',
  summary: 'Apply for customer account credit',
  scope: ['accounts'],
});

export const findAccount = planned({
  id: 'findAccount',
  method: 'GET',
  path: '/api/v3/customer-account/:ssn',
  tag: 'FastTrack',
  summary: 'Find a customer account by social security number',
  scope: ['accounts'],
});
