// Do the totals match the items? Unit prices have up to four decimals, quantities up to six, so a line is exact in units
// of 10^-10; shops round each line their own way, so a cent a line is tolerated (C21).
import { distance, divideRounded, minorToWire, sum } from '../money.ts';
import type { Notice } from '../refusals.ts';

export const priceDecimals = 4;
export const quantityDecimals = 6;
/** 10^-10 units in one minor unit. */
const exactPerMinor = 10n ** BigInt(priceDecimals + quantityDecimals - 2);

/** One item line as the sum needs it. */
export interface Line {
  /** Price of one unit in 10^-4 of the currency's unit; negative for a discount. */
  readonly grossUnitE4: bigint;
  /** Null where the shop sent neither a net price nor what it could be derived from. */
  readonly netUnitE4: bigint | null;
  /** The VAT in 10^-4 of a per cent, where the net price is known by it alone: it is then of the line, not of a rounded unit. */
  readonly vatPercentE4?: bigint;
  /** Quantity in 10^-6. */
  readonly quantityE6: bigint;
}

/** The totals of an order, a capture, a void, and the lines they are the sum of. Without lines there are only totals. */
export interface Totals {
  readonly grossMinor: bigint;
  readonly netMinor: bigint | null;
  readonly lines: readonly Line[];
}

/** The exact gross sum of the lines, rounded to minor units. */
export function grossOf(lines: readonly Line[]): bigint {
  return divideRounded(sum(lines.map((line) => line.grossUnitE4 * line.quantityE6)), exactPerMinor);
}

/** The net of a line in 10^-10 of the currency's unit, null where nothing says it. */
function exactNetOf({ grossUnitE4, netUnitE4, vatPercentE4, quantityE6 }: Line): bigint | null {
  if (vatPercentE4 !== undefined) return divideRounded(grossUnitE4 * quantityE6 * 1_000_000n, 1_000_000n + vatPercentE4);
  return netUnitE4 === null ? null : netUnitE4 * quantityE6;
}

/** The same, rounded to minor units. */
export function netOf(line: Line): bigint | null {
  const net = exactNetOf(line);
  return net === null ? null : divideRounded(net, exactPerMinor);
}

/** What does not match, gross first. `path` is the member that holds the totals, such as 'order'; '' is the body itself. */
export function totalsFaults(totals: Totals, path: string): Notice[] {
  const { lines } = totals;
  if (lines.length === 0) return [];
  const faults: Notice[] = [];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const gross = sum(lines.map((line) => line.grossUnitE4 * line.quantityE6));
  if (differs(gross, totals.grossMinor, lines.length)) faults.push(fault('order.gross_total', at('totalGrossAmount'), gross));
  if (totals.netMinor !== null && lines.every((line) => line.netUnitE4 !== null)) {
    const net = sum(lines.map((line) => exactNetOf(line) ?? 0n));
    if (differs(net, totals.netMinor, lines.length)) faults.push(fault('order.net_total', at('totalNetAmount'), net));
  }
  return faults;
}

function differs(exact: bigint, minor: bigint, lines: number): boolean {
  return distance(exact, minor * exactPerMinor) > exactPerMinor * BigInt(lines);
}

function fault(id: 'order.gross_total' | 'order.net_total', field: string, exact: bigint): Notice {
  return { id, field, values: { sum: minorToWire(divideRounded(exact, exactPerMinor)).toFixed(2) } };
}
