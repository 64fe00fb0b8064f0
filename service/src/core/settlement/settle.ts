// The life of a statement: begun as a draft with its cut and the agreement of that day, filled line by line, closed once.
// Closing books fees, reserve, what is carried and the payout, so that the entries it settles add up to zero in the ledger
// together with its own: nothing is left on merchant_payables of what was settled.
import { type Change, type Decided, insert, update } from '../changes.ts';
import { nextBusinessDay } from '../countries/holidays.ts';
import { addDays, dayAt, type Instant } from '../dates.ts';
import type { Event } from '../events.ts';
import { type Json, jsonWithAmounts } from '../json.ts';
import type { Currency } from '../money.ts';
import type { Setting } from '../setting.ts';
import { type SettlementAgreement, settlementAgreementOf } from './agreement.ts';
import { daysOf } from './calendar.ts';
import { totalsOf } from './lines.ts';
import type { LineKind, Payout, Settlement, SettlementEntry, SettlementLine } from './rows.ts';

/** A merchant's statements of one currency under lock: the latest, and those whose reserve is still withheld. */
export interface SettlementInHand {
  readonly settlements: readonly Settlement[];
}

const latestOf = ({ settlements }: SettlementInHand): Settlement | undefined =>
  settlements.reduce<Settlement | undefined>((last, each) => (last && last.position > each.position ? last : each), undefined);

/** The draft that is being filled; there is at most one, and it is the latest. */
export function draftOf(inHand: SettlementInHand): Settlement | undefined {
  const latest = latestOf(inHand);
  return latest?.state === 'Draft' ? latest : undefined;
}

export interface Opening {
  readonly currency: Currency;
  readonly cutAt: Instant;
  /** The earliest booking it will hold; the cut itself if there is no booking. */
  readonly firstAt: Instant;
  /** Closed by hand: pay out any amount. */
  readonly whateverThereIs: boolean;
}

/** Begin the next statement. Nothing when a draft is under way, or the cut is not after the one before. */
export function openSettlement(inHand: SettlementInHand, opening: Opening, setting: Setting): Decided<string> | undefined {
  const before = latestOf(inHand);
  if (before && (before.state === 'Draft' || before.cutAt >= opening.cutAt)) return undefined;
  const row = draftAfter(before, opening, setting);
  return { answer: row.number, changes: [insert('settlements', row)], events: [] };
}

/** The statement after another as it begins: without lines, by the agreement of the moment. */
export function draftAfter(before: Settlement | undefined, opening: Opening, { merchant, chance }: Setting): Settlement {
  const { currency, cutAt, firstAt } = opening;
  const agreed = settlementAgreementOf(merchant.contract);
  const agreement = opening.whateverThereIs ? { ...agreed, minimumPayoutMinor: 0n } : agreed;
  const position = (before?.position ?? 0) + 1;
  const days = daysOf(before?.cutAt ?? Math.min(firstAt, cutAt), cutAt, merchant.timeZone);
  const madeOn = dayAt(cutAt, merchant.timeZone);
  return {
    number: `${currency}-${String(position).padStart(6, '0')}`,
    currency,
    position,
    state: 'Draft',
    cutAt,
    fromOn: days.from,
    toOn: days.to,
    madeOn,
    payoutOn: nextBusinessDay(merchant.country, addDays(madeOn, agreement.delayDays)),
    agreement: agreementJson(agreement),
    lineCount: 0,
    capturesMinor: 0n,
    refundsMinor: 0n,
    adjustmentsMinor: 0n,
    feesMinor: 0n,
    reserveWithheldMinor: 0n,
    reserveReleasedMinor: 0n,
    carriedInMinor: before?.carriedOutMinor ?? 0n,
    carriedOutMinor: 0n,
    payoutMinor: 0n,
    releaseOn: addDays(madeOn, agreement.reserve.days),
    releasedBy: null,
    eventId: chance.id(),
    documentId: chance.id(),
    closedAt: null,
  };
}

