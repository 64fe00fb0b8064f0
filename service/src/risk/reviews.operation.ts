// The queue of what waits for a person, orders and applications for accounts, and what that person decides.

import { type InHand, type Needs, toDecideApplication } from '../book/needs.ts';
import { readAccountNumber } from '../core/account/number.ts';
import { decideApplication } from '../core/account/review.ts';
import type { Decided } from '../core/changes.ts';
import { minorToWire } from '../core/money.ts';
import { decidePending, type Judgement } from '../core/order/review.ts';
import { catalogue, Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import type { Setting } from '../core/setting.ts';
import { operation } from '../http/operation.ts';
import { oldestFirst, pageOf } from '../http/paging.ts';
import { instantToWire } from '../wire/instants.ts';
import { Amount, CutText, InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { listWaiting } from './reviews.sql.ts';

const kinds = ['order', 'account'] as const;

type Kind = (typeof kinds)[number];

const Waiting = Type.Object(
  {
    kind: Word(kinds, 'An order, or an application for a customer account.'),
    orderNumber: Opt(Type.String()),
    accountNumber: Opt(Type.String()),
    amount: Amount('What the order comes to, or the limit that the account would have.'),
    currency: Type.String(),
    customerNumber: Opt(Type.String()),
    customer: Type.String({ description: 'Name and place, as the shop sent them.' }),
    waitsFor: Word(['review', 'identity'], 'A person who looks at it, or the consumer who confirms the identity.'),
    why: Type.Array(Type.String()),
    facts: Type.Object(
      {
        ageYears: Opt(Type.Number()),
        exposure: Opt(Amount('What the customer owed when it was decided.')),
        bureau: Opt(Type.String()),
        listHits: Type.Array(Type.String()),
        alike: Type.Number({ description: 'Other customers who are like this person.' }),
      },
      { title: 'ReviewFacts' },
    ),
    since: InstantText(),
    ageSeconds: Type.Number(),
    decideBy: Opt(InstantText('Declined by itself then.')),
  },
  { title: 'WaitingReview' },
);

export const listReviews = operation({
  id: 'listReviews',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/reviews',
  summary: 'Orders and applications for accounts that wait to be decided',
  about: 'Oldest first; `?limit=` and `?after=` page.',
  scope: 'admin:read',
  discloses: 'people',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ reviews: Type.Array(Waiting), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, ...oldestFirst);
    if (page instanceof Refusal) return page;
    const rows = (await deps.db.read(listWaiting, merchant.id, ...page.after, page.rows)) as unknown as WaitingRow[];
    const { shown, next } = page.of(rows, ({ insertedAt, id }) => [insertedAt, id]);
    const now = deps.clock() + merchant.clockOffsetMs;
    return { reviews: shown.map((row) => waitingToWire(row, now)), ...next };
  },
});

interface WaitingRow {
  readonly kind: Kind;
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly insertedAt: number;
  readonly decideBy: number | null;
  readonly customerNumber: string | null;
  readonly customer: Readonly<Record<string, unknown>> | null;
  readonly reasons: readonly { readonly id: string }[] | null;
  readonly application: { readonly ageYears?: number | null } | null;
  readonly facts: {
    readonly exposureMinor?: string;
    readonly bureau?: { readonly verdict?: string };
    readonly listHits?: readonly {
      readonly list: string;
      readonly kind: string;
      readonly strength: number;
      readonly match: string;
    }[];
    readonly alike?: { readonly count: number };
  } | null;
}

function waitingToWire(row: WaitingRow, now: number) {
  const { kind, number, currency, amountMinor, insertedAt, decideBy, customerNumber, reasons } = row;
  const identity = (reasons ?? []).some((reason) => reason.id === 'risk.authentication');
  return {
    kind,
    ...numbered(kind, number),
    amount: minorToWire(amountMinor),
    currency,
    ...(customerNumber !== null && { customerNumber }),
    customer: nameOf(row.customer ?? {}),
    waitsFor: identity ? ('identity' as const) : ('review' as const),
    why: (reasons ?? []).map(({ id }) => (Object.hasOwn(catalogue, id) ? catalogue[id as RefusalId].message : id)),
    facts: factsToWire(row),
    since: instantToWire(insertedAt),
    ageSeconds: Math.max(0, Math.floor((now - insertedAt) / 1000)),
    ...(decideBy !== null && { decideBy: instantToWire(decideBy) }),
  };
}

