// What the statements about settlement mean to the server in memory: what is on no statement yet, drafts, payouts and the files of them.
import { dayAt } from '../../../service/src/core/dates.ts';
import { settlingAccounts } from '../../../service/src/core/ledger.ts';
import { serverError } from './locks.ts';
import { among, having, type Meaning, type On, text } from './meaning.ts';
import { type Row, tableOf } from './memory-server.ts';
import { houseAccount } from './merchant.ts';

const isSettling = among(settlingAccounts);
const money = (value: unknown): bigint => value as bigint;
const sum = (rows: readonly Row[], of: (row: Row) => bigint): bigint => rows.reduce((total, row) => total + of(row), 0n);
const payable = (entry: Row): bigint =>
  entry['creditAccount'] === 'merchant_payables' ? money(entry['amountMinor']) : -money(entry['amountMinor']);

/** On no statement. No history lasts for the hour after which a look leaves out what is older (pending.sql.ts). */
const unsettled = (on: On): Row[] =>
  on.rows('ledger').filter(({ id, debitAccount, creditAccount }) => {
    const other = debitAccount === 'merchant_payables' ? creditAccount : debitAccount;
    const isPayable = debitAccount === 'merchant_payables' || creditAccount === 'merchant_payables';
    return isPayable && !isSettling(other) && !on.server.find('settlementEntries', text(id), on.by);
  });

interface PendingEvent {
  readonly entries: readonly Row[];
  readonly eventId: string;
  readonly bookedAt: number;
  readonly writtenAt: number;
  readonly amountMinor: bigint;
  readonly rank: number;
}

function pendingEvents(entries: readonly Row[]): PendingEvent[] {
  const byEvent = new Map<string, Row[]>();
  for (const entry of entries) byEvent.set(text(entry['eventId']), [...(byEvent.get(text(entry['eventId'])) ?? []), entry]);
  const events = [...byEvent].map(([eventId, own]) => {
    const amountMinor = sum(own, payable);
    const bookedAt = Math.min(...own.map((entry) => Number(entry['bookedAt'])));
    const writtenAt = Math.min(...own.map((entry) => Number(entry['writtenAt'])));
    return { entries: own, eventId, bookedAt, writtenAt, amountMinor, rank: amountMinor < 0n ? 1 : 0 };
  });
  return events.sort((one, other) => compare(placeOf(one), placeOf(other)));
}

type Place = readonly [rank: number, writtenAt: number, eventId: string];
const placeOf = ({ rank, writtenAt, eventId }: PendingEvent): Place => [rank, writtenAt, eventId];
function compare(one: Place, other: Place): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
}

function pendingRow(on: On, { entries, eventId, bookedAt, writtenAt, amountMinor, rank }: PendingEvent): Row {
  const event = on.server.find('outbox', eventId, on.by);
  const [first] = entries;
  const order = on.server.find('orders', text(first?.['orderId']), on.by);
  const type = event?.['type'];
  const subject = text(event?.['subject']);
  const refund = type === 'order.refunded' ? on.server.find('refunds', subject, on.by) : undefined;
  return {
    rank,
    eventId,
    writtenAt: new Date(writtenAt).toISOString(),
    bookedAt,
    ledgerIds: entries.map((entry) => text(entry['id'])).sort(),
    amountMinor,
    orderId: first?.['orderId'] ?? null,
    accountNumber: first?.['accountNumber'] ?? null,
    eventType: type ?? null,
    subject,
    orderNumber: order?.['number'] ?? null,
    paymentType: order?.['paymentType'] ?? null,
    captureNumber: type === 'order.captured' ? subject : (refund?.['captureNumber'] ?? null),
  };
}

const isWithheld = (row: Row): boolean => money(row['reserveWithheldMinor']) > 0n && row['releasedBy'] === null;
const lastPosition = (on: On): number => Math.max(0, ...on.rows('settlements').map((row) => Number(row['position'])));
const instant = (value: unknown): number => (value === '-infinity' ? Number.NEGATIVE_INFINITY : Date.parse(text(value)));

async function lockCurrent(on: On): Promise<Row[]> {
  const last = lastPosition(on);
  const isCurrent = (row: Row): boolean => isWithheld(row) || row['position'] === last;
  const found = on.rows('settlements').filter((row) => among(on.list(2))(row['currency']) && isCurrent(row));
  const locked = await on.locked(
    'settlements',
    found.map((row) => text(row['number'])),
  );
  return locked.filter(isCurrent);
}

