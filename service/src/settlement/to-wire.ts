// Statements on the wire of the administration, and as comma-separated values.
import { type Currency, currencies, minorToWire } from '../core/money.ts';
import { lineKinds, type PayoutState, payoutStates, type Settlement, type SettlementLine } from '../core/settlement/rows.ts';
import { instantToWire } from '../wire/instants.ts';
import { DayText, InstantText, Opt, type Static, Type, Uuid, Word } from '../wire/schema.ts';

const money = (description?: string) => Type.Number({ ...(description && { description }) });

export const Totals = {
  currency: Word(currencies),
  fromDate: DayText('The first business day it is about.'),
  toDate: DayText('The last one.'),
  statementDate: DayText('The day whose first moment closed it.'),
  payoutDate: DayText(),
  lineCount: Type.Integer(),
  captures: money('Captures, and purchases and withdrawals on customer accounts.'),
  refunds: money('Refunds and corrections, above zero.'),
  adjustments: money('In the merchant’s favour above zero.'),
  fees: money('What is given back for refunds is taken off.'),
  reserveWithheld: money(),
  reserveReleased: money(),
  carriedIn: money('The balance of the statement before; below zero where the merchant owed it.'),
  carriedOut: money('What is left for the next statement.'),
  payout: money(
    'captures − refunds + adjustments − fees − reserveWithheld + reserveReleased + carriedIn − carriedOut: the sum of `net` of all lines.',
  ),
};

const PayoutRecord = Type.Object(
  {
    state: Word(payoutStates),
    amount: money(),
    date: DayText(),
    endToEndId: Opt(Type.String({ description: 'Its name in the last file it was written into.' })),
    fileId: Opt(Uuid()),
    paidOn: Opt(DayText()),
    reason: Opt(Type.String()),
  },
  { title: 'SettlementPayout' },
);

export const SettlementRecord = Type.Object(
  {
    number: Type.String(),
    ...Totals,
    closedAt: InstantText(),
    payoutStatus: Opt(PayoutRecord),
    reserveReleaseDate: Opt(DayText('From when on what it withheld is released.')),
    reserveReleasedBy: Opt(Type.String({ description: 'The statement that released it.' })),
    documentUrl: Type.String({ description: 'The statement as PDF, fetched with the key of the merchant.' }),
  },
  { title: 'Settlement' },
);

export const LineRecord = Type.Object(
  {
    lineNumber: Type.Integer(),
    kind: Word(lineKinds),
    bookedAt: InstantText(),
    bookingDate: DayText(),
    orderNumber: Opt(Type.String()),
    accountNumber: Opt(Type.String()),
    captureNumber: Opt(Type.String({ description: 'Of a refund the capture it gives back.' })),
    reference: Type.String({ description: 'The number of the capture, refund, account event, adjustment or statement.' }),
    paymentType: Opt(Type.String()),
    reason: Opt(Type.String({ description: 'Of an adjustment.' })),
    amount: money('In the merchant’s favour above zero.'),
    percentFee: money(),
    fixedFee: money(),
    reserve: money(),
    net: money('amount − percentFee − fixedFee − reserve'),
    eventId: Opt(Uuid()),
    ledgerEntryIds: Type.Array(Uuid()),
  },
  { title: 'SettlementLine' },
);

/** A statement as it is read, with the state of its payout. */
export type ReadSettlement = Settlement & {
  readonly payoutState: PayoutState | null;
  readonly payoutPaidOn: string | null;
  readonly payoutReason: string | null;
  readonly payoutEndToEndId: string | null;
  readonly payoutFileId: string | null;
};
export type ReadLine = SettlementLine & { readonly reason: string | null };

export function totalsToWire(settlement: Settlement) {
  return {
    currency: settlement.currency,
    fromDate: settlement.fromOn,
    toDate: settlement.toOn,
    statementDate: settlement.madeOn,
    payoutDate: settlement.payoutOn,
    lineCount: settlement.lineCount,
    captures: minorToWire(settlement.capturesMinor),
    refunds: minorToWire(settlement.refundsMinor),
    adjustments: minorToWire(settlement.adjustmentsMinor),
    fees: minorToWire(settlement.feesMinor),
    reserveWithheld: minorToWire(settlement.reserveWithheldMinor),
    reserveReleased: minorToWire(settlement.reserveReleasedMinor),
    carriedIn: minorToWire(settlement.carriedInMinor),
    carriedOut: minorToWire(settlement.carriedOutMinor),
    payout: minorToWire(settlement.payoutMinor),
  };
}