/** The draft with so many lines is the one that was looked at; another process may have gone on with it meanwhile. */
const isStill = (draft: Settlement | undefined, number: string, lineCount: number): draft is Settlement =>
  draft?.number === number && draft.lineCount === lineCount;

/** Put lines on the draft that ends where the first of them begins. Nothing when it does not. */
export function addLines(inHand: SettlementInHand, lines: readonly SettlementLine[]): Decided<string> | undefined {
  const draft = draftOf(inHand);
  const [first] = lines;
  if (!first || !isStill(draft, first.settlementNumber, first.lineNumber - 1)) return undefined;
  return {
    answer: 'added',
    changes: [
      update('settlements', draft, { add: totalsOf(lines) }),
      ...lines.map((line): Change => insert('settlementLines', line)),
      ...lines.flatMap(entriesOf).map((entry): Change => insert('settlementEntries', entry)),
    ],
    events: [],
  };
}

const entriesOf = ({ ledgerIds, settlementNumber, lineNumber }: SettlementLine): SettlementEntry[] =>
  (ledgerIds as string[]).map((ledgerId) => ({ ledgerId, settlementNumber, lineNumber }));

/** Close the draft. Nothing when it is not the one that was filled, or holds other lines than were seen. */
export function closeSettlement(
  inHand: SettlementInHand,
  { number, lineCount }: Pick<Settlement, 'number' | 'lineCount'>,
  setting: Setting,
): Decided<string> | undefined {
  const draft = draftOf(inHand);
  if (!isStill(draft, number, lineCount)) return undefined;
  const { closed, lots, moved } = closingOf(draft, inHand.settlements);
  const { reserveReleasedMinor, carriedOutMinor, payoutMinor } = closed;
  const { now } = setting;
  return {
    answer: 'closed',
    changes: [
      update('settlements', draft, {
        add: { lineCount: moved.length, reserveReleasedMinor, carriedOutMinor, payoutMinor },
        set: { state: 'Closed', closedAt: now },
      }),
      ...lots.map((lot): Change => update('settlements', lot, { set: { releasedBy: draft.number } })),
      ...moved.map((line): Change => insert('settlementLines', line)),
      ...(payoutMinor > 0n ? [insert('payouts', payoutOf(draft, payoutMinor, now))] : []),
    ],
    events: [closingEvent(closed)],
  };
}

/** The result of a filled draft: its totals, whose reserves it releases, and the lines that go between statements. */
export function closingOf(
  draft: Settlement,
  settlements: readonly Settlement[],
): { readonly closed: Settlement; readonly lots: readonly Settlement[]; readonly moved: readonly SettlementLine[] } {
  const lots = settlements.filter((each) => isDue(each, draft));
  const reserveReleasedMinor = lots.reduce((sum, lot) => sum + lot.reserveWithheldMinor, 0n);
  const balanceMinor = balanceOf(draft) + reserveReleasedMinor;
  const { minimumPayoutMinor } = agreementOfJson(draft.agreement);
  const payoutMinor = balanceMinor > 0n && balanceMinor >= minimumPayoutMinor ? balanceMinor : 0n;
  const carriedOutMinor = balanceMinor - payoutMinor;
  const moved = movedLines(draft, lots, carriedOutMinor);
  const lineCount = draft.lineCount + moved.length;
  return { closed: { ...draft, lineCount, reserveReleasedMinor, carriedOutMinor, payoutMinor }, lots, moved };
}

/** Held long enough, and not released yet; a draft releases nothing of its own. */
const isDue = (lot: Settlement, by: Pick<Settlement, 'madeOn'>): boolean =>
  lot.state === 'Closed' && lot.reserveWithheldMinor > 0n && lot.releasedBy === null && lot.releaseOn <= by.madeOn;

