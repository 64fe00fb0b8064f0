// Which payment methods a checkout was offered, which not and why: for those who have to answer a buyer or a shop.

import type { Missing } from '../core/checkout/products.ts';
import { minorToWire } from '../core/money.ts';
import { catalogue, type RefusalId } from '../core/refusals.ts';
import { outcomes, type Reason, type Score } from '../core/risk/decide-credit.ts';
import { policyOf, storedApplication, storedFacts } from '../core/risk/decision.ts';
import type { CheckoutDecision } from '../core/risk/rows.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { allFacts } from './decision-shape.ts';

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

export const CheckoutDecisionRecord = Type.Object(
  {
    checkoutId: Type.String(),
    decidedAt: InstantText(),
    outcome: Word(outcomes),
    codes: Type.Array(Type.String(), { description: 'The codes in the answer to the shop.' }),
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

export function checkoutDecisionToWire(row: CheckoutDecision) {
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