function captureFees(on: On): Row[] {
  const lines = on.rows('settlementLines');
  return [...new Set(on.list(2))].flatMap((captureNumber) => {
    const own = lines.filter((line) => line['captureNumber'] === captureNumber);
    const of = (kind: string, column: string): bigint => sum(own, (line) => (line['kind'] === kind ? money(line[column]) : 0n));
    const [capturedMinor, percentFeeMinor] = [of('Capture', 'amountMinor'), of('Capture', 'percentFeeMinor')];
    const [refundedMinor, returnedMinor] = [-of('Refund', 'amountMinor'), -of('Refund', 'percentFeeMinor')];
    return own.length > 0 ? [{ captureNumber, capturedMinor, percentFeeMinor, refundedMinor, returnedMinor }] : [];
  });
}

function draftSums(on: On): Row[] {
  const lines = on.rows('settlementLines').filter((line) => line['settlementNumber'] === on.values[1]);
  const entries = on.rows('settlementEntries').filter((entry) => entry['settlementNumber'] === on.values[1]);
  const isBooked = among(entries.map((entry) => text(entry['ledgerId'])));
  const booked = on.rows('ledger').filter((entry) => isBooked(entry['id']));
  return [
    {
      lineCount: lines.length,
      netMinor: sum(lines, (line) => money(line['netMinor'])),
      amountMinor: sum(lines, (line) => money(line['amountMinor'])),
      ledgerMinor: sum(booked, payable),
    },
  ];
}

/** Of the merchant's days, or until the day that was named; with the account that is paid to. */
function duePayouts(on: On, now: unknown, until: unknown): Row[] {
  const { id: merchantId, name, timeZone, clockOffsetMs, contract } = on.merchant;
  const { settlement, payee } = contract as { settlement: { payoutAccounts: Row }; payee: Row };
  const today = dayAt(instant(now) + Number(clockOffsetMs), text(timeZone));
  const isWaiting = among(['Open', 'Failed']);
  return on
    .rows('payouts')
    .filter((row) => isWaiting(row['state']) && text(row['payoutOn']) <= text(until ?? today))
    .sort((one, other) => (text(one['settlementNumber']) < text(other['settlementNumber']) ? -1 : 1))
    .map(({ settlementNumber: number, amountMinor, attempts, payoutOn, currency }) => {
      const account = settlement.payoutAccounts[text(currency)] ?? null;
      const due = { merchantId, name, clockOffsetMs, number, amountMinor, attempts, payoutOn, currency };
      return { ...due, account, payee: { name: payee['name'], address: payee['address'] } };
    });
}

/** All payouts are claimed and the file is kept, or the statement fails. */
async function keepPayoutFile(on: On): Promise<Row[]> {
  const [numbers, attempts, names, ibans, times] = [on.list(2), on.list(3), on.list(4), on.list(5), on.list(6)];
  const [id, messageId, currency, executionOn, paymentCount, sumMinor, content, madeBy, madeAt] = on.values.slice(6);
  let claimed = 0;
  for (const [index, number] of numbers.entries()) {
    await on.server.lock(on.by, 'payouts', text(number));
    const row = on.server.find('payouts', text(number), on.by);
    if (!row || !among(['Open', 'Failed'])(row['state']) || row['attempts'] !== Number(attempts[index])) continue;
    claimed += 1;
    const sent = { state: 'Exported', reason: null, paidOn: null, attempts: Number(row['attempts']) + 1, fileId: id };
    const after = { ...row, ...sent, endToEndId: names[index], iban: ibans[index], updatedAt: instant(times[index]) };
    on.server.write(on.by, tableOf('payouts'), after);
  }
  if (claimed !== Number(paymentCount)) throw serverError('22P02', `payouts: ${claimed} of ${text(paymentCount)} rows touched`);
  const file = { id, messageId, currency, executionOn, content, madeBy, madeAt: instant(madeAt) };
  const sums = { paymentCount: Number(paymentCount), sumMinor: BigInt(text(sumMinor)) };
  await on.server.insert(on.by, tableOf('payoutFiles'), { ...file, ...sums });
  await act(on, 16);
  return [{ done: 1 }];
}

/** The audit row that a statement writes beside its own, with its first parameter (audit.sql.ts). */
export async function act(on: On, first: number): Promise<void> {
  const [id, actor, operation, subject, requestId, reason, happenedAt, customerId] = on.values.slice(first);
  const row = { id, actor, operation, subject, requestId, reason, happenedAt: instant(happenedAt), customerId };
  await on.server.insert(on.by, tableOf('audit'), { ...row, orderId: null, accountNumber: null });
  await on.server.insert(on.by, tableOf('unsealed'), { id, ledgerIds: [], auditIds: [id] });
}

