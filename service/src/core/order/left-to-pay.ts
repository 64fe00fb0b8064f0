// What is left to pay of a capture on a day: what is open when, fees of reminders, and how it came about.
import type { Day } from '../dates.ts';
import type { DuePart } from '../documents/terms.ts';
import type { Json, JsonObject } from '../json.ts';
import { openMinorOf } from '../plan/schedule.ts';
import { type OwedCapture, openReminderFeeMinor, principalLeftMinor } from './dunning.ts';
import type { CaptureInstallment } from './rows.ts';

/** Amounts of a capture on a day. */
export interface LeftToPay {
  readonly asOf: Day;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  /** Of the capture's amount, without interest and fees. */
  readonly paidMinor: bigint;
  /** Refunded after it was paid: the consumer gets it back. */
  readonly creditMinor: bigint;
  /** Fees of reminders that are not paid. */
  readonly feesMinor: bigint;
  /** What is open and when it is or was due, earliest first; with the interest and fees of installments. */
  readonly due: readonly DuePart[];
  readonly inInstallments: boolean;
}

export function leftToPayOf(capture: OwedCapture, installments: readonly CaptureInstallment[], asOf: Day): LeftToPay {
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
    due: parts.filter(({ amountMinor }) => amountMinor > 0n),
    inInstallments: own.length > 0,
  };
}

const sumOf = (due: readonly DuePart[]): bigint => due.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** All that is left to pay, also what is not due yet. */
export const leftMinor = ({ due, feesMinor }: Pick<LeftToPay, 'due' | 'feesMinor'>): bigint => sumOf(due) + feesMinor;

/** What a payer is asked for now: everything overdue, or else the next part; with the fees of reminders. */
export function askedNow({ due, feesMinor, asOf }: LeftToPay): DuePart & { readonly parts: number } {
  const overdue = due.filter(({ on }) => on < asOf);
  const asked = overdue.length > 0 ? overdue : due.slice(0, 1);
  return { on: asked[0]?.on ?? asOf, amountMinor: sumOf(asked) + feesMinor, parts: asked.length };
}

/** To be kept with a refund; amounts are digit strings. */
export function leftTerms({ asOf, feesMinor, due, inInstallments, ...left }: LeftToPay, backMinor: bigint): JsonObject {
  return {
    asOf,
    captured: String(left.capturedMinor),
    refunded: String(left.refundedMinor),
    paid: String(left.paidMinor),
    credit: String(left.creditMinor),
    fees: String(feesMinor),
    due: due.map(({ on, amountMinor }) => ({ on, minor: String(amountMinor) })),
    inInstallments,
    back: String(backMinor),
  };
}

/** As kept; nothing for a refund from before it was. */
export function leftTermsOf(kept: Json): { readonly left: LeftToPay; readonly backMinor: bigint } | undefined {
  if (kept === null) return undefined;
  const terms = kept as Readonly<Record<'captured' | 'refunded' | 'paid' | 'credit' | 'fees' | 'back' | 'asOf', string>> & {
    readonly due: readonly { readonly on: Day; readonly minor: string }[];
    readonly inInstallments: boolean;
  };
  const left: LeftToPay = {
    asOf: terms.asOf,
    capturedMinor: BigInt(terms.captured),
    refundedMinor: BigInt(terms.refunded),
    paidMinor: BigInt(terms.paid),
    creditMinor: BigInt(terms.credit),
    feesMinor: BigInt(terms.fees),
    due: terms.due.map(({ on, minor }) => ({ on, amountMinor: BigInt(minor) })),
    inInstallments: terms.inInstallments,
  };
  return { left, backMinor: BigInt(terms.back) };
}