/** The sum of a statement before anything is released. */
export const balanceOf = (settlement: Settlement): bigint =>
  settlement.capturesMinor -
  settlement.refundsMinor +
  settlement.adjustmentsMinor -
  settlement.feesMinor -
  settlement.reserveWithheldMinor +
  settlement.carriedInMinor;

/** Lines that bring money from other statements or leave it for the next: with them all lines add up to the payout. */
function movedLines(draft: Settlement, lots: readonly Settlement[], carriedOutMinor: bigint): SettlementLine[] {
  const previous = `${draft.currency}-${String(draft.position - 1).padStart(6, '0')}`;
  const moves: (readonly [LineKind, subject: string, bigint])[] = [
    ['CarriedIn', previous, draft.carriedInMinor],
    ...lots.map((lot) => ['ReserveReleased', lot.number, lot.reserveWithheldMinor] as const),
    ['CarriedOut', draft.number, -carriedOutMinor],
  ];
  return moves
    .filter(([, , amountMinor]) => amountMinor !== 0n)
    .map(([kind, subject, amountMinor], index) => ({
      settlementNumber: draft.number,
      lineNumber: draft.lineCount + index + 1,
      kind,
      bookedAt: draft.cutAt,
      bookedOn: draft.madeOn,
      orderId: null,
      orderNumber: null,
      accountNumber: null,
      captureNumber: null,
      subject,
      paymentType: null,
      eventId: null,
      ledgerIds: [],
      amountMinor,
      percentFeeMinor: 0n,
      fixedFeeMinor: 0n,
      reserveMinor: 0n,
      netMinor: amountMinor,
    }));
}

/** The amount is the payout; any other goes to accounts of its own (core/ledger.ts). */
function closingEvent(closed: Settlement): Event {
  const { capturesMinor, refundsMinor, adjustmentsMinor, feesMinor, reserveWithheldMinor, reserveReleasedMinor } = closed;
  const { number, carriedInMinor, carriedOutMinor } = closed;
  return {
    id: closed.eventId,
    type: 'settlement.closed',
    orderId: null,
    resource: { type: 'settlement', number, version: 1 },
    subject: number,
    currency: closed.currency,
    amountMinor: closed.payoutMinor,
    besides: {
      merchantFees: feesMinor,
      reserveWithheld: reserveWithheldMinor,
      reserveReleased: reserveReleasedMinor,
      carriedIn: carriedInMinor,
      carriedOut: carriedOutMinor,
    },
    details: {
      from: closed.fromOn,
      to: closed.toOn,
      lines: closed.lineCount,
      captures: capturesMinor,
      refunds: refundsMinor,
      adjustments: adjustmentsMinor,
      fees: feesMinor,
      reserveWithheld: reserveWithheldMinor,
      reserveReleased: reserveReleasedMinor,
      carriedIn: carriedInMinor,
      carriedOut: carriedOutMinor,
      payoutDate: closed.payoutOn,
    },
  };
}

const payoutOf = ({ number, currency, payoutOn }: Settlement, amountMinor: bigint, now: Instant): Payout => ({
  settlementNumber: number,
  currency,
  amountMinor,
  payoutOn,
  state: 'Open',
  attempts: 0,
  version: 1,
  fileId: null,
  endToEndId: null,
  iban: null,
  paidOn: null,
  reason: null,
  insertedAt: now,
  updatedAt: now,
});

/** Amounts as digit strings, as in a stored contract. */
const agreementJson = (agreement: SettlementAgreement): Json => JSON.parse(jsonWithAmounts(agreement)) as Json;

/** … and back. */
export function agreementOfJson(stored: Json): SettlementAgreement {
  const { fees, minimumPayoutMinor, ...rest } = stored as unknown as SettlementAgreement;
  const terms = fees.terms.map((term) => ({ ...term, fixedMinor: BigInt(term.fixedMinor) }));
  return { ...rest, fees: { ...fees, terms }, minimumPayoutMinor: BigInt(minimumPayoutMinor) };
}
