// Orders as the operator finds them. No answer names a person: a customer is a number.
import { addDays, type Day, endOfDay } from '../core/dates.ts';
import { type Comparable, nothingKnown, similarityKeysOf } from '../core/likeness.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import { leftMinor } from '../core/order/states.ts';
import { paymentTypes } from '../core/payment-types.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { type Order, orderStates } from '../core/rows.ts';
import { emailWord, nameWords, phoneWord } from '../core/search-words.ts';
import type { Deps } from '../http/deps.ts';
import {
  aboutFilters,
  amount,
  type Chosen,
  idAt,
  type Moment,
  moment,
  readFilters,
  reading,
  text,
  words,
} from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { idCursorOf, idPlaceOf, pageSize } from '../http/paging.ts';
import { findMerchant } from '../merchants/find-merchant.ts';
import { instantToWire } from '../wire/instants.ts';
import { Amount, chooses, DayText, InstantText, Opt, type Static, Text, Type, Word } from '../wire/schema.ts';
import { type OwedRow, owedMembers, owedToWire, todayOf } from './owed.ts';
import { type OrderSearch, orderSearch } from './search.sql.ts';

export const orderMembers = {
  id: Type.String(),
  orderNumber: Type.String(),
  state: Word(orderStates),
  paymentType: Type.String(),
  customerNumber: Opt(Type.String()),
  currency: Type.String(),
  authorizedAmount: Amount(),
  leftToCaptureAmount: Amount('Authorized, and neither captured nor voided. What the consumer owes is `openAmount`.'),
  capturedAmount: Amount(),
  voidedAmount: Amount(),
  refundedAmount: Amount(),
  ...owedMembers,
  expiresOn: DayText(),
  contractVersion: Opt(Type.Number({ description: 'Of the merchant’s contract, under which it was made.' })),
  createdAt: InstantText(),
  updatedAt: InstantText(),
};
const FoundOrder = Type.Object(orderMembers, { title: 'FoundOrder' });

export const orderExample = {
  id: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b30',
  orderNumber: 'WEB-1001',
  state: 'PartlyCaptured',
  paymentType: 'Invoice',
  customerNumber: 'K-77',
  currency: 'EUR',
  authorizedAmount: 104.95,
  leftToCaptureAmount: 44.95,
  capturedAmount: 60,
  voidedAmount: 0,
  refundedAmount: 0,
  openAmount: 60,
  dueAmount: 0,
  paidAmount: 0,
  owedBackAmount: 0,
  nextDueDate: '2026-12-04',
  reminderCount: 0,
  expiresOn: '2026-12-20',
  contractVersion: 1,
  createdAt: '2026-11-20T09:30:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
};

export interface OrderRow extends Order, OwedRow {
  readonly customerNumber: string | null;
}

