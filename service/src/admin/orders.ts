// Orders as the operator finds them, and the whole story of one. Nothing here names a person: a customer is a number.
import { addDays, endOfDay } from '../core/dates.ts';
import { minorToWire } from '../core/money.ts';
import { leftMinor } from '../core/order/states.ts';
import { paymentTypes } from '../core/payment-types.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { type Capture, type Order, orderStates, type Payment, type Refund, type Void } from '../core/rows.ts';
import { rowOfJson } from '../db/table.ts';
import { captures } from '../orders/captures.sql.ts';
import { payments } from '../orders/payments.sql.ts';
import { refunds } from '../orders/refunds.sql.ts';
import { voids } from '../orders/voids.sql.ts';
import { instantToWire } from '../wire/instants.ts';
import { Amount, DayText, InstantText, Opt, type Static, Type, Word } from '../wire/schema.ts';
import {
  aboutFilters,
  amount,
  type Chosen,
  idAt,
  idCursorOf,
  idPlaceOf,
  type Moment,
  moment,
  readFilters,
  text,
  words,
} from './filters.ts';
import { findMerchant, pageSize, uuid } from './find-merchant.ts';
import type { MerchantOnClock } from './merchants.sql.ts';
import { operation } from './operation.ts';
import { findOrderStory, type OrderSearch, orderSearch } from './orders.sql.ts';

const order = {
  id: Type.String(),
  orderNumber: Type.String(),
  state: Word(orderStates),
  paymentType: Type.String(),
  customerNumber: Opt(Type.String()),
  currency: Type.String(),
  authorizedAmount: Amount(),
  openAmount: Amount('Still to be captured or voided.'),
  capturedAmount: Amount(),
  voidedAmount: Amount(),
  refundedAmount: Amount(),
  expiresOn: DayText(),
  contractVersion: Opt(Type.Number({ description: 'Of the merchant’s contract, under which it was made.' })),
  createdAt: InstantText(),
  updatedAt: InstantText(),
};
const FoundOrder = Type.Object(order, { title: 'FoundOrder' });

const example = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b30',
  orderNumber: 'WEB-1001',
  state: 'PartlyCaptured',
  paymentType: 'Invoice',
  customerNumber: 'K-77',
  currency: 'EUR',
  authorizedAmount: 104.95,
  openAmount: 44.95,
  capturedAmount: 60,
  voidedAmount: 0,
  refundedAmount: 0,
  expiresOn: '2026-12-20',
  contractVersion: 1,
  createdAt: '2026-11-20T09:30:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
};

interface Row extends Order {
  readonly customerNumber: string | null;
}

export function orderToWire(row: Row): Static<typeof FoundOrder> {
  const { id, number, state, paymentType, customerNumber, currency, expiresOn, contractVersion } = row;
  return {
    id,
    orderNumber: number,
    state,
    paymentType,
    ...(customerNumber !== null && { customerNumber }),
    currency,
    authorizedAmount: minorToWire(row.authorizedMinor),
    openAmount: minorToWire(leftMinor(row)),
    capturedAmount: minorToWire(row.capturedMinor),
    voidedAmount: minorToWire(row.voidedMinor),
    refundedAmount: minorToWire(row.refundedMinor),
    expiresOn,
    ...(contractVersion !== null && { contractVersion }),
    createdAt: instantToWire(row.insertedAt),
    updatedAt: instantToWire(row.updatedAt),
  };
}

const filters = {
  state: words(orderStates, 'One of'),
  paymentType: words(paymentTypes, 'One of'),
  from: moment('Made at this moment or later'),
  to: moment('Made before it; of a day its end'),
  minAmount: amount('Authorized for this much or more.'),
  maxAmount: amount('Authorized for this much or less.'),
  customerNumber: text(100, 'Of this customer, and of whoever was merged with them.'),
  number: text(50, 'With this number, whatever its case; rejected ones, too.'),
  expiresBefore: moment('Still open, and open until before'),
} as const;

/** A moment of the merchant's: of a day its begin, or its end. */
function instantOf(given: Moment, edge: 'begin' | 'end', { timeZone }: Pick<MerchantOnClock, 'timeZone'>): number {
  if ('instant' in given) return given.instant;
  if (edge === 'end') return endOfDay(given.day, timeZone);
  return endOfDay(addDays(given.day, -1), timeZone);
}

/** Ids say when they were drawn in real time, which the merchant's clock may since have been ahead of. */
export function timesOf(chosen: { from?: Moment; to?: Moment }, merchant: Pick<MerchantOnClock, 'timeZone' | 'clockOffsetMs'>) {
  const from = chosen.from && instantOf(chosen.from, 'begin', merchant);
  const to = chosen.to && instantOf(chosen.to, 'end', merchant);
  return {
    ...(from !== undefined && { from, firstId: idAt(from - merchant.clockOffsetMs, 'first') }),
    ...(to !== undefined && { to, lastId: idAt(to, 'last') }),
  };
}

