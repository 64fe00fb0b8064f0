// What the erasures of a history left behind: all of a person is gone or nothing, only of who owed nothing, and an answer from before is
// not given again.
import { type Books, grouped, type Life, text } from './check.ts';
import { personsOf } from './check-persons.ts';
import type { Request } from './clients.ts';
import { type DoneErasure, erasuresOf, isErased } from './erasures.ts';
import type { Row } from './memory-server.ts';
import { open, owed } from './model.ts';
import { type Erasure, numberOf } from './wishes.ts';

const never = Number.POSITIVE_INFINITY;

export function complaintsOfErasures(requests: readonly Request[], lives: readonly Life[], books: Books): string[] {
  const found = new Erasures(books);
  return [
    ...complaintsOfCustomers(found, books),
    ...leftOver(found, books),
    ...returned(found, requests, books),
    ...erasedTooEarly(found, lives),
    ...complaintsOfRepeats(found, requests, books),
    ...complaintsOfRefusals(found, requests, lives, books),
  ];
}

class Erasures {
  readonly done: readonly DoneErasure[];
  readonly #customers: Map<unknown, Row>;

  constructor(books: Books) {
    this.done = erasuresOf(books);
    this.#customers = new Map(books.rows('customers').map((row) => [row['key'], row]));
  }

  /** When a customer was erased for the first time after a moment. */
  after(moment: number, key: unknown): number {
    const own = this.#customers.get(key);
    const head = this.#customers.get(own?.['mergedInto']) ?? own;
    if (!isErased(key)) return never;
    return Math.min(...this.done.flatMap(({ at, customerId }) => (at >= moment && customerId === head?.['id'] ? [at] : [])));
  }
}

/** Each erasure left a customer whom nothing leads to, nobody else was erased, and every row is somebody's. */
function complaintsOfCustomers(found: Erasures, books: Books): string[] {
  const rows = books.rows('customers');
  const keys = new Set(rows.map((row) => row['key']));
  const twice = [...grouped(rows, 'id')].filter(([, own]) => own.length > 1);
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const partly = found.done.filter(({ customerId }) => !isErased(byId.get(customerId)?.['key']));
  const silently = rows.filter((row) => isErased(row['key']) && found.after(0, row['key']) === never);
  const strays = ['orders', 'accounts', 'exposures', 'customerNumbers', 'customerProfiles', 'accountApplications'].flatMap(
    (table) =>
      books
        .rows(table)
        .flatMap((row) => (keys.has(row['customerKey']) ? [] : [`${table}: ${text(row['customerKey'])} is no customer`])),
  );
  return [
    ...twice.map(([id]) => `two customers have the id ${id}`),
    ...partly.map(({ customerId }) => `the customer ${text(customerId)} was erased and is there`),
    ...silently.map((row) => `${text(row['key'])} was erased by no erasure`),
    ...strays,
  ];
}

/** What names the persons of a history, in whichever column. */
const personal = /example\.com|Weber|"street":"Weg"|"number:/;
/** Without what is a keyed hash of all that was sent, which a history can read. */
const says = ({ bodyHash: _hash, ...row }: Row): string =>
  JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

const tablesOfPersons = [
  'orderContents',
  'captures',
  'refunds',
  'voids',
  'payments',
  'creditDecisions',
  'accounts',
  'accountOwners',
  'accountApplications',
  'accountEvents',
  'contracts',
  'exposures',
  'customers',
  'customerNumbers',
  'customerProfiles',
  'customerMerges',
];

/** In rows of who was erased. */
function leftOver(found: Erasures, books: Books): string[] {
  const idsOf = (table: string, column: string): Set<unknown> =>
    new Set(books.rows(table).flatMap((row) => (isErased(row['customerKey']) ? [row[column]] : [])));
  const [orders, accounts] = [idsOf('orders', 'id'), idsOf('accounts', 'number')];
  const isTheirs = (row: Row): boolean =>
    isErased(row['customerKey'] ?? row['key']) ||
    orders.has(row['orderId']) ||
    accounts.has(row['accountNumber'] ?? row['number']);
  const rows = tablesOfPersons.flatMap((table) =>
    books
      .rows(table)
      .filter((row) => isTheirs(row) && personal.test(says(row)))
      .map((row) => `${table} still says of who was erased ${personal.exec(says(row))?.[0]}`),
  );
  const owners = ownersOf(books);
  const answers = books.rows('storedAnswers').filter((row) => {
    const owner = owners.get(text(row['requestId']));
    return owner !== undefined && found.after(owner.at, owner.key) < never && row['answer'] !== '';
  });
  return [...rows, ...answers.map((row) => `the answer to ${text(row['requestId'])} is kept of who was erased`)];
}

