// What a history left behind of people: what they owe, under one limit for all who are one person, and who became one.
import { type Books, differing, grouped, type Life, text, total } from './check.ts';
import type { Request } from './clients.ts';
import { erasuresOf } from './erasures.ts';
import type { Row } from './memory-server.ts';
import { open, owed } from './model.ts';

/** Of a person, as the merchant of the history agreed. */
const limitMinor = 1_000_00n;

/** Who is who, at each moment of a history. */
export interface Persons {
  /** Who a customer was after what was committed by then. */
  readonly personAt: (key: unknown, by: number) => unknown;
}

export function complaintsOfPersons(requests: readonly Request[], lives: readonly Life[], books: Books): string[] {
  const persons = personsOf(books);
  const debtors = [...lives.filter(({ row }) => row['state'] !== 'Rejected').map(ofOrder), ...accountsOf(books)];
  return [
    ...complaintsOfExposures(debtors, persons, books),
    ...complaintsOfLimits(debtors, persons, books),
    ...complaintsOfMerges(books),
    ...complaintsOfRefusedMerges(requests, debtors, persons, books),
  ];
}

export function personsOf(books: Books): Persons {
  const merges = books
    .rows('customerMerges')
    .map((row) => ({ from: row['customerKey'], into: row['intoKey'], at: books.committedAt(text(row['id'])) ?? 0 }))
    .sort((one, other) => one.at - other.at);
  return {
    personAt: (key, by) => merges.reduce((who, merge) => (merge.at <= by && merge.from === who ? merge.into : who), key),
  };
}

/** An order or an account, and what was held and owed on it from each moment on. */
interface Debtor {
  readonly customerKey: unknown;
  readonly steps: readonly { readonly at: number; readonly held: bigint; readonly debt: bigint; readonly grows: boolean }[];
}

const nothing = { held: 0n, debt: 0n };
const stepAt = ({ steps }: Debtor, at: number): { readonly held: bigint; readonly debt: bigint } =>
  steps.findLast((step) => step.at <= at) ?? nothing;

const ofOrder = ({ row, states }: Life): Debtor => ({
  customerKey: row['customerKey'],
  steps: states.map(({ state, at, event }) => ({
    at,
    held: open(state),
    debt: owed(state),
    grows: ['order.authorized', 'order.updated'].includes(text(event['type'])) && (event['amountMinor'] as bigint) > 0n,
  })),
});

/** All that an account may come to is held from the beginning. */
function accountsOf(books: Books): Debtor[] {
  const events = grouped(books.rows('outbox'), 'accountNumber');
  const opened = books.rows('accounts').filter((row) => row['state'] !== 'Declined');
  return opened.map((row): Debtor => {
    const moments = (events.get(text(row['number'])) ?? []).map((event) => books.committedAt(text(event['id'])) ?? 0);
    const held = row['limitMinor'] as bigint;
    return { customerKey: row['customerKey'], steps: [{ at: Math.min(...moments), held, debt: 0n, grows: true }] };
  });
}

/** What these came to at a moment. */
function sumAt(debtors: readonly Debtor[], at: number): { readonly held: bigint; readonly debt: bigint } {
  const each = debtors.map((debtor) => stepAt(debtor, at));
  const sum = (of: 'held' | 'debt'): bigint => each.reduce((all, step) => all + step[of], 0n);
  return { held: sum('held'), debt: sum('debt') };
}

/** What all owe who are one person by now; who was merged into another owes nothing any more. */
function complaintsOfExposures(debtors: readonly Debtor[], persons: Persons, books: Books): string[] {
  const end = Number.POSITIVE_INFINITY;
  const rows = new Map(books.rows('exposures').map((row) => [row['customerKey'], row]));
  const keys = new Set([...rows.keys(), ...debtors.map(({ customerKey }) => persons.personAt(customerKey, end))]);
  return [...keys].flatMap((key) => {
    const own = debtors.filter(({ customerKey }) => persons.personAt(customerKey, end) === key);
    const { held, debt } = sumAt(own, end);
    return differing(`exposure of ${text(key)}`, [
      ['held', rows.get(key)?.['heldMinor'] ?? 0n, held],
      ['debt', rows.get(key)?.['debtMinor'] ?? 0n, debt],
    ]);
  });
}

/** Nothing is bought above the limit of all who are one person at that moment; a merge alone may bring two above it. */
function complaintsOfLimits(debtors: readonly Debtor[], persons: Persons, books: Books): string[] {
  // What a bank takes back is owed again, whatever was bought meanwhile: the limit is for what is bought.
  const most = limitMinor + total(books.rows('paymentReturns'), 'principalMinor');
  return debtors.flatMap((debtor) =>
    debtor.steps.flatMap(({ at, grows }) => {
      // In one transaction with a merge it may have been decided before it.
      const personOf = ({ customerKey }: Debtor): unknown => persons.personAt(customerKey, at - 1e-6);
      const person = personOf(debtor);
      const own = debtors.filter((each) => personOf(each) === person);
      const { held, debt } = sumAt(own, at);
      return grows && held + debt > most ? [`${text(person)} owes ${held + debt}, which is more than the limit`] : [];
    }),
  );
}

const marks = ['nameKey', 'bornKey', 'emailKey', 'phoneKey', 'addressKey'];

/** Each merge joined two; who was merged leads to who was not, and is alike to nobody any more. */
function complaintsOfMerges(books: Books): string[] {
  const customers = new Map(books.rows('customers').map((row) => [row['key'], row]));
  const merged = [...customers.values()].filter((row) => row['mergedInto'] !== null);
  const chained = merged.filter((row) => customers.get(row['mergedInto'])?.['mergedInto'] !== null);
  const keys = new Set(merged.map((row) => row['key']));
  const found = books
    .rows('customerProfiles')
    .filter((row) => keys.has(row['customerKey']) && marks.some((mark) => row[mark] !== null));
  return [
    ...differing('customers', [['merged', merged.length, books.rows('customerMerges').length]]),
    ...chained.map((row) => `${text(row['key'])} was merged into one who was merged`),
    ...found.map((row) => `${text(row['customerKey'])} was merged and is still alike to others`),
  ];
}

/** Refused as being one already: they were by the end of the answer. Refused as unknown: neither had bought before the question. */
function complaintsOfRefusedMerges(
  requests: readonly Request[],
  debtors: readonly Debtor[],
  { personAt }: Persons,
  books: Books,
): string[] {
  const keys = new Map(books.rows('customerNumbers').map((row): [unknown, Row] => [row['number'], row]));
  const keyOf = (number: string): unknown => keys.get(number)?.['customerKey'];
  const knownAt = (number: string): number =>
    Math.min(...debtors.flatMap(({ customerKey, steps }) => (customerKey === keyOf(number) ? (steps[0]?.at ?? []) : [])));
  const firstErasure = Math.min(...erasuresOf(books).map(({ at }) => at));
  return requests.flatMap(({ wish, attempts }) => {
    if (wish.do !== 'merge') return [];
    const named = [wish.customer, wish.into];
    return attempts.flatMap(({ answer, sentAt, endedAt = Number.POSITIVE_INFINITY }) => {
      // Whose number meant another before an erasure is in no row any more.
      if (answer?.kind !== 'refused' || firstErasure < endedAt) return [];
      const [one, other] = named.map((number) => personAt(keyOf(number), endedAt));
      const wrong =
        (answer.id === 'customer.same' && one !== other) ||
        (answer.id === 'customer.not_found' && named.every((number) => knownAt(number) < sentAt));
      return wrong ? [`refused (${answer.id}) for no reason: ${JSON.stringify(wish)}`] : [];
    });
  });
}