const statementStatements: Readonly<Record<string, Meaning>> = {
  list_merchants_to_settle(on) {
    const { id, timeZone, clockOffsetMs, contract } = on.merchant;
    const { settlement } = contract as Row;
    const cutAt = on.server.find('settlementLooks', text(id), on.by)?.['cutAt'] ?? null;
    const hasDraft = on.rows('settlements').some((row) => row['state'] === 'Draft');
    return [{ id, timeZone, clockOffsetMs, settlement, cutAt, hasDraft }];
  },
  insert_settlement_look(on) {
    const merchantId = text(on.values[0]);
    const before = on.server.find('settlementLooks', merchantId, on.by)?.['cutAt'];
    const cutAt = Math.max(Number(before ?? Number.NEGATIVE_INFINITY), instant(on.values[1]));
    on.server.write(on.by, tableOf('settlementLooks'), { merchantId, cutAt });
    return [];
  },
  list_pending_currencies(on) {
    const moments = unsettled(on).flatMap(({ bookedAt }) => (Number(bookedAt) < instant(on.values[1]) ? [Number(bookedAt)] : []));
    return moments.length > 0 ? [{ currency: on.merchant['currency'], firstAt: Math.min(...moments) }] : [];
  },
  list_open_settlements: (on) =>
    on
      .rows('settlements')
      .filter((row) => row['state'] === 'Draft' || isWithheld(row))
      .sort((one, other) => Number(one['position']) - Number(other['position'])),
  list_last_cuts(on) {
    const cuts = on.rows('settlements').map((row) => Number(row['cutAt']));
    return cuts.length > 0 ? [{ currency: on.merchant['currency'], cutAt: Math.max(...cuts) }] : [];
  },
  list_pending(on) {
    const [, , cutAt, rank, writtenAt, eventId, limit] = on.values;
    const after: Place = [Number(rank), instant(writtenAt), text(eventId)];
    const before = unsettled(on).filter((entry) => Number(entry['bookedAt']) < instant(cutAt));
    const page = pendingEvents(before).filter((event) => compare(placeOf(event), after) > 0);
    return page.slice(0, Number(limit)).map((event) => pendingRow(on, event));
  },
  list_pending_captures(on) {
    const [isCapture, isOfOrder] = [among(on.list(3)), among(on.list(4))];
    return pendingEvents(unsettled(on).filter((entry) => isOfOrder(entry['orderId'])))
      .map((event): Row => ({ ...pendingRow(on, event), rank: 0 }))
      .filter((row) => row['eventType'] === 'order.captured' && isCapture(row['subject']));
  },
  list_capture_fees: captureFees,
  lock_settlements: lockCurrent,
  find_settlement_draft: (on) => on.rows('settlements').filter((row) => row['state'] === 'Draft'),
  sum_draft: draftSums,
  find_carried_balance: (on) =>
    on.rows('settlements').filter((row) => row['position'] === lastPosition(on) && money(row['carriedOutMinor']) > 0n),
  find_settlement(on) {
    const closed = on.rows('settlements').filter((row) => row['number'] === on.values[1] && row['state'] === 'Closed');
    return closed.map((row) => {
      const payout = on.server.find('payouts', text(row['number']), on.by);
      const { state = null, paidOn = null, reason = null, endToEndId = null, fileId = null } = payout ?? {};
      const paid = { payoutState: state, payoutPaidOn: paidOn, payoutReason: reason };
      return { ...row, ...paid, payoutEndToEndId: endToEndId, payoutFileId: fileId };
    });
  },
  find_settlement_adjustments: having('settlementAdjustments', 'number'),
};

const payoutStatements: Readonly<Record<string, Meaning>> = {
  lock_payouts: (on) =>
    on.locked(
      'payouts',
      on.list(2).filter((number) => number !== null),
    ),
  list_due_account_changes: () => [],
  list_house_accounts: () => [houseAccount],
  list_waiting_payouts: (on) => duePayouts(on, on.values[1], on.values[2]).slice(0, Number(on.values[3])),
  list_payouts_left: (on) => duePayouts(on, on.values[0], on.values[1]),
  insert_payout_file: keepPayoutFile,
  find_payout_file: (on) => on.rows('payoutFiles').filter((row) => row['id'] === on.values[0]),
};

export const settlementStatements = { ...statementStatements, ...payoutStatements };
