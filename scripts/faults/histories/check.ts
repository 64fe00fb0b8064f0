// What a history left behind, looked at from outside: nothing acknowledged is lost, nothing is done twice, every order lived as the model
// allows, and the counters, the ledger, the events and their numbers say the same of it.

import { complaintsOfAnswers } from './check-answers.ts';
import { complaintsOfBank } from './check-bank.ts';
import { complaintsOfErasures } from './check-erasures.ts';
import { complaintsOfPersons } from './check-persons.ts';
import { complaintsOfSettlement } from './check-settlement.ts';
import type { Request } from './clients.ts';
import type { Row } from './memory-server.ts';
import { afterEvent, captured, credit, type ModelOrder, open, owed, paid, refunded } from './model.ts';

/** Everything that is stored. */
export interface Books {
  readonly rows: (table: string) => readonly Row[];
  /** When an event, a merge or an erasure became visible. */
  readonly committedAt: (id: string) => number | undefined;
}

/** The states that an order was in, each from a moment on. */
export interface Life {
  readonly row: Row;
  readonly states: readonly {
    readonly state: ModelOrder;
    readonly at: number;
    readonly requestId: string;
    readonly event: Row;
  }[];
}

export const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value as string));

export function complaintsOf(requests: readonly Request[], books: Books): string[] {
  const complaints: string[] = [];
  const lives = livesOf(books, complaints);
  for (const life of lives) complaints.push(...complaintsOfOrder(life, books));
  complaints.push(
    ...complaintsOfAnswers(requests, lives, books),
    ...complaintsOfPersons(requests, lives, books),
    ...complaintsOfErasures(requests, lives, books),
    ...complaintsOfAccounts(books),
    ...complaintsOfEvents(books),
    ...complaintsOfSettlement(requests, books),
    ...complaintsOfBank(requests, books),
    ...complaintsOfSeals(books),
    ...sameNumbers(books),
  );
  return complaints;
}

function livesOf(books: Books, complaints: string[]): Life[] {
  const refunds = new Map(books.rows('refunds').map((row) => [text(row['number']), text(row['captureNumber'])]));
  const events = grouped(books.rows('outbox'), 'orderId');
  return books.rows('orders').map((row) => {
    const own = (events.get(text(row['id'])) ?? []).sort((one, other) => Number(one['version']) - Number(other['version']));
    const versions = own.map((event) => Number(event['version']));
    if (versions.some((version, index) => version !== index + 1) || row['version'] !== versions.length)
      complaints.push(`order ${text(row['number'])} has version ${text(row['version'])} and events ${versions.join(' ')}`);
    const states: Life['states'][number][] = [];
    let state: ModelOrder | undefined;
    for (const event of own) {
      const next = afterEvent(state, event, (refund) => refunds.get(refund) ?? '');
      if (typeof next === 'string') {
        complaints.push(`order ${text(row['number'])}: ${next}`);
        continue;
      }
      state = next;
      const requestId = text((event['data'] as Row)['requestId']);
      states.push({ state, at: books.committedAt(text(event['id'])) ?? 0, requestId, event });
    }
    return { row, states };
  });
}

/** A number means one order that stands. */
function sameNumbers(books: Books): string[] {
  const standing = books.rows('orders').filter((row) => row['state'] !== 'Rejected');
  return [...grouped(standing, 'numberKey')].flatMap(([number, rows]) =>
    rows.length > 1 ? [`${rows.length} orders have the number ${number}`] : [],
  );
}

export function grouped(rows: readonly Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(text(row[column]), [...(groups.get(text(row[column])) ?? []), row]);
  return groups;
}

/** What an account of the ledger comes to for these entries. */
export function balance(entries: readonly Row[], account: string): bigint {
  let total = 0n;
  for (const entry of entries) {
    if (entry['debitAccount'] === account) total += entry['amountMinor'] as bigint;
    if (entry['creditAccount'] === account) total -= entry['amountMinor'] as bigint;
  }
  return total;
}

export const total = (rows: readonly Row[], column: string): bigint =>
  rows.reduce((sum, row) => sum + (row[column] as bigint), 0n);

type Compared = readonly [what: string, is: unknown, shouldBe: unknown];
export const differing = (whose: string, compared: readonly Compared[]): string[] =>
  compared
    .filter(([, is, shouldBe]) => is !== shouldBe)
    .map(([what, is, shouldBe]) => `${whose}: ${what} ${text(is)} instead of ${text(shouldBe)}`);

