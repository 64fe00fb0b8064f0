// What is left to pay of a capture on a day: what is open when, fees of reminders, and how it came about.
import type { Day } from '../dates.ts';
import type { DuePart } from '../documents/terms.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Costs } from '../plan/costs.ts';
import { openMinorOf } from '../plan/schedule.ts';
import { type OwedCapture, openLateInterestMinor, openReminderFeeMinor, principalLeftMinor } from './dunning.ts';
import type { Capture, CaptureInstallment } from './rows.ts';

/** What was charged with reminders: open or paid, not what a refund of all took away. */
export interface LateLeft {
  readonly feeMinor: bigint;
  readonly interestMinor: bigint;
  /** Of both. */
  readonly paidMinor: bigint;
  /** Of what is open the interest on late payment. */
  readonly openInterestMinor: bigint;
}

/** What is open of a capture, and whether a bank is asked for it: what is on the way is asked of no one else. */
export interface LeftPart extends DuePart {
  readonly isUnderway?: boolean;
}

/** Amounts of a capture on a day. */
export interface LeftToPay {
  readonly asOf: Day;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  /** Of the capture's amount, without interest and fees. */
  readonly paidMinor: bigint;
  /** Refunded after it was paid: the consumer gets it back. */
  readonly creditMinor: bigint;
  /** Fees of reminders, with interest on late payment, that are not paid. */
  readonly feesMinor: bigint;
  /** How these came about; missing where nothing was charged, and in what was kept before it was. */
  readonly late?: LateLeft;
  /** What is open and when it is or was due, earliest first; with the interest and fees of installments. */
  readonly due: readonly LeftPart[];
  readonly inInstallments: boolean;
}

/** The interest is for those who show it. */
type LateCapture = OwedCapture & Partial<Pick<Capture, 'lateInterestMinor' | 'lateInterestPaidMinor'>>;

/** What is left to pay of a capture, with its own of the installments, in minor units. */
export function leftToPayOf(capture: LateCapture, installments: readonly CaptureInstallment[], asOf: Day): LeftToPay {
  const own = installments.filter(({ captureNumber }) => captureNumber === capture.number);
  const parts =
    own.length > 0
      ? own.map((row) => ({ on: row.dueOn, amountMinor: openMinorOf(row) }))
      : [{ on: capture.dueOn, amountMinor: principalLeftMinor(capture) }];
  return {
    asOf,
    capturedMinor: capture.amountMinor,
    refundedMinor: capture.refundedMinor,
    paidMinor: capture.paidMinor,
    creditMinor: capture.creditMinor,
    feesMinor: openReminderFeeMinor(capture),
    ...lateOf(capture),
    due: parts.filter(({ amountMinor }) => amountMinor > 0n),
    inInstallments: own.length > 0,
  };
}

function lateOf(capture: LateCapture): Pick<LeftToPay, 'late'> {
  const { lateInterestMinor = null, lateInterestPaidMinor = null, reminderFeePaidMinor: paidMinor } = capture;
  const open = openReminderFeeMinor(capture);
  const openInterestMinor = openLateInterestMinor({ ...capture, lateInterestMinor, lateInterestPaidMinor });
  const interestMinor = openInterestMinor + (lateInterestPaidMinor ?? 0n);
  if (open + paidMinor === 0n) return {};
  return { late: { feeMinor: open + paidMinor - interestMinor, interestMinor, paidMinor, openInterestMinor } };
}

const sumOf = (due: readonly DuePart[]): bigint => due.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** All that is left to pay, also what is not due yet. */
export const leftMinor = ({ due, feesMinor }: Pick<LeftToPay, 'due' | 'feesMinor'>): bigint => sumOf(due) + feesMinor;

/** With what direct debits are under way for marked, by the days on which that is due. */
export const markedUnderway = (left: LeftToPay, days: ReadonlySet<Day>): LeftToPay =>
  days.size === 0
    ? left
    : { ...left, due: left.due.map((part) => ({ ...part, ...(days.has(part.on) && { isUnderway: true }) })) };

