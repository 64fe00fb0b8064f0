// The queue of what waits for a person, orders and applications for accounts, and what that person decides.

import { type InHand, type Needs, toDecideApplication } from '../book/needs.ts';
import { checkoutIdOf } from '../checkout/two-step.ts';
import { readAccountNumber } from '../core/account/number.ts';
import { decideApplication } from '../core/account/review.ts';
import { answering, type Decided } from '../core/changes.ts';
import { minorToWire } from '../core/money.ts';
import { decidePending, type Judgement } from '../core/order/review.ts';
import { catalogue, Refusal, type RefusalId, refuse } from '../core/refusals.ts';
import { answerObjection } from '../core/risk/objection.ts';
import type { Setting } from '../core/setting.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { oldestFirst, pageOf } from '../http/paging.ts';
import { type OpenRow, opener } from '../store/table.ts';
import { instantToWire } from '../wire/instants.ts';
import { Amount, CutText, InstantText, Opt, Type, Word } from '../wire/schema.ts';
import { objections } from './objections.sql.ts';
import { readObjection } from './rejection-data.ts';
import { listWaiting } from './reviews.sql.ts';

const kinds = ['order', 'account', 'rejection'] as const;

type Kind = (typeof kinds)[number];

const Waiting = Type.Object(
  {
    kind: Word(kinds, 'An order, an application for a customer account, or an automated rejection that the person contests.'),
    orderNumber: Opt(Type.String()),
    accountNumber: Opt(Type.String()),
    decisionId: Opt(Type.String({ description: 'Of a rejection: its number here.' })),
    statement: Opt(Type.String({ description: 'Of a rejection: how the person sees it.' })),
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
    decideBy: Opt(InstantText('Declined by itself then; a rejection is to be answered by then.')),
    late: Opt(Type.Boolean({ description: 'Of a rejection: the answer is overdue.' })),
  },
  { title: 'WaitingReview' },
);

export const listReviews = operation({
  id: 'listReviews',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/reviews',
  summary: 'Orders and applications for accounts that wait to be decided, and rejections that are contested',
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
    const open = opener(merchant.id, deps.secrets);
    return { reviews: shown.map((row) => waitingToWire(row, now, open)), ...next };
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
  /** Sealed. */
  readonly statement: string | null;
  readonly subject: string | null;
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

function waitingToWire(row: WaitingRow, now: number, open: OpenRow) {
  const { kind, id, number, subject, currency, amountMinor, insertedAt, decideBy, customerNumber, reasons } = row;
  const { statement } = open(objections, { decisionId: id, statement: row.statement });
  const identity = (reasons ?? []).some((reason) => reason.id === 'risk.authentication');
  return {
    kind,
    ...numbered(kind, number),
    ...(subject !== null && { orderNumber: subject }),
    ...(typeof statement === 'string' && { statement }),
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
    ...(kind === 'rejection' && decideBy !== null && { late: now > decideBy }),
  };
}

function numbered(kind: Kind, number: string) {
  if (kind === 'rejection') return { decisionId: number };
  return kind === 'order' ? { orderNumber: number } : { accountNumber: number };
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
  path: '/admin/v1/merchants/:merchantId/reviews/:number',
  summary: 'Approve or decline an order or application that waits, or answer who contests a rejection',
  about:
    'It becomes Accepted or Rejected, with an event. Declining gives the limit back and leaves the order’s number free. Of an ' +
    'account that is approved the events that were held are booked in their order, as far as the limit goes. A rejection that is ' +
    'contested needs an `answer`, which the person reads; approved, it is not held against the customer for 30 days, declined, it stands.',
  scope: 'admin:write',
  operatorsMoney: 'risks',
  refusals: [
    'merchant.not_found',
    'review.not_found',
    'value.required',
    'order.not_pending',
    'account.not_under_review',
    'review.over',
  ],
  example: { body: { decision: 'approve', reason: 'Called the buyer, all in order', decidedBy: 'Kari Normann' } },
  body: Type.Object(
    {
      kind: Opt(Word(kinds, 'Whose number it is, as the queue says; an order’s when not said.')),
      decision: Word(['approve', 'decline']),
      reason: CutText(500, 'For the audit; not shown to shops or consumers.'),
      answer: Opt(CutText(4000, 'Of a rejection: what the person is answered in writing.')),
      decidedBy: Opt(CutText(100, 'Who decided; the key is on record as well.')),
    },
    { title: 'DecideReview' },
  ),
  answer: Type.Object({
    kind: Word(kinds),
    orderNumber: Opt(Type.String()),
    accountNumber: Opt(Type.String()),
    decisionId: Opt(Type.String()),
    outcome: Word(['Accepted', 'Rejected']),
  }),
  async run({ merchant, params, body, actor, requestId }, deps) {
    const { kind = 'order', decision, reason, answer: said, decidedBy = actor } = body;
    const number = params['number'] ?? '';
    if (kind === 'rejection' && said === undefined) return refuse('value.required', 'answer');
    const needs = await needsOf(kind, number, merchant.id, deps);
    if (needs instanceof Refusal) return needs;
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'decideReview',
      requestId,
      reason,
      needs,
      decide(inHand, setting) {
        const decided = decide(inHand, decision, setting, { reason, decidedBy, answer: said ?? '' });
        return decided instanceof Refusal ? decided : { ...decided, answer: decided.answer.number };
      },
    });
    if (answer instanceof Refusal) return answer;
    const outcome = decision === 'approve' ? ('Accepted' as const) : ('Rejected' as const);
    return { kind, ...numbered(kind, answer.text), outcome };
  },
});

async function needsOf(
  kind: Kind,
  number: string,
  merchantId: string,
  deps: Pick<Deps, 'db' | 'secrets'>,
): Promise<Needs | Refusal> {
  if (kind === 'order') return { order: number };
  if (kind === 'account') return toDecideApplication(readAccountNumber(number) ?? '');
  const id = checkoutIdOf(number);
  const open = opener(merchantId, deps.secrets);
  const objection = id === undefined ? undefined : await readObjection({ db: deps.db, open }, merchantId, id);
  if (!objection) return refuse('review.not_found', 'number');
  const { decisionId, customerKey } = objection;
  const known = customerKey !== null && { person: { key: customerKey, number: null, byNumber: false, known: true } };
  return { objection: decisionId, ...known };
}

function decide(
  { order, account, objection, person }: InHand,
  step: 'approve' | 'decline',
  setting: Setting,
  judgement: Judgement & { readonly answer: string },
): Decided<{ readonly number: string }> | Refusal {
  if (objection) {
    const answered = answerObjection(objection, person, { ...judgement, decision: step }, setting);
    return answered instanceof Refusal ? answered : answering(answered, ({ decisionId }) => ({ number: decisionId }));
  }
  if (order) return decidePending(order, step, setting, judgement);
  // An account that was declined is as if there had been none.
  if (account && account.account.state !== 'Declined') return decideApplication(account, step, setting, judgement);
  return refuse('review.not_found', 'number');
}
