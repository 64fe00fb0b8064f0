// The VAT of an invoice: the rate of a line that does not name one, and the sums of each rate.
import { distance, divideRounded, scaled } from '../money.ts';
import { priceDecimals } from '../order/totals.ts';

/** A cent in 10⁻⁴ of the currency's unit. */
const cent = 100n;

/** A rate in per cent that a line may name: the others are mistakes, and tax papers do not repeat them. */
export const isRate = (percent: number | undefined): percent is number => percent !== undefined && percent >= 0 && percent <= 100;

/**
 * The rate of prices of a unit, in 10⁻⁴ of the currency's unit, as plain decimal text; null where they are those of no rate. Prices
 * are rounded, so that the rate only comes out nearly: one of `rates` (of the order's other lines, then of the country) is meant
 * where its net is within a cent of the one that was sent, the nearest of several. What fits none is said to a tenth of a per cent.
 */
export function rateOf(gross: bigint, net: bigint, rates: readonly string[]): string | null {
  const near = nearestRate({ gross, net }, rates);
  if (near !== undefined) return near;
  if (net === 0n) return null;
  const tenths = divideRounded((gross - net) * 1000n * (net < 0n ? -1n : 1n), net < 0n ? -net : net);
  if (tenths < 0n || tenths > 1000n) return null;
  const digits = String(tenths).padStart(2, '0');
  return digits.endsWith('0') ? digits.slice(0, -1) : `${digits.slice(0, -1)}.${digits.slice(-1)}`;
}

/** Prices of a unit, in 10⁻⁴ of the currency's unit. */
interface Prices {
  readonly gross: bigint;
  readonly net: bigint;
}

/** Of the rates whose net is within a cent of the one that was sent the nearest, the first of several. */
const nearestRate = ({ gross, net }: Prices, rates: readonly string[]): string | undefined =>
  rates
    .map((rate) => ({ rate, off: distance(net, netAt(rate, gross)) }))
    .filter(({ off }) => off <= cent)
    .reduce<{ rate: string; off: bigint } | undefined>((best, each) => (best && best.off <= each.off ? best : each), undefined)
    ?.rate;

/** Rates in per cent, as plain decimal text. */
export interface LawfulRates {
  /** Of the shop's country. */
  readonly ofCountry: readonly string[];
  /** Of all countries that it sells to. */
  readonly anywhere: ReadonlySet<string>;
}

/**
 * The rate that a shop sent beside both prices of a unit, or the one that it means; null where its prices are those of another. Some
 * shops compute it from prices that are rounded already, 25.08 for 3.99 and 3.19: it fits them better than the 25 they were made with.
 */
export function statedRate(prices: Prices, sent: string, { ofCountry, anywhere }: LawfulRates): string | null {
  // Without VAT nothing is rounded.
  const fits = sent === '0' ? prices.gross === prices.net : distance(prices.net, netAt(sent, prices.gross)) <= cent;
  if (fits && anywhere.has(sent)) return sent;
  return nearestRate(prices, ofCountry) ?? (fits ? sent : null);
}

const netAt = (rate: string, gross: bigint): bigint =>
  divideRounded(gross * 1_000_000n, 1_000_000n + scaled(Number(rate), priceDecimals));

/** What a line says of its VAT, in minor units and per cent; null where it does not. */
export interface VatLine {
  readonly grossMinor: bigint;
  readonly netMinor: bigint | null;
  readonly vatPercent: string | null;
}

/** Amounts of one rate, in minor units; without a rate those of lines that do not say their VAT. */
export interface VatSum {
  readonly rate: string | null;
  readonly grossMinor: bigint;
  readonly netMinor: bigint;
}

/**
 * One sum a rate, lowest first; nothing where no line says its VAT. What rounding makes the total differ from its lines is in the
 * largest, so that the sums are the total.
 */
export function vatSums(lines: readonly VatLine[], totalMinor: bigint): VatSum[] {
  const sums = new Map<string | null, VatSum>();
  for (const { grossMinor, netMinor, vatPercent } of lines) {
    const rate = netMinor === null ? null : vatPercent;
    const before = sums.get(rate) ?? { rate, grossMinor: 0n, netMinor: 0n };
    sums.set(rate, {
      rate,
      grossMinor: before.grossMinor + grossMinor,
      netMinor: before.netMinor + (netMinor ?? 0n),
    });
  }
  const all = [...sums.values()].sort((a, b) => Number(a.rate ?? 1000) - Number(b.rate ?? 1000));
  if (all.every(({ rate }) => rate === null)) return [];
  const largest = all.reduce((best, each) => (each.grossMinor > best.grossMinor ? each : best));
  const rest = totalMinor - all.reduce((sum, { grossMinor }) => sum + grossMinor, 0n);
  return all.map((each) => (each === largest ? withRest(each, rest) : each));
}

function withRest({ rate, grossMinor, netMinor }: VatSum, rest: bigint): VatSum {
  const ofNet = grossMinor > 0n ? divideRounded(rest * netMinor, grossMinor) : rest;
  return { rate, grossMinor: grossMinor + rest, netMinor: netMinor + ofNet };
}
