// What the consumer of an order owes: not what the shop may still capture of it, but what of its captures is due, paid and open.
import { type Day, dayAt } from '../core/dates.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { minorToWire, sum } from '../core/money.ts';
import { leftMinor, leftToPayOf } from '../core/order/left-to-pay.ts';
import type { CaptureInstallment } from '../core/order/rows.ts';
import { captureInstallments } from '../orders/captures.sql.ts';
import { rowOfJson } from '../store/table.ts';
import { Amount, DayText, Opt, type Static, Type } from '../wire/schema.ts';
import { type OwedRead, owedCaptures } from './owed.sql.ts';

export const owedMembers = {
  openAmount: Amount(
    'What the consumer still has to pay, due or not: with the interest and fees of installments and of reminders.',
  ),
  dueAmount: Amount('Of it, what is due by today.'),
  paidAmount: Amount('What the consumer has paid so far, less what the bank took back.'),
  owedBackAmount: Amount('Refunded after it was paid: owed back to the consumer.'),
  chargedAmount: Opt(Amount('Charged to a customer account, which asks for it.')),
  nextDueDate: Opt(DayText('The first day on which something that is open is or was due.')),
  reminderCount: Type.Number({ description: 'How many reminders were sent.' }),
};
const Owed = Type.Object(owedMembers);

export interface OwedRow {
  readonly owedCaptures: readonly unknown[];
  readonly installments: readonly unknown[];
}

export const todayOf = (merchant: MerchantOnClock, now: number): Day => dayAt(businessTime(merchant, now), merchant.timeZone);

export const installmentsOf = ({ installments }: Pick<OwedRow, 'installments'>): CaptureInstallment[] =>
  installments.map((json) => rowOfJson(captureInstallments, json));

export function owedToWire(row: OwedRow, today: Day): Static<typeof Owed> {
  const installments = installmentsOf(row);
  return owedOf(
    row.owedCaptures.map((json) => rowOfJson(owedCaptures, json)),
    installments,
    today,
  );
}

/** Of one capture or several. */
export function owedOf(owing: readonly OwedRead[], installments: readonly CaptureInstallment[], today: Day): Static<typeof Owed> {
  const lefts = owing.map((capture) => leftToPayOf(capture, installments, today));
  const due = lefts.flatMap((left) => left.due);
  const [first] = due.map(({ on }) => on).sort();
  const chargedMinor = sum(owing.map((capture) => capture.chargedMinor));
  const fees = sum(lefts.map(({ feesMinor }) => feesMinor));
  return {
    openAmount: minorToWire(sum(lefts.map(leftMinor))),
    dueAmount: minorToWire(fees + sum(due.filter(({ on }) => on <= today).map((part) => part.amountMinor))),
    paidAmount: minorToWire(sum(owing.map((capture) => paidOf(capture, installments)))),
    owedBackAmount: minorToWire(sum(owing.map((capture) => capture.creditMinor))),
    ...(chargedMinor > 0n && { chargedAmount: minorToWire(chargedMinor) }),
    ...(first !== undefined && { nextDueDate: first }),
    reminderCount: owing.reduce((count, capture) => count + capture.reminderCount, 0),
  };
}

function paidOf(capture: OwedRead, installments: readonly CaptureInstallment[]): bigint {
  const own = installments.filter(({ captureNumber }) => captureNumber === capture.number);
  const paid = own.length > 0 ? sum(own.map((row) => row.paidMinor)) : capture.paidMinor - capture.chargedMinor;
  return paid + capture.reminderFeePaidMinor;
}