export function orderToWire(row: OrderRow, today: Day): Static<typeof FoundOrder> {
  const { id, number, state, paymentType, customerNumber, currency, expiresOn, contractVersion } = row;
  return {
    id,
    orderNumber: number,
    state,
    paymentType,
    ...(customerNumber !== null && { customerNumber }),
    currency,
    authorizedAmount: minorToWire(row.authorizedMinor),
    leftToCaptureAmount: minorToWire(leftMinor(row)),
    capturedAmount: minorToWire(row.capturedMinor),
    voidedAmount: minorToWire(row.voidedMinor),
    refundedAmount: minorToWire(row.refundedMinor),
    ...owedToWire(row, today),
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
  amount: amount('Authorized for this much, or with a capture of it.'),
  name: reading(
    200,
    'a name',
    (sent) => (nameWords(sent).length > 0 ? nameWords(sent) : undefined),
    'Of a consumer or company with all of these words in the name, in any order; accents, capitals and Müller or Mueller make no difference.',
  ),
  email: reading(
    254,
    'an e-mail address',
    (sent) => (sent.includes('@') ? emailWord(sent) : undefined),
    'With this e-mail address.',
  ),
  phone: reading(
    50,
    'a telephone number',
    (sent) => (phoneWord(sent) === undefined ? undefined : sent),
    'With this telephone number, with or without its country.',
  ),
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

type Hash = (text: string) => string;

function searchOf(chosen: Chosen<typeof filters>, afterId: string | null, merchant: MerchantOnClock, hash: Hash): OrderSearch {
  const { from, to, expiresBefore, name: _name, email: _email, phone: _phone, ...plain } = chosen;
  return {
    ...plain,
    ...personOf(chosen, merchant, hash),
    ...timesOf({ ...(from && { from }), ...(to && { to }) }, merchant),
    ...(expiresBefore && { expiresBefore: instantOf(expiresBefore, 'begin', merchant) }),
    afterId,
  };
}

/** As an order says who placed it, and as the customer is known since: that by keyed hashes (core/likeness.ts). */
function personOf(
  { name, email, phone }: Pick<Chosen<typeof filters>, 'name' | 'email' | 'phone'>,
  { country }: MerchantOnClock,
  hash: Hash,
): Pick<OrderSearch, 'name' | 'email' | 'phone'> {
  const word = phone && phoneWord(phone);
  const keysOf = (who: Partial<Comparable>): string[] =>
    [who.category ?? 'Person'].flatMap((category) => {
      const { nameKey, emailKey, phoneKey } = similarityKeysOf({ ...nothingKnown, ...who, category }, country);
      const key = nameKey ?? emailKey ?? phoneKey;
      return key === null ? [] : [hash(key)];
    });
  const person = { firstName: name?.[0] ?? '', lastName: name && name.length > 1 ? (name.at(-1) ?? '') : '' };
  return {
    ...(name && {
      name: { words: name, keys: [...keysOf(person), ...keysOf({ category: 'Company', companyName: name.join(' ') })] },
    }),
    ...(email && { email: { words: [email], keys: keysOf({ email }) } }),
    ...(phone && word && { phone: { words: [word], keys: keysOf({ phones: [phone] }) } }),
  };
}

const Found = Type.Object({ orders: Type.Array(FoundOrder), next: Opt(Type.String()) });

async function found(
  merchantId: string,
  asked: Readonly<Record<string, string>>,
  deps: Deps,
): Promise<Static<typeof Found> | Refusal> {
  const merchant = await findMerchant(merchantId, deps);
  if (!merchant) return refuse('merchant.not_found', 'merchantId');
  const chosen = readFilters(asked, filters);
  if (chosen instanceof Refusal) return chosen;
  const afterId = idPlaceOf(asked['after']);
  if (afterId === undefined) return refuse('page.unknown', 'after');
  const limit = pageSize(asked);
  const { statement, values } = orderSearch(merchant.id, searchOf(chosen, afterId, merchant, deps.secrets.hash), limit + 1);
  const rows = (await deps.db.read(statement, ...values)) as unknown as OrderRow[];
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const today = todayOf(merchant, deps.clock());
  return { orders: rows.slice(0, limit).map((row) => orderToWire(row, today)), ...(last && { next: idCursorOf(last.id) }) };
}

const refusals = ['merchant.not_found', 'page.unknown', 'filter.unknown', 'value.format'] as const;

export const searchOrders = operation({
  id: 'searchOrders',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/orders',
  summary: 'Search a merchant’s orders',
  about:
    'Newest first, each with what its consumer owes. All filters hold together; an unknown one, or a value that is none, is refused with its name. `?limit=` and `?after=` page. Addresses are often kept in logs: `orders/search` takes a name, an e-mail or a telephone in its body.',
  scope: 'admin:read',
  query: aboutFilters(filters),
  refusals,
  example: { answer: { orders: [orderExample] } },
  answer: Found,
  run: ({ params, query }, deps) => found(params['merchantId'] ?? '', query, deps),
});

const { name: byName, email: byEmail, phone: byPhone } = filters;

export const searchOrdersOf = operation({
  id: 'searchOrdersOfPerson',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/orders/search',
  summary: 'Search a merchant’s orders by who placed them',
  about:
    'As the search with GET and its filters behind the question mark, with what names a person in the body. Whoever was erased is not found.',
  scope: 'admin:read',
  query: aboutFilters(filters),
  refusals,
  body: Type.Object(
    {
      name: Opt(Text(200, byName.about)),
      email: Opt(Text(254, byEmail.about)),
      phone: Opt(Text(50, byPhone.about)),
    },
    // What is not known here would find every order, as an unknown filter would.
    { title: 'SearchOrdersOfPerson', ...chooses({ of: ['name', 'email', 'phone'] }) },
  ),
  example: { body: { name: 'Johanna Weber' }, answer: { orders: [orderExample] } },
  answer: Found,
  run: ({ params, query, body }, deps) => found(params['merchantId'] ?? '', { ...query, ...body }, deps),
});
