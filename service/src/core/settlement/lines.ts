// From ledger entries to lines of a statement. A line is everything that one event booked on what the merchant is to be
// paid. Fees and reserve are rounded line by line, half a minor unit upwards, and the totals are sums of lines: so the
// lines add up to the payout, to the cent.
import { type Day, dayAt, type Instant } from '../dates.ts';
import { divideRounded } from '../money.ts';
import { partOf, type SettlementAgreement, termFor } from './agreement.ts';
import type { LineKind, Settlement, SettlementLine } from './rows.ts';

/** An event with its entries on merchant_payables that are on no statement yet. */
export interface Pending {
  readonly eventId: string;
  readonly eventType: string | null;
  readonly subject: string;
  readonly bookedAt: Instant;
  readonly ledgerIds: readonly string[];
  /** Signed: above zero in the merchant's favour. */
  readonly amountMinor: bigint;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly accountNumber: string | null;
  readonly captureNumber: string | null;
  readonly paymentType: string | null;
}

/** What statements say of a capture so far: what was charged for it, and how much of it was refunded. */
export interface CaptureFees {
  readonly capturedMinor: bigint;
  readonly percentFeeMinor: bigint;
  readonly refundedMinor: bigint;
}

const kinds: Readonly<Record<string, LineKind>> = {
  'order.captured': 'Capture',
  'order.refunded': 'Refund',
  'account.purchased': 'AccountPurchase',
  'account.withdrawn': 'AccountWithdrawal',
  'account.withdrawal_corrected': 'AccountCorrection',
  'settlement.adjusted': 'Adjustment',
};

/** What is charged for: a capture of an order, or a purchase on a customer account. Cash and corrections cost nothing. */
const charged: ReadonlySet<LineKind> = new Set(['Capture', 'AccountPurchase']);

export interface LineTerms {
  readonly agreement: SettlementAgreement;
  readonly timeZone: string;
  readonly settlementNumber: string;
  /** The number of the line before. */
  readonly after: number;
  /** By capture number; only asked for where the percentage is given back. */
  readonly captureFees: ReadonlyMap<string, CaptureFees>;
}

/** The lines of some pending events, in their order. */
export function linesOf(pending: readonly Pending[], terms: LineTerms): SettlementLine[] {
  const captureFees = new Map(terms.captureFees);
  return pending.map((each, index) => {
    const bookedOn = dayAt(each.bookedAt, terms.timeZone);
    const kind = kinds[each.eventType ?? ''] ?? 'Other';
    const { percentFeeMinor, fixedFeeMinor } = feesOf(each, kind, bookedOn, terms.agreement, captureFees);
    const isCharged = charged.has(kind) && each.amountMinor > 0n;
    const reserveMinor = isCharged ? partOf(each.amountMinor, terms.agreement.reserve.percentBps) : 0n;
    const { eventId, subject, bookedAt, ledgerIds, amountMinor, orderId, orderNumber, accountNumber } = each;
    return {
      settlementNumber: terms.settlementNumber,
      lineNumber: terms.after + index + 1,
      kind,
      bookedAt,
      bookedOn,
      orderId,
      orderNumber,
      accountNumber,
      captureNumber: each.captureNumber,
      subject,
      paymentType: each.paymentType,
      eventId,
      ledgerIds: [...ledgerIds],
      amountMinor,
      percentFeeMinor,
      fixedFeeMinor,
      reserveMinor,
      netMinor: amountMinor - percentFeeMinor - fixedFeeMinor - reserveMinor,
    };
  });
}

interface LineFees {
  readonly percentFeeMinor: bigint;
  readonly fixedFeeMinor: bigint;
}
const noFees: LineFees = { percentFeeMinor: 0n, fixedFeeMinor: 0n };

function feesOf(
  pending: Pending,
  kind: LineKind,
  day: Day,
  { fees }: SettlementAgreement,
  captureFees: Map<string, CaptureFees>,
): LineFees {
  const { amountMinor, captureNumber, paymentType } = pending;
  if (kind === 'Refund') return { ...noFees, percentFeeMinor: -returned(pending, fees.onRefund, captureFees) };
  if (!charged.has(kind) || amountMinor <= 0n) return noFees;
  const term = termFor(fees.terms, kind === 'AccountPurchase' ? 'Account' : (paymentType ?? ''), day);
  if (!term) return noFees;
  const percentFeeMinor = partOf(amountMinor, term.percentBps);
  if (captureNumber !== null) captureFees.set(captureNumber, { capturedMinor: amountMinor, percentFeeMinor, refundedMinor: 0n });
  return { percentFeeMinor, fixedFeeMinor: term.fixedMinor };
}

/**
 * What of a capture's percentage a refund gives back: the share of all that is refunded with it, less the share of what was before. Of
 * shares that are rounded each, many small refunds give back no cent more than one large, and all of it when all is refunded; what was
 * refunded while fees were kept gives none back later.
 */
function returned(
  { amountMinor, captureNumber }: Pending,
  onRefund: SettlementAgreement['fees']['onRefund'],
  captureFees: Map<string, CaptureFees>,
): bigint {
  const known = captureNumber === null ? undefined : captureFees.get(captureNumber);
  if (onRefund === 'kept' || captureNumber === null || !known || known.capturedMinor <= 0n) return 0n;
  const { capturedMinor, percentFeeMinor, refundedMinor: before } = known;
  const shareOf = (minor: bigint): bigint => divideRounded(percentFeeMinor * minor, capturedMinor);
  const after = before - amountMinor;
  captureFees.set(captureNumber, { ...known, refundedMinor: after });
  return shareOf(after) - shareOf(before);
}

/** The totals of a statement that lines move. */
export type Totals = Pick<
  Settlement,
  'lineCount' | 'capturesMinor' | 'refundsMinor' | 'adjustmentsMinor' | 'feesMinor' | 'reserveWithheldMinor'
>;

/** What some lines add to the totals; lines that move between statements are no part of them. */
export function totalsOf(lines: readonly SettlementLine[]): Totals {
  const sumOf = (of: readonly LineKind[]): bigint =>
    lines.reduce((sum, { kind, amountMinor }) => (of.includes(kind) ? sum + amountMinor : sum), 0n);
  return {
    lineCount: lines.length,
    capturesMinor: sumOf(['Capture', 'AccountPurchase', 'AccountWithdrawal']),
    refundsMinor: -sumOf(['Refund', 'AccountCorrection']),
    adjustmentsMinor: sumOf(['Adjustment', 'Other']),
    feesMinor: lines.reduce((sum, { percentFeeMinor, fixedFeeMinor }) => sum + percentFeeMinor + fixedFeeMinor, 0n),
    reserveWithheldMinor: lines.reduce((sum, { reserveMinor }) => sum + reserveMinor, 0n),
  };
}
