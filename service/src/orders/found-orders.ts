// The search of a merchant’s orders: its filters, and the orders that were found.

import { type Comparable, nothingKnown, similarityKeysOf } from '../core/likeness.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { orderStates } from '../core/order/rows.ts';
import { paymentTypes } from '../core/payment-types.ts';
import { Refusal } from '../core/refusals.ts';
import { emailWord, nameWords, phoneWord } from '../core/search-words.ts';
import type { Deps } from '../http/deps.ts';
import { amount, type Chosen, moment, reading, text, words } from '../http/filters.ts';
import { latestId, type Paging, pageOf } from '../http/paging.ts';
import type { Secrets } from '../store/secrets.ts';
import { Opt, type Static, Type } from '../wire/schema.ts';
import { FoundOrder, type OrderRow, orderToWire } from './order-shape.ts';
import { todayOf } from './owed.ts';
import { type OrderSearch, orderSearch } from './search.sql.ts';
import { instantOf, timesOf } from './times.ts';

export const filters = {
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

function searchOf(
  chosen: Chosen<typeof filters>,
  afterId: string | null,
  merchant: MerchantOnClock,
  hashes: Secrets['hashes'],
): OrderSearch {
  const { from, to, expiresBefore, name: _name, email: _email, phone: _phone, ...plain } = chosen;
  return {
    ...plain,
    ...personOf(chosen, merchant, hashes),
    ...timesOf({ ...(from && { from }), ...(to && { to }) }, merchant),
    ...(expiresBefore && { expiresBefore: instantOf(expiresBefore, 'begin', merchant) }),
    afterId,
  };
}

/** As an order says who placed it, and as the customer is known since: that by keyed hashes (core/likeness.ts). */
function personOf(
  { name, email, phone }: Pick<Chosen<typeof filters>, 'name' | 'email' | 'phone'>,
  { country }: MerchantOnClock,
  hashes: Secrets['hashes'],
): Pick<OrderSearch, 'name' | 'email' | 'phone'> {
  const word = phone && phoneWord(phone);
  const keysOf = (who: Partial<Comparable>): string[] =>
    [who.category ?? 'Person'].flatMap((category) => {
      const { nameKey, emailKey, phoneKey } = similarityKeysOf({ ...nothingKnown, ...who, category }, country);
      const key = nameKey ?? emailKey ?? phoneKey;
      return key === null ? [] : hashes(key);
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

export const Found = Type.Object({ orders: Type.Array(FoundOrder), next: Opt(Type.String()) });

export async function found(
  merchant: MerchantOnClock,
  asked: Chosen<typeof filters> & Paging,
  deps: Deps,
): Promise<Static<typeof Found> | Refusal> {
  const { limit: _limit, after: _after, ...chosen } = asked;
  const page = pageOf(asked, ...latestId);
  if (page instanceof Refusal) return page;
  const afterId = page.after[0] as string | null;
  const { statement, values } = orderSearch(merchant.id, searchOf(chosen, afterId, merchant, deps.secrets.hashes), page.rows);
  const rows = (await deps.db.read(statement, ...values)) as unknown as OrderRow[];
  const { shown, next } = page.of(rows, ({ id }) => [id]);
  const today = todayOf(merchant, deps.clock());
  return { orders: shown.map((row) => orderToWire(row, today)), ...next };
}

export const refusals = ['merchant.not_found', 'page.unknown'] as const;
