// An entry of a bank statement as the operator sees it.

import { type EntryDetails, entryStates } from '../core/bank-file/entry.ts';
import { minorToWire, unscaled } from '../core/money.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import type { OperatorAsked } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { DayText, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { type Booking, findEntry, type KeptEntry } from './bank-entries.sql.ts';
import { detailsOf } from './payers.ts';

const BankBooking = Type.Object({
  merchantId: Type.String(),
  captureNumber: Opt(Type.String()),
  orderNumber: Opt(Type.String()),
  accountNumber: Opt(Type.String()),
  amount: Type.Number(),
  transactionId: Type.String({ description: 'Of the payment that was booked.' }),
  undoes: Opt(Type.String({ description: 'Of money that went out: the payment that was taken back with it.' })),
});

export const BankEntryRecord = Type.Object(
  {
    entryId: Type.String(),
    importId: Type.String(),
    state: Word(entryStates),
    why: Opt(Type.String({ description: 'Why it waits: docs/bank-files.md.' })),
    account: Type.String({ description: 'Whose statement it is from.' }),
    direction: Word(['credit', 'debit']),
    amount: Type.Number(),
    currency: Type.String(),
    bookedAmount: Type.Number(),
    remainingAmount: Type.Number(),
    bookingDate: DayText(),
    valueDate: DayText(),
    bankReference: Opt(Type.String()),
    returnReason: Opt(Type.String()),
    endToEndId: Opt(Type.String()),
    references: Type.Array(Type.String()),
    texts: Type.Array(Type.String()),
    name: Opt(Type.String()),
    iban: Opt(Type.String()),
    bookings: Type.Array(BankBooking),
    handledBy: Opt(Type.String()),
    reason: Opt(Type.String()),
  },
  { title: 'BankEntry' },
);

export function entryRecord(row: KeptEntry, deps: Deps): Static<typeof BankEntryRecord> {
  const nobody: EntryDetails = { endToEndId: null, references: [], texts: [], partyName: null, partyAccount: null };
  const details = row.details === null ? nobody : detailsOf(row.id, row.details, deps.secrets.open);
  return {
    entryId: row.id,
    importId: row.importId,
    state: row.state as Static<typeof BankEntryRecord>['state'],
    ...(row.why !== null && { why: row.why }),
    account: row.account,
    direction: row.direction,
    amount: unscaled(row.amountMinor, row.amountDecimals),
    currency: row.currency,
    bookedAmount: unscaled(row.bookedMinor, row.amountDecimals),
    remainingAmount: unscaled(row.amountMinor - row.bookedMinor, row.amountDecimals),
    bookingDate: row.bookedOn,
    valueDate: row.valueOn,
    ...(row.bankReference !== null && { bankReference: row.bankReference }),
    ...(row.returnReason !== null && { returnReason: row.returnReason }),
    ...(details.endToEndId !== null && { endToEndId: details.endToEndId }),
    references: [...details.references],
    texts: [...details.texts],
    ...(details.partyName !== null && { name: details.partyName }),
    ...(details.partyAccount !== null && { iban: details.partyAccount }),
    bookings: row.bookings.map(bookingRecord),
    ...(row.handledBy !== null && { handledBy: row.handledBy }),
    ...(row.reason !== null && { reason: row.reason }),
  };
}

const bookingRecord = (booking: Booking): Static<typeof BankBooking> => ({
  merchantId: booking.merchantId,
  ...(booking.kind === 'account' ? { accountNumber: booking.number } : { captureNumber: booking.number }),
  ...(booking.orderNumber !== null && { orderNumber: booking.orderNumber }),
  amount: minorToWire(BigInt(booking.amountMinor)),
  transactionId: booking.transactionId,
  ...(typeof booking.undoes === 'string' && { undoes: booking.undoes }),
});

export async function findOpen({ params }: Pick<OperatorAsked<unknown>, 'params'>, deps: Deps): Promise<KeptEntry | Refusal> {
  const id = params['entryId'] ?? '';
  const row = uuid.test(id) ? await readEntry(id, deps) : undefined;
  if (!row) return refuse('bank.entry_not_found', 'entryId');
  return row.state === 'Open' ? row : refuse('bank.entry_closed', 'entryId', { state: row.state });
}

export const readEntry = async (id: string, { db }: Deps): Promise<KeptEntry | undefined> =>
  (await db.read(findEntry, id))[0] as unknown as KeptEntry | undefined;
