// POST /lookup/installment-plans: Installment plans for a basket value.
import { planned } from '../http/endpoint.ts';

export const lookupInstallmentPlans = planned({
  id: 'lookupInstallmentPlans',
  method: 'POST',
  path: '/api/v3/lookup/installment-plans',
  tag: 'Additional services',
  summary: 'Installment plans for a basket value',
  scope: ['lookup'],
});
