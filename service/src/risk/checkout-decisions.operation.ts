// Which payment methods a checkout was offered, which not and why: for those who have to answer a buyer or a shop.

import { listCheckoutDecisions } from '../checkout/checkouts.sql.ts';
import { checkoutIdOf } from '../checkout/two-step.ts';
import type { Missing } from '../core/checkout/products.ts';
import { minorToWire } from '../core/money.ts';
import { catalogue, type RefusalId, refuse } from '../core/refusals.ts';
import { outcomes, type Reason, type Score } from '../core/risk/decide-credit.ts';
import { policyOf, storedApplication, storedFacts } from '../core/risk/decision.ts';
import type { CheckoutDecision } from '../core/rows.ts';
import { operation } from '../http/operation.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { allFacts } from './decisions.operation.ts';

const Method = Type.Object(
  {
    type: Type.String(),
    profileNo: Opt(Type.Number()),
    directDebit: Opt(Type.Boolean()),
    offered: Type.Boolean(),
    reason: Opt(
      Word(
        ['notValidToday', 'outOfRange', 'noPlan', 'law', 'otherCurrency', 'risk'],
        'Why it was not offered: the most general reason.',
      ),
    ),
    detail: Opt(
      Type.String({ description: 'The cap of the law with both numbers and its source, or the code of the rejection.' }),
    ),
  },
  { title: 'JudgedMethod' },
);

const Decision = Type.Object(
  {
    checkoutId: Type.String(),
    decidedAt: InstantText(),
    outcome: Word(outcomes),
    codes: Type.Array(Type.String(), { description: 'What the shop was told.' }),
    amount: Type.Number(),
    currency: Type.String(),
    policyVersion: Type.String(),
    facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    methods: Type.Array(Method),
  },
  { title: 'CheckoutDecision' },
);

/** A method as core/checkout/offer.ts remembers it. */
interface Remembered {
  readonly type: string;
  readonly profileNo?: number;
  readonly directDebit?: boolean;
  readonly missing: Missing | { readonly reason: 'risk'; readonly id: RefusalId } | null;
}

function methodToWire({ type, profileNo, directDebit, missing }: Remembered) {
  const detail = missing && detailOf(missing);
  return {
    type,
    ...(profileNo !== undefined && { profileNo }),
    ...(directDebit && { directDebit }),
    offered: missing === null,
    ...(missing && { reason: missing.reason }),
    ...(detail && { detail }),
  };
}

function detailOf(missing: NonNullable<Remembered['missing']>): string | undefined {
  if (missing.reason === 'risk') return catalogue[missing.id]?.code ?? missing.id;
  if (missing.reason !== 'law') return undefined;
  const { parameter, cap, actual, from, source } = missing.breach;
  return `${parameter}: ${actual} is above ${cap} (from ${from}, ${source})`;
}

function decisionToWire(row: CheckoutDecision) {
  const application = storedApplication(row.application);
  return {
    checkoutId: row.checkoutId,
    decidedAt: instantToWire(row.decidedAt),
    outcome: row.outcome as Score['outcome'],
    codes: (row.reasons as unknown as Reason[]).map(({ id }) => catalogue[id]?.code ?? id),
    amount: minorToWire(row.amountMinor),
    currency: application.currency,
    policyVersion: policyOf(row.policy).version,
    facts: allFacts(application, storedFacts(row.facts)),
    methods: (row.methods as unknown as Remembered[]).map(methodToWire),
  };
}

export const getCheckoutDecisions = operation({
  id: 'listCheckoutDecisions',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/checkouts/:checkoutId/decisions',
  summary: 'Which payment methods a checkout was offered, which not and why',
  about: 'Kept for half a year. Facts hold nothing that names a person.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'checkout.no_decision'],
  answer: Type.Object({ decisions: Type.Array(Decision) }),
  async run({ params }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const id = checkoutIdOf(params['checkoutId']);
    const rows = id === undefined ? [] : await deps.db.read(listCheckoutDecisions, merchant.id, id);
    if (rows.length === 0) return refuse('checkout.no_decision', 'checkoutId');
    return { decisions: (rows as unknown as CheckoutDecision[]).map(decisionToWire) };
  },
});