function complaintsOfOrder({ row, states }: Life, books: Books): string[] {
  const state = states.at(-1)?.state;
  const number = `order ${text(row['number'])}`;
  if (!state) return [`${number} without an event`];
  const own = (table: string): readonly Row[] => books.rows(table).filter((each) => each['orderId'] === row['id']);
  const entries = own('ledger');
  const rejected = row['state'] === 'Rejected';
  const complaints = differing(number, [
    ...(rejected ? [] : [['authorized', row['authorizedMinor'], state.authorized] as const]),
    ['captured', row['capturedMinor'], captured(state)],
    ['refunded', row['refundedMinor'], refunded(state)],
    ['voided', row['voidedMinor'], state.voided],
    ['captures', own('captures').length, state.captures.size],
    ['sum of refunds', total(own('refunds'), 'amountMinor'), refunded(state)],
    ['sum of voids', total(own('voids'), 'amountMinor'), state.voided],
    ['sum of payments', total(own('payments'), 'amountMinor') - total(own('paymentReturns'), 'amountMinor'), paid(state)],
    ['held in the ledger', -balance(entries, 'holds'), open(state)],
    ['owed in the ledger', balance(entries, 'receivables'), owed(state)],
    ['paid in the ledger', balance(entries, 'consumer_payments'), paid(state)],
    ['owed back in the ledger', -balance(entries, 'consumer_credits'), credit(state)],
    ['owed to the merchant', -balance(entries, 'merchant_payables'), captured(state) - refunded(state)],
  ]);
  for (const capture of own('captures')) {
    const model = state.captures.get(text(capture['number']));
    complaints.push(
      ...differing(`${number}, capture ${text(capture['number'])}`, [
        ['amount', capture['amountMinor'], model?.amount],
        ['refunded', capture['refundedMinor'], model?.refunded],
        ['paid', capture['paidMinor'], model?.paid],
        ['owed back', capture['creditMinor'], model?.credit],
      ]),
    );
  }
  return complaints;
}

function complaintsOfAccounts(books: Books): string[] {
  const entries = grouped(books.rows('ledger'), 'accountNumber');
  return books.rows('accounts').flatMap((row) => {
    const number = text(row['number']);
    const own = (table: string): readonly Row[] => books.rows(table).filter((each) => each['accountNumber'] === number);
    const versions = own('outbox')
      .map((event) => Number(event['version']))
      .sort((one, other) => one - other);
    const gap = versions.some((version, index) => version !== index + 1) || row['version'] !== versions.length;
    const ledger = entries.get(number) ?? [];
    return [
      ...(gap ? [`account ${number} has version ${text(row['version'])} and events ${versions.join(' ')}`] : []),
      ...differing(`account ${number}`, [
        ['principal', row['principalMinor'], balance(ledger, 'account_principal')],
        ['interest', row['interestMinor'], balance(ledger, 'account_interest')],
        ['fees', row['feesMinor'], balance(ledger, 'account_fees')],
        ['entries', row['entryCount'], own('accountEntries').length],
      ]),
    ];
  });
}

/** Numbers without a gap, none twice; and every entry of the ledger is of an event. */
function complaintsOfEvents(books: Books): string[] {
  const events = books.rows('outbox');
  const numbers = events.map((event) => Number(event['sequenceNumber'] ?? 0)).sort((one, other) => one - other);
  const last = Number(books.rows('eventStreams')[0]?.['lastNumber'] ?? 0);
  const gap = numbers.some((number, index) => number !== index + 1) || last !== numbers.length;
  const ids = new Set(events.map((event) => event['id']));
  const strays = books.rows('ledger').filter((entry) => !ids.has(entry['eventId']));
  return [
    ...(gap ? [`the events have the numbers ${numbers.join(' ')}, the stream ends at ${last}`] : []),
    ...strays.map((entry) => `an entry of the ledger without its event: ${text(entry['id'])}`),
    ...outOfTurn(events),
  ];
}

/** Of one order or account a later version has a higher number. */
function outOfTurn(events: readonly Row[]): string[] {
  const rootOf = (event: Row): string => text(event['orderId'] ?? event['accountNumber']);
  const own = events.filter((event) => rootOf(event) !== '');
  const sorted = own.sort((one, other) => Number(one['sequenceNumber']) - Number(other['sequenceNumber']));
  const versions = new Map<string, number>();
  return sorted.flatMap((event) => {
    const before = versions.get(rootOf(event)) ?? 0;
    versions.set(rootOf(event), Number(event['version']));
    return Number(event['version']) > before
      ? []
      : [`event ${text(event['sequenceNumber'])} comes before an older one of ${rootOf(event)}`];
  });
}

/** Each row of the ledger and of the audit waits for its seal exactly once. */
function complaintsOfSeals(books: Books): string[] {
  const waiting = books.rows('unsealed');
  return (['ledger', 'audit'] as const).flatMap((table) => {
    const listed = waiting.flatMap((row) => row[`${table}Ids`] as readonly unknown[]);
    const ids = books.rows(table).map((row) => row['id']);
    const known = new Set(listed);
    return ids.length === listed.length && ids.every((id) => known.has(id))
      ? []
      : [`${ids.length} rows of the ${table}, and ${listed.length} that wait for their seal`];
  });
}
