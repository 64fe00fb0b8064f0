// The items of an account event and its totals (C61): what is sent twice, as a sum and as its parts, has to agree.
import { distance, divideRounded, minorToWire } from '../money.ts';
import type { Notice } from '../refusals.ts';

/** An item as the sums need it: prices in 10⁻⁴ of the currency's unit, quantities in 10⁻⁶, amounts in minor units. */
export interface EventLine {
  readonly quantityE6: bigint;
  readonly unitPriceE4: bigint;
  readonly discountMinor: bigint;
  /** Of the whole line. */
  readonly grossMinor: bigint | null;
  /** Of one unit, or of the line: shops mean both; null where nothing is said of tax. */
  readonly taxE4: bigint | null;
}

export interface EventTotals {
  readonly amountMinor: bigint | null;
  readonly taxMinor: bigint | null;
  readonly lines: readonly EventLine[];
}

const toleranceMinor = 1n;

/** Unit price × quantity, in 10⁻¹⁰ of the unit, as minor units. */
const timesQuantity = (unitE4: bigint, { quantityE6 }: EventLine): bigint => divideRounded(unitE4 * quantityE6, 100_000_000n);
const computed = (line: EventLine): bigint => timesQuantity(line.unitPriceE4, line) - line.discountMinor;
const grossOf = (line: EventLine): bigint => line.grossMinor ?? computed(line);

/** What the event moves: its total, else the sum of its items, else nothing. */
export function amountOf({ amountMinor, lines }: EventTotals): bigint {
  return amountMinor ?? lines.reduce((sum, line) => sum + grossOf(line), 0n);
}

/** Totals that do not agree with the items: a cent a line is tolerated. */
export function eventTotalsFaults(totals: EventTotals): Notice[] {
  const { amountMinor, taxMinor, lines } = totals;
  if (lines.length === 0) return [];
  const faults: Notice[] = lines.flatMap((line, index): Notice[] => {
    if (line.grossMinor === null || distance(line.grossMinor, computed(line)) <= toleranceMinor) return [];
    return [{ id: 'event.item_amount', field: `items[${index}].grossAmount`, values: { sum: text(computed(line)) } }];
  });
  const tolerated = toleranceMinor * BigInt(lines.length);
  const sum = lines.reduce((total, line) => total + grossOf(line), 0n);
  if (amountMinor !== null && distance(amountMinor, sum) > tolerated)
    faults.push({ id: 'event.total_amount', field: 'totalAmount', values: { sum: text(sum) } });
  const taxes = taxSums(lines);
  if (taxMinor !== null && taxes && !taxes.some((each) => distance(each, taxMinor) <= tolerated))
    faults.push({ id: 'event.total_tax', field: 'totalTax', values: { sum: text(taxes[0]) } });
  return faults;
}

/** The sum of the taxes, taken as taxes of one unit and as taxes of a line; nothing when an item does not say its tax. */
function taxSums(lines: readonly EventLine[]): [bigint, bigint] | undefined {
  let [ofUnits, ofLines] = [0n, 0n];
  for (const line of lines) {
    if (line.taxE4 === null) return undefined;
    ofUnits += timesQuantity(line.taxE4, line);
    ofLines += divideRounded(line.taxE4, 100n);
  }
  return [ofUnits, ofLines];
}

const text = (minor: bigint): string => minorToWire(minor).toFixed(2);