export function settlementToWire(settlement: ReadSettlement, publicUrl: string): Static<typeof SettlementRecord> {
  const { payoutState, payoutMinor, payoutEndToEndId, payoutFileId, payoutPaidOn, payoutReason } = settlement;
  const withheld = settlement.reserveWithheldMinor > 0n;
  return {
    number: settlement.number,
    ...totalsToWire(settlement),
    closedAt: instantToWire(settlement.closedAt ?? 0),
    ...(payoutState && {
      payoutStatus: {
        state: payoutState,
        amount: minorToWire(payoutMinor),
        date: settlement.payoutOn,
        ...(payoutEndToEndId !== null && { endToEndId: payoutEndToEndId }),
        ...(payoutFileId !== null && { fileId: payoutFileId }),
        ...(payoutPaidOn !== null && { paidOn: payoutPaidOn }),
        ...(payoutReason !== null && { reason: payoutReason }),
      },
    }),
    ...(withheld && { reserveReleaseDate: settlement.releaseOn }),
    ...(settlement.releasedBy !== null && { reserveReleasedBy: settlement.releasedBy }),
    documentUrl: `${publicUrl}/documents/${settlement.documentId}.pdf`,
  };
}

export function lineToWire(line: SettlementLine, reason: string | null = null): Static<typeof LineRecord> {
  const { orderNumber, accountNumber, captureNumber, paymentType, eventId } = line;
  return {
    lineNumber: line.lineNumber,
    kind: line.kind,
    bookedAt: instantToWire(line.bookedAt),
    bookingDate: line.bookedOn,
    ...(orderNumber !== null && { orderNumber }),
    ...(accountNumber !== null && { accountNumber }),
    ...(captureNumber !== null && { captureNumber }),
    reference: line.subject,
    ...(paymentType !== null && { paymentType }),
    ...(reason !== null && { reason }),
    amount: minorToWire(line.amountMinor),
    percentFee: minorToWire(line.percentFeeMinor),
    fixedFee: minorToWire(line.fixedFeeMinor),
    reserve: minorToWire(line.reserveMinor),
    net: minorToWire(line.netMinor),
    ...(eventId !== null && { eventId }),
    ledgerEntryIds: line.ledgerIds as string[],
  };
}

/** The columns of the file; a new one goes to the end, so that no existing import breaks. */
const columns: readonly (readonly [name: string, of: (line: ReadLine, currency: Currency) => string])[] = [
  ['settlement_number', (line) => text(line.settlementNumber)],
  ['line_number', (line) => String(line.lineNumber)],
  ['kind', (line) => line.kind],
  ['booked_at', (line) => instantToWire(line.bookedAt)],
  ['booking_date', (line) => line.bookedOn],
  ['order_number', (line) => text(line.orderNumber)],
  ['account_number', (line) => text(line.accountNumber)],
  ['capture_number', (line) => text(line.captureNumber)],
  ['reference', (line) => text(line.subject)],
  ['payment_type', (line) => text(line.paymentType)],
  ['currency', (_line, currency) => currency],
  ['amount', (line) => amount(line.amountMinor)],
  ['percent_fee', (line) => amount(line.percentFeeMinor)],
  ['fixed_fee', (line) => amount(line.fixedFeeMinor)],
  ['reserve', (line) => amount(line.reserveMinor)],
  ['net', (line) => amount(line.netMinor)],
  ['event_id', (line) => line.eventId ?? ''],
  ['ledger_entry_ids', (line) => (line.ledgerIds as string[]).join(' ')],
  ['reason', (line) => text(line.reason)],
];

/** RFC 4180: commas, quotes where they are needed, CRLF. */
export const csvHeading = `${columns.map(([name]) => name).join(',')}\r\n`;
export const csvLine = (line: ReadLine, currency: Currency): string =>
  `${columns.map(([, of]) => of(line, currency)).join(',')}\r\n`;

/** Text that a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets take for "this is text". */
function text(value: string | null): string {
  const plain = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** 1234.50, with a point and two decimals in every country. */
function amount(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
