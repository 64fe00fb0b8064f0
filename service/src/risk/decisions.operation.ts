// Why an order was accepted or declined, and which payment methods a checkout was offered.

import { listCheckoutDecisions as selectCheckoutDecisions } from '../checkout/checkouts.sql.ts';
import { checkoutIdOf } from '../checkout/two-step.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { CheckoutDecision } from '../core/risk/rows.ts';
import { operation } from '../http/operation.ts';
import { oldestFirst, pageOf } from '../http/paging.ts';
import { Opt, Type } from '../wire/schema.ts';
import { CheckoutDecisionRecord, checkoutDecisionToWire } from './checkout-decision.ts';
import { listDecisionsOfNumber } from './credit-decisions.sql.ts';
import { Decision, decisionToWire, type Row } from './decision-shape.ts';

export const listCheckoutDecisions = operation({
  id: 'listCheckoutDecisions',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/checkouts/:checkoutId/decisions',
  summary: 'Which payment methods a checkout was offered, which not and why',
  about: 'Kept for half a year. Facts hold nothing that names a person.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'checkout.no_decision'],
  answer: Type.Object({ decisions: Type.Array(CheckoutDecisionRecord) }),
  async run({ merchant, params }, deps) {
    const id = checkoutIdOf(params['checkoutId']);
    const rows = id === undefined ? [] : await deps.db.read(selectCheckoutDecisions, merchant.id, id);
    if (rows.length === 0) return refuse('checkout.no_decision', 'checkoutId');
    return { decisions: (rows as unknown as CheckoutDecision[]).map(checkoutDecisionToWire) };
  },
});

export const listDecisions = operation({
  id: 'listDecisions',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/orders/:orderNumber/decisions',
  summary: 'The credit decisions on an order, each run again',
  about:
    'Also of rejected orders, which leave their number free: so there may be several orders. The number of a customer account tells the application for it (`orderState` Account), a customer’s number the applications that opened none (NoAccount). Facts hold nothing that names a person. Earliest first; `?limit=` and `?after=` page.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'decision.not_found', 'page.unknown'],
  answer: Type.Object({ decisions: Type.Array(Decision), next: Opt(Type.String()) }),
  async run({ merchant, params, query }, deps) {
    const page = pageOf(query, ...oldestFirst);
    if (page instanceof Refusal) return page;
    const given = params['orderNumber'] ?? '';
    const asked = [merchant.id, given.toLowerCase(), ...page.after, page.rows, given] as const;
    const rows = (await deps.db.read(listDecisionsOfNumber, ...asked)) as unknown as Row[];
    if (rows.length === 0) return refuse('decision.not_found', 'orderNumber');
    const { shown, next } = page.of(rows, ({ decidedAt, id }) => [decidedAt, id]);
    return { decisions: shown.map(decisionToWire), ...next };
  },
});