/** What a payer is asked for now: everything overdue, or else the next part; with the fees of reminders. Of what is under way nothing. */
export function askedNow({ due, feesMinor, asOf }: LeftToPay): DuePart & { readonly parts: number } {
  const payable = due.filter(({ isUnderway }) => !isUnderway);
  const overdue = payable.filter(({ on }) => on < asOf);
  const asked = overdue.length > 0 ? overdue : payable.slice(0, 1);
  return { on: asked[0]?.on ?? asOf, amountMinor: sumOf(asked) + feesMinor, parts: asked.length };
}

/** Costs of a credit that were paid and are not owed after a refund. */
export interface CostsBack extends Costs {
  /** Of them what is more than all that was left to pay: the consumer gets it back. */
  readonly creditMinor: bigint;
}

/** To be kept with a refund; amounts are digit strings. */
export function leftTerms(
  { asOf, feesMinor, late, due, inInstallments, ...left }: LeftToPay,
  backMinor: bigint,
  costs: CostsBack = noCosts,
): JsonObject {
  return {
    asOf,
    captured: String(left.capturedMinor),
    refunded: String(left.refundedMinor),
    paid: String(left.paidMinor),
    credit: String(left.creditMinor),
    fees: String(feesMinor),
    ...(late && {
      late: {
        fee: String(late.feeMinor),
        interest: String(late.interestMinor),
        paid: String(late.paidMinor),
        openInterest: String(late.openInterestMinor),
      },
    }),
    due: due.map(({ on, amountMinor }) => ({ on, minor: String(amountMinor) })),
    inInstallments,
    back: String(backMinor),
    ...(costs.interestMinor + costs.feeMinor > 0n && {
      costs: { interest: String(costs.interestMinor), fee: String(costs.feeMinor), back: String(costs.creditMinor) },
    }),
  };
}

const noCosts: CostsBack = { interestMinor: 0n, feeMinor: 0n, creditMinor: 0n };

/** What a credit note says. */
export interface NoteTerms {
  readonly left: LeftToPay;
  readonly backMinor: bigint;
  /** Missing where none were given back. */
  readonly costs?: CostsBack;
}

/** As kept; nothing for a refund from before it was. */
export function leftTermsOf(kept: Json): NoteTerms | undefined {
  if (kept === null) return undefined;
  const terms = kept as Readonly<Record<'captured' | 'refunded' | 'paid' | 'credit' | 'fees' | 'back' | 'asOf', string>> & {
    readonly due: readonly { readonly on: Day; readonly minor: string }[];
    readonly inInstallments: boolean;
    readonly late?: Readonly<Record<'fee' | 'interest' | 'paid' | 'openInterest', string>>;
    readonly costs?: Readonly<Record<'interest' | 'fee' | 'back', string>>;
  };
  const { late, costs } = terms;
  const left: LeftToPay = {
    asOf: terms.asOf,
    capturedMinor: BigInt(terms.captured),
    refundedMinor: BigInt(terms.refunded),
    paidMinor: BigInt(terms.paid),
    creditMinor: BigInt(terms.credit),
    feesMinor: BigInt(terms.fees),
    ...(late && {
      late: {
        feeMinor: BigInt(late.fee),
        interestMinor: BigInt(late.interest),
        paidMinor: BigInt(late.paid),
        openInterestMinor: BigInt(late.openInterest),
      },
    }),
    due: terms.due.map(({ on, minor }) => ({ on, amountMinor: BigInt(minor) })),
    inInstallments: terms.inInstallments,
  };
  return {
    left,
    backMinor: BigInt(terms.back),
    ...(costs && {
      costs: { interestMinor: BigInt(costs.interest), feeMinor: BigInt(costs.fee), creditMinor: BigInt(costs.back) },
    }),
  };
}
