// The queue of orders that wait for a person, and what that person decides.
import { answering } from '../core/changes.ts';
import { minorToWire } from '../core/money.ts';
import { decidePending } from '../core/order/review.ts';
import { catalogue, Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import { listPendingOrders } from '../orders/reviews.sql.ts';
import { instantToWire } from '../wire/instants.ts';
import { Amount, CutText, InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { cursorOf, findMerchant, pageSize, placeOf } from './find-merchant.ts';
import { operation } from './operation.ts';

const Waiting = Type.Object(
  {
    orderNumber: Type.String(),
    amount: Amount(),
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
  { title: 'WaitingOrder' },
);

export const getReviews = operation({
  id: 'listReviews',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/reviews',
  summary: 'Orders that wait to be decided',
  about: 'Oldest first; `?limit=` and `?after=` page.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ reviews: Type.Array(Waiting), next: Opt(Type.String()) }),
  async run({ params, query }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const place = placeOf(query['after']);
    if (!place) return refuse('page.unknown', 'after');
    const limit = pageSize(query);
    const rows = (await deps.db.read(listPendingOrders, merchant.id, ...place, limit + 1)) as unknown as WaitingRow[];
    const shown = rows.slice(0, limit);
    const now = deps.clock() + merchant.clockOffsetMs;
    const last = shown.at(-1);
    return {
      reviews: shown.map((row) => waitingToWire(row, now)),
      ...(rows.length > limit && last && { next: cursorOf(last.insertedAt, last.id) }),
    };
  },
});

interface WaitingRow {
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly authorizedMinor: bigint;
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
  const { number, currency, authorizedMinor, insertedAt, decideBy, customerNumber, reasons } = row;
  const identity = (reasons ?? []).some((reason) => reason.id === 'risk.authentication');
  return {
    orderNumber: number,
    amount: minorToWire(authorizedMinor),
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
  path: '/admin/v1/merchants/:merchantId/reviews/:orderNumber',
  summary: 'Approve or decline an order that waits',
  about: 'The order becomes Accepted or Rejected, with an event. Declining gives the limit back and leaves the number free.',
  scope: 'admin:write',
  refusals: ['merchant.not_found', 'review.not_found', 'order.not_pending', 'review.over'],
  body: Type.Object(
    {
      decision: Word(['approve', 'decline']),
      reason: CutText(500, 'For the audit; nobody outside sees it.'),
      decidedBy: Opt(CutText(100, 'Who decided; the key is on record as well.')),
    },
    { title: 'DecideReview' },
  ),
  answer: Type.Object({ orderNumber: Type.String(), outcome: Word(['Accepted', 'Rejected']) }),
  async run({ params, body, actor, requestId }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const { decision, reason, decidedBy = actor } = body;
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'decideReview',
      requestId,
      reason,
      needs: { order: params['orderNumber'] ?? '' },
      decide({ order }, setting) {
        if (!order) return refuse('review.not_found', 'orderNumber');
        const decided = decidePending(order, decision, setting, { reason, decidedBy });
        return decided instanceof Refusal ? decided : answering(decided, (after) => after.number);
      },
    });
    if (answer instanceof Refusal) return answer;
    return { orderNumber: answer.text, outcome: decision === 'approve' ? ('Accepted' as const) : ('Rejected' as const) };
  },
});