function searchOf(chosen: Chosen<typeof filters>, afterId: string | null, merchant: MerchantOnClock): OrderSearch {
  const { from, to, expiresBefore, ...plain } = chosen;
  return {
    ...plain,
    ...timesOf({ ...(from && { from }), ...(to && { to }) }, merchant),
    ...(expiresBefore && { expiresBefore: instantOf(expiresBefore, 'begin', merchant) }),
    afterId,
  };
}

export const searchOrders = operation({
  id: 'searchOrders',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/orders',
  summary: 'Search a merchant’s orders',
  about:
    'Newest first. All filters hold together; an unknown one, or a value that is none, is refused with its name. `?limit=` and `?after=` page.',
  scope: 'admin:read',
  query: aboutFilters(filters),
  refusals: ['merchant.not_found', 'page.unknown', 'filter.unknown', 'value.format'],
  example: { answer: { orders: [example] } },
  answer: Type.Object({ orders: Type.Array(FoundOrder), next: Opt(Type.String()) }),
  async run({ params, query }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const chosen = readFilters(query, filters);
    if (chosen instanceof Refusal) return chosen;
    const afterId = idPlaceOf(query['after']);
    if (afterId === undefined) return refuse('page.unknown', 'after');
    const limit = pageSize(query);
    const { statement, values } = orderSearch(merchant.id, searchOf(chosen, afterId, merchant), limit + 1);
    const rows = (await deps.db.read(statement, ...values)) as unknown as Row[];
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { orders: rows.slice(0, limit).map(orderToWire), ...(last && { next: idCursorOf(last.id) }) };
  },
});

const Happened = Type.Object(
  {
    at: InstantText(),
    event: Opt(Type.String()),
    number: Opt(Type.String({ description: 'Of the capture, refund, void or shipping detail it is about.' })),
    amount: Opt(Amount()),
    version: Opt(Type.Number({ description: 'Of the order, after it.' })),
    source: Opt(Word(['shop', 'operator', 'consumer', 'service'])),
    operation: Opt(Type.String()),
    actor: Opt(Type.String({ description: 'Id of the key, or what of the service it was.' })),
    actorName: Opt(Type.String()),
    reason: Opt(Type.String()),
    requestId: Opt(Type.String()),
  },
  { title: 'Happened' },
);
const amounts = { amount: Amount(), createdAt: InstantText() };

const Story = Type.Object(
  {
    ...order,
    captures: Type.Array(
      Type.Object({
        captureNumber: Type.String(),
        ...amounts,
        refundedAmount: Amount(),
        paidAmount: Amount(),
        dueDate: DayText(),
        settledOn: Opt(DayText()),
      }),
    ),
    refunds: Type.Array(Type.Object({ refundNumber: Type.String(), captureNumber: Type.String(), ...amounts })),
    voids: Type.Array(Type.Object({ voidNumber: Type.String(), ...amounts })),
    payments: Type.Array(
      Type.Object({ transactionId: Type.String(), captureNumber: Type.String(), ...amounts, valueDate: DayText() }),
    ),
    decisions: Type.Array(
      Type.Object({
        id: Type.String(),
        outcome: Type.String(),
        amount: Amount('That was asked for.'),
        policyVersion: Type.String(),
        decidedAt: InstantText(),
      }),
    ),
    timeline: Type.Array(Happened, { description: 'Earliest first.' }),
  },
  { title: 'OrderStory' },
);

const exampleStory = {
  ...example,
  captures: [
    {
      captureNumber: '1795167000234567890',
      amount: 60,
      createdAt: '2026-11-20T10:00:00Z',
      refundedAmount: 0,
      paidAmount: 0,
      dueDate: '2026-12-04',
    },
  ],
  refunds: [],
  voids: [],
  payments: [],
  decisions: [
    {
      id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b31',
      outcome: 'Accepted',
      amount: 104.95,
      policyVersion: 'standard',
      decidedAt: '2026-11-20T09:30:00Z',
    },
  ],
  timeline: [
    {
      at: '2026-11-20T10:00:00Z',
      event: 'order.captured',
      number: '1795167000234567890',
      amount: 60,
      version: 2,
      source: 'operator',
      operation: 'captureOrder',
      actor: '00000000-0000-7000-8000-000000000000',
      actorName: 'Night shift',
      reason: 'The shop’s system is down.',
      requestId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b32',
    },
  ],
};

