// What is read of the captures of an order to say what its consumer owes (orders/owed.ts).
import type { OwedCapture } from '../core/order/dunning.ts';
import type { Capture } from '../core/order/rows.ts';
import { captureInstallments, captures } from '../orders/captures.sql.ts';
import { jsonRows, type Table } from '../store/table.ts';
import { ofOrder } from './orders.sql.ts';

type ReminderCount = Pick<Capture, 'reminderCount'>;
export type OwedRead = OwedCapture & ReminderCount;

/** What of a capture is read to say what is owed. */
const { number, orderId, amountMinor, refundedMinor, paidMinor, creditMinor, chargedMinor, dueOn, insertedAt, ...others } =
  captures.columns;
const { reminderCount, reminderFeeMinor, reminderFeePaidMinor } = others;
export const owedCaptures: Table<OwedRead & Pick<Capture, 'orderId' | 'insertedAt'>> = {
  name: captures.name,
  columns: {
    number,
    orderId,
    amountMinor,
    refundedMinor,
    paidMinor,
    creditMinor,
    chargedMinor,
    dueOn,
    reminderCount,
    reminderFeeMinor,
    reminderFeePaidMinor,
    insertedAt,
  },
  key: ['number'],
  defaults: { chargedMinor: 0n },
  part: true,
};

/** Columns of a select over orders `o`, for `owedOf`. */
export const owedColumns = `${jsonRows(owedCaptures, 'c', ofOrder('c'), 'c.inserted_at, c.number')} as "owedCaptures",
  ${jsonRows(captureInstallments, 'i', ofOrder('i'), 'i.capture_number, i.number')} as "installments"`;
