// The plan that an order was agreed on: kept with the order, because the merchant's contract may change.
import type { Order } from '../rows.ts';
import type { PlanTerms } from './plan.ts';

export function agreedPlan(_order: Order): PlanTerms | null {
  return null;
}