interface StoryRow extends Row {
  readonly captures: readonly unknown[];
  readonly refunds: readonly unknown[];
  readonly voids: readonly unknown[];
  readonly payments: readonly unknown[];
  readonly decisions: readonly {
    id: string;
    outcome: string;
    amountMinor: string;
    policyVersion: string | null;
    decidedAt: number;
  }[];
  readonly events: readonly EventRow[];
  readonly acts: readonly ActRow[];
}
interface EventRow {
  readonly type: string;
  readonly subject: string;
  readonly amountMinor: string;
  readonly version: number | null;
  readonly source: string | null;
  readonly requestId: string | null;
  readonly happenedAt: number;
}
interface ActRow {
  readonly actor: string;
  readonly actorName: string | null;
  readonly operation: string;
  readonly reason: string | null;
  readonly requestId: string;
  readonly happenedAt: number;
}

export const getOrder = operation({
  id: 'getOrderStory',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/orders/:orderNumber',
  summary: 'The whole story of an order',
  about:
    'By its number, the standing one before rejected ones, or by its id. With captures, refunds, voids, payments and decisions, and what happened to it, by whom and why.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'order.not_found'],
  example: { answer: exampleStory },
  answer: Story,
  async run({ params }, deps) {
    const merchant = await findMerchant(params['merchantId'] ?? '', deps);
    if (!merchant) return refuse('merchant.not_found', 'merchantId');
    const wanted = (params['orderNumber'] ?? '').toLowerCase();
    const [row] = await deps.db.read(findOrderStory, merchant.id, wanted, uuid.test(wanted) ? wanted : null);
    return row ? storyToWire(row as unknown as StoryRow) : refuse('order.not_found', 'orderNumber');
  },
});

function storyToWire(row: StoryRow): Static<typeof Story> {
  const made = (amountMinor: bigint, insertedAt: number) => ({
    amount: minorToWire(amountMinor),
    createdAt: instantToWire(insertedAt),
  });
  return {
    ...orderToWire(row),
    captures: row.captures.map((json) => {
      const each: Capture = rowOfJson(captures, json);
      return {
        captureNumber: each.number,
        ...made(each.amountMinor, each.insertedAt),
        refundedAmount: minorToWire(each.refundedMinor),
        paidAmount: minorToWire(each.paidMinor),
        dueDate: each.dueOn,
        ...(each.settledOn !== null && { settledOn: each.settledOn }),
      };
    }),
    refunds: row.refunds.map((json) => {
      const each: Refund = rowOfJson(refunds, json);
      return { refundNumber: each.number, captureNumber: each.captureNumber, ...made(each.amountMinor, each.insertedAt) };
    }),
    voids: row.voids.map((json) => {
      const each: Void = rowOfJson(voids, json);
      return { voidNumber: each.number, ...made(each.amountMinor, each.insertedAt) };
    }),
    payments: row.payments.map((json) => {
      const { transactionId, captureNumber, amountMinor, insertedAt, valueOn }: Payment = rowOfJson(payments, json);
      return { transactionId, captureNumber, ...made(amountMinor, insertedAt), valueDate: valueOn };
    }),
    decisions: row.decisions.map(({ id, outcome, amountMinor, policyVersion, decidedAt }) => ({
      id,
      outcome,
      amount: minorToWire(BigInt(amountMinor)),
      policyVersion: policyVersion ?? '',
      decidedAt: instantToWire(decidedAt),
    })),
    timeline: timelineOf(row),
  };
}

/** Events with who caused them and why; an act that told of no event stands for itself. */
function timelineOf({ events, acts, number }: StoryRow): Static<typeof Happened>[] {
  const told = events.map((event) => {
    // A job names its requests by itself, so the moment has to be the same as well.
    const act = acts.find(
      ({ requestId, happenedAt }) =>
        happenedAt === event.happenedAt && (event.requestId === null || requestId === event.requestId),
    );
    return { at: event.happenedAt, event, act };
  });
  const known = new Set(told.map(({ act }) => act));
  const others = acts.filter((act) => !known.has(act)).map((act) => ({ at: act.happenedAt, event: undefined, act }));
  return [...told, ...others]
    .sort((a, b) => a.at - b.at)
    .map(({ at, event, act }) => ({
      at: instantToWire(at),
      ...(event && eventToWire(event, number)),
      ...(act && actToWire(act)),
    }));
}

const sources = ['shop', 'operator', 'consumer', 'service'] as const;

function eventToWire({ type, subject, amountMinor, version, source }: EventRow, orderNumber: string) {
  const known = sources.find((each) => each === source);
  return {
    event: type,
    ...(subject !== orderNumber && { number: subject }),
    ...(amountMinor !== '0' && { amount: minorToWire(BigInt(amountMinor)) }),
    ...(version !== null && { version }),
    ...(known && { source: known }),
  };
}

const actToWire = ({ operation: name, actor, actorName, reason, requestId }: ActRow) => ({
  operation: name,
  actor,
  ...(actorName !== null && { actorName }),
  ...(reason !== null && { reason }),
  requestId,
});
