// The plan that an order was agreed on, as it was then: what its schedules are computed from, even if the merchant offers others now.
import { termsOf } from '../checkout/terms.ts';
import type { Order } from '../order/rows.ts';
import type { PlanTerms } from './plan.ts';

/** Null for an order that is not paid in installments. */
export const agreedPlan = (order: Order): PlanTerms | null => termsOf(order).installment;
