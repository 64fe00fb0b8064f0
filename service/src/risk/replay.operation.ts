import { dayAt } from '../core/dates.ts';
import { lawOn } from '../core/law/law-on.ts';
import { businessTime } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import { Refusal } from '../core/refusals.ts';
import { outcomes } from '../core/risk/decide-credit.ts';
import { policyFromForm, policyToForm } from '../core/risk/policy-form.ts';
import { replay } from '../core/risk/replay.ts';
import type { CreditDecision } from '../core/risk/rows.ts';
import { scorecardFor } from '../core/risk/scorecards.ts';
import { standardPolicy } from '../core/risk/standard-policy.ts';
import { operation } from '../http/operation.ts';
import { cursorOf, oldestFirst, placeAfter } from '../http/paging.ts';
import { instantToWire } from '../wire/instants.ts';
import { AnyPolicy } from '../wire/policy.ts';
import { InstantText, Opt, Text, Type, Whole, Word } from '../wire/schema.ts';
import { listDecisionsSince } from './credit-decisions.sql.ts';

/** Decisions of one page of a replay: read, run again and forgotten. */
const replayedAtOnce = 500;

const OutcomeWord = Word(outcomes);

export const replayPolicy = operation({
  id: 'replayPolicy',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/policies/replay',
  summary: 'What another policy would have decided, page by page',
  about: `Each call runs up to ${replayedAtOnce} decisions again, on the facts as they were, and answers sums and where to go on (\`next\`, to be sent as \`after\`). Nothing is changed.`,
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'policy.unknown_member', 'value.required', 'value.out_of_range', 'page.unknown'],
  example: { body: { policy: policyToForm(standardPolicy), since: '2026-11-01T00:00:00Z' } },
  body: Type.Object(
    {
      policy: AnyPolicy,
      since: InstantText(),
      after: Opt(Text(200)),
      limit: Opt(Whole(1, replayedAtOnce)),
    },
    { title: 'ReplayPolicy' },
  ),
  answer: Type.Object(
    {
      decisions: Type.Number(),
      older: Type.Number({ description: 'Of an engine of an earlier version: not run again.' }),
      changed: Type.Number(),
      moves: Type.Array(
        Type.Object({ currency: Type.String(), from: OutcomeWord, to: OutcomeWord, count: Type.Number(), amount: Type.Number() }),
      ),
      reasons: Type.Array(Type.Object({ from: OutcomeWord, to: OutcomeWord, rule: Type.String(), count: Type.Number() })),
      until: Opt(InstantText('The last decision of this page.')),
      next: Opt(Type.String()),
    },
    { title: 'Replay' },
  ),
  async run({ merchant, body }, deps) {
    const policy = policyFromForm(body.policy, 'replay');
    if (policy instanceof Refusal) return policy;
    const place = placeAfter(body.after, ...oldestFirst);
    if (place instanceof Refusal) return place;
    const limit = body.limit ?? replayedAtOnce;
    const rows = await deps.db.read(listDecisionsSince, merchant.id, body.since, ...place, limit);
    const decisions = rows as unknown as CreditDecision[];
    const today = dayAt(businessTime(merchant, deps.clock()), merchant.timeZone);
    const { count, olderCount, changedCount, moves, reasons } = replay(
      decisions,
      policy,
      scorecardFor(lawOn(merchant.country, today)),
    );
    const last = decisions.at(-1);
    return {
      decisions: count,
      older: olderCount,
      changed: changedCount,
      moves: moves.map(({ amountMinor, ...move }) => ({ ...move, amount: minorToWire(amountMinor) })),
      reasons: [...reasons],
      ...(last && { until: instantToWire(last.decidedAt) }),
      ...(last && count === limit && { next: cursorOf(last.decidedAt, last.id) }),
    };
  },
});