const numbered = (kind: Kind, number: string) => (kind === 'order' ? { orderNumber: number } : { accountNumber: number });

function factsToWire({ facts, application }: WaitingRow) {
  const ageYears = application?.ageYears ?? null;
  const bureau = facts?.bureau?.verdict;
  return {
    ...(ageYears !== null && { ageYears }),
    ...(facts?.exposureMinor !== undefined && { exposure: minorToWire(BigInt(facts.exposureMinor)) }),
    ...(bureau !== undefined && { bureau }),
    listHits: (facts?.listHits ?? []).map((hit) => `${hit.list} ${hit.kind} ${hit.strength} % (${hit.match})`),
    alike: facts?.alike?.count ?? 0,
  };
}

function nameOf(customer: Readonly<Record<string, unknown>>): string {
  const { firstName, lastName, companyName, address } = customer;
  const place = typeof address === 'object' && address !== null ? (address as Record<string, unknown>)['postalPlace'] : undefined;
  const name = companyName ?? [firstName, lastName].filter(Boolean).join(' ');
  return [name, place].filter(Boolean).join(', ');
}

export const decideReview = operation({
  id: 'decideReview',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/reviews/:number',
  summary: 'Approve or decline an order or application that waits',
  about:
    'It becomes Accepted or Rejected, with an event. Declining gives the limit back and leaves the order’s number free. Of an ' +
    'account that is approved the events that were held are booked in their order, as far as the limit goes.',
  scope: 'admin:write',
  operatorsMoney: 'risks',
  refusals: ['merchant.not_found', 'review.not_found', 'order.not_pending', 'account.not_under_review', 'review.over'],
  body: Type.Object(
    {
      kind: Opt(Word(kinds, 'Whose number it is, as the queue says; an order’s when not said.')),
      decision: Word(['approve', 'decline']),
      reason: CutText(500, 'For the audit; nobody outside sees it.'),
      decidedBy: Opt(CutText(100, 'Who decided; the key is on record as well.')),
    },
    { title: 'DecideReview' },
  ),
  answer: Type.Object({
    kind: Word(kinds),
    orderNumber: Opt(Type.String()),
    accountNumber: Opt(Type.String()),
    outcome: Word(['Accepted', 'Rejected']),
  }),
  async run({ merchant, params, body, actor, requestId }, deps) {
    const { kind = 'order', decision, reason, decidedBy = actor } = body;
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'decideReview',
      requestId,
      reason,
      needs: needsOf(kind, params['number'] ?? ''),
      decide(inHand, setting) {
        const decided = decide(inHand, decision, setting, { reason, decidedBy });
        return decided instanceof Refusal ? decided : { ...decided, answer: decided.answer.number };
      },
    });
    if (answer instanceof Refusal) return answer;
    const outcome = decision === 'approve' ? ('Accepted' as const) : ('Rejected' as const);
    return { kind, ...numbered(kind, answer.text), outcome };
  },
});

const needsOf = (kind: Kind, number: string): Needs =>
  kind === 'order' ? { order: number } : toDecideApplication(readAccountNumber(number) ?? '');

function decide(
  { order, account }: InHand,
  step: 'approve' | 'decline',
  setting: Setting,
  judgement: Judgement,
): Decided<{ readonly number: string }> | Refusal {
  if (order) return decidePending(order, step, setting, judgement);
  // An account that was declined is as if there had been none.
  if (account && account.account.state !== 'Declined') return decideApplication(account, step, setting, judgement);
  return refuse('review.not_found', 'number');
}