/** Who was erased and did not come back is in no table. */
function returned(found: Erasures, requests: readonly Request[], books: Books): string[] {
  if (found.done.length === 0) return [];
  const keys = books.rows('customers').map((row) => `${text(row['key'])} ${text(row['number'])}`);
  const numbers = new Set(requests.flatMap(({ wish }) => (wish.do === 'authorize' ? [numberOf(wish)] : [])));
  const gone = [...numbers].filter((number) => !keys.some((key) => key.includes(number)));
  const words = gone.flatMap((number) => [`number:${number}`, number.replace('p', 'ida').concat('@example.com')]);
  return [...tablesOfPersons, 'velocities', 'storedAnswers', 'audit', 'outbox', 'documents'].flatMap((table) =>
    books.rows(table).flatMap((row) => {
      const word = words.find((each) => says(row).includes(each));
      return word === undefined ? [] : [`${table} has ${word} of one who was erased`];
    }),
  );
}

interface Owner {
  readonly key: unknown;
  readonly at: number;
}

/** Whose order or account a sending changed, and when. */
function ownersOf(books: Books): Map<string, Owner> {
  const keys = new Map<unknown, unknown>([
    ...books.rows('orders').map((row) => [row['id'], row['customerKey']] as const),
    ...books.rows('accounts').map((row) => [row['number'], row['customerKey']] as const),
  ]);
  return new Map(
    books.rows('outbox').map((event): [string, Owner] => {
      const key = keys.get(event['orderId'] ?? event['accountNumber']);
      return [text((event['data'] as Row)['requestId']), { key, at: books.committedAt(text(event['id'])) ?? 0 }];
    }),
  );
}

/** Nothing was open or owed at that moment. */
function erasedTooEarly(found: Erasures, lives: readonly Life[]): string[] {
  return lives.flatMap(({ row, states }) => {
    const at = found.after(states[0]?.at ?? 0, row['customerKey']);
    const last = states.findLast((each) => each.at <= at)?.state;
    const isOpen = at < never && last !== undefined && row['state'] !== 'Rejected' && (open(last) > 0n || owed(last) > 0n);
    return isOpen ? [`order ${text(row['number'])} was open when its customer was erased`] : [];
  });
}

/** Under an old key: no answer after the erasure, and none refused as erased before it. */
function complaintsOfRepeats(found: Erasures, requests: readonly Request[], books: Books): string[] {
  const owners = ownersOf(books);
  return requests.flatMap(({ wish, key, attempts }) => {
    const owner = attempts.map(({ requestId }) => owners.get(requestId)).find((each) => each !== undefined);
    const erasedAt = owner === undefined ? never : found.after(owner.at, owner.key);
    return attempts.flatMap(({ answer, sentAt, endedAt = never }) => {
      if (key !== undefined && answer?.kind === 'answered' && answer.replayed && sentAt > erasedAt)
        return [`answered as before, after its person was erased: ${JSON.stringify(wish)}`];
      const early = answer?.kind === 'refused' && answer.id === 'idempotency.erased' && owner !== undefined && endedAt < erasedAt;
      return early ? [`refused as erased, and its person is there: ${JSON.stringify(wish)}`] : [];
    });
  });
}

/** Refused as unknown: had not bought, or was erased. Refused as owing: something was open in between. */
function complaintsOfRefusals(found: Erasures, requests: readonly Request[], lives: readonly Life[], books: Books): string[] {
  const { personAt } = personsOf(books);
  const askedBy = new Map(requests.flatMap(({ wish, attempts }) => attempts.map(({ requestId }) => [requestId, wish] as const)));
  const isNamed = (erasure: Erasure, { row, states }: Life): boolean => {
    // Where none was valid yet, the number meant one that was rejected.
    if ('behind' in erasure) return row['number'] === erasure.behind;
    const wish = askedBy.get(states[0]?.requestId ?? '');
    return wish?.do === 'authorize' && numberOf(wish) === erasure.customer;
  };
  return requests.flatMap(({ wish, attempts }) => {
    if (wish.do !== 'erase') return [];
    const named = lives.filter((life) => isNamed(wish, life));
    const persons = new Set(named.map(({ row }) => personAt(row['customerKey'], never)));
    const family = lives.filter(({ row }) => persons.has(personAt(row['customerKey'], never)) && row['state'] !== 'Rejected');
    const hasAccount = books.rows('accounts').some((row) => persons.has(personAt(row['customerKey'], never)));
    return attempts.flatMap(({ answer, sentAt, endedAt = never }) => {
      if (answer?.kind !== 'refused') return [];
      const isThere = ({ row, states: [first] }: Life): boolean =>
        first !== undefined && first.at < sentAt && found.after(first.at, row['customerKey']) > endedAt;
      const isOpen = ({ states }: Life): boolean =>
        states.some(
          ({ at, state }, index) => at <= endedAt && (states[index + 1]?.at ?? never) >= sentAt && open(state) + owed(state) > 0n,
        );
      const wrong =
        (answer.id === 'person.not_found' && named.some(isThere)) ||
        (answer.id.startsWith('erasure.') && named.length > 0 && !hasAccount && !family.some(isOpen));
      return wrong ? [`refused (${answer.id}) for no reason: ${JSON.stringify(wish)}`] : [];
    });
  });
}
