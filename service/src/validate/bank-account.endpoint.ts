// POST /validate/bank-account: Validate bank account details.
import { planned } from '../http/endpoint.ts';

export const validateBankAccount = planned({
  id: 'validateBankAccount',
  method: 'POST',
  path: '/api/v3/validate/bank-account',
  tag: 'Additional services',
  summary: 'Validate bank account details',
  scope: ['lookup'],
});
