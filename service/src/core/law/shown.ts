// How values of the law are shown to people: in docs/law.md, by `dps law`, and where an offer is above a cap.
import { minorToWire } from '../money.ts';
import type { AnyLawRow, CostScale, LawParameter, LeftOut, RateCap, Scoring } from './rows.ts';

/** Hundredths of a per cent: '12.25 %'. */
export const bpsText = (bps: number): string => `${(bps / 100).toFixed(2)} %`;
export const amount = (minor: bigint): string => minorToWire(minor).toFixed(2);

const caps = (rows: readonly RateCap[]): string =>
  rows
    .map(({ upToMinor, capBps }) => (upToMinor === null ? bpsText(capBps) : `up to ${amount(upToMinor)}: ${bpsText(capBps)}`))
    .join('; ');

function leftOut({ costFree, belowMinor, withinMonths }: LeftOut): string {
  const kinds = [
    costFree && 'free of interest and charges',
    belowMinor > 0n && `below ${amount(belowMinor)}`,
    withinMonths > 0 && `paid back within ${withinMonths} months`,
  ].filter(Boolean);
  return kinds.length > 0 ? kinds.join('; ') : 'none';
}

function costScale({ parts, leastMinor, mostMinor }: CostScale): string {
  const steps = parts.map(({ upToMinor, shareBps, baseMinor }) => {
    const share = shareBps === 0 && baseMinor !== null ? '' : `${shareBps / 100} %`;
    const base = baseMinor === null ? '' : amount(baseMinor);
    return `${upToMinor === null ? 'above' : `up to ${amount(upToMinor)}`}: ${[base, share].filter(Boolean).join(' + ')}`;
  });
  return `${steps.join('; ')} of the part; ${leastMinor > 0n ? `at least ${amount(leastMinor)}, ` : ''}at most ${amount(mostMinor)}`;
}

function scoring({ notInCredit, notInFraud, historyAlone }: Scoring): string {
  const fraud = notInFraud.length === notInCredit.length ? 'nor of fraud' : `of fraud: ${notInFraud.join(', ')}`;
  const alone = historyAlone ? '' : '; a register does not reject by payment history alone';
  return `of credit: ${notInCredit.join(', ')}; ${fraud}${alone}`;
}

export const meanings: Readonly<Record<LawParameter, string>> = {
  interestCap: 'Highest nominal yearly rate',
  installmentRateCap: 'Highest annual percentage rate of a plan in installments, by credit',
  accountRateCap: 'Highest annual percentage rate of a revolving account, by credit',
  totalCostCap: 'Highest total cost, of the credit',
  totalCostCapAbove: 'Credit of a purchase that the highest total cost leaves out, up to',
  otherCostCap: 'Highest cost beside interest',
  startupFeeCap: 'Highest start-up fee',
  advertisingBan: 'No advertising from this annual percentage rate on',
  reminderFee: 'Highest fee of one reminder',
  collectionCost: 'Highest cost of collecting, by the debt',
  chargedReminders: 'Reminders that may be charged',
  reminderGapDays: 'Days between reminders',
  freeReminderDays: 'Days in which no reminder is charged',
  terminationShareBps: 'Overdue, of the credit, before everything may fall due',
  terminationLateDays: 'Days that this has to be overdue',
  terminationPayments: 'Payments overdue before everything may fall due',
  terminationNoticeDays: 'Days that the notice gives before everything falls due',
  lateInterest: 'Statutory yearly rate on late payments',
  lateInterestCap: 'Highest yearly rate on late payments that may be agreed',
  withdrawalDays: 'Days to withdraw',
  minimumAge: 'Minimum age',
  duties: 'Duties of form',
  leftOut: 'Credits left out of the duties of form',
  scoring: 'Data that no score may use',
};

export function shownValue({ parameter, value }: AnyLawRow): string {
  switch (parameter) {
    case 'interestCap':
      return value === null ? 'no number' : bpsText(value);
    case 'installmentRateCap':
    case 'accountRateCap':
      return caps(value);
    case 'totalCostCap':
    case 'advertisingBan':
    case 'lateInterest':
    case 'lateInterestCap':
    case 'terminationShareBps':
      return bpsText(value);
    case 'otherCostCap':
      return `${Number(value.perDayMillionths) / 10_000} % of the credit a day, at most ${amount(value.perYearMinor)} a year; ${amount(value.atLeastMinor)} in any case`;
    case 'startupFeeCap':
    case 'reminderFee':
    case 'totalCostCapAbove':
      return amount(value);
    case 'collectionCost':
      return costScale(value);
    case 'duties':
      return value.join(', ');
    case 'leftOut':
      return leftOut(value);
    case 'scoring':
      return scoring(value);
    default:
      return String(value);
  }
}
