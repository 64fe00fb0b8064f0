// What a reminder may cost at most, by country and day. Where the law knows only the real cost, nothing is charged.
import type { CountryCode } from '../countries/countries.ts';
import type { Day } from '../dates.ts';

interface Cap {
  readonly from: Day;
  readonly feeMinor: bigint;
  /** The first reminder that may be charged, and how many may be in all. */
  readonly firstCharged: number;
  readonly most: number;
}

const caps: Readonly<Partial<Record<CountryCode, readonly Cap[]>>> = {
  NO: [{ from: '2026-01-01', feeMinor: 38_00n, firstCharged: 1, most: 2 }],
  SE: [{ from: '2023-02-21', feeMinor: 60_00n, firstCharged: 1, most: 1 }],
  FI: [{ from: '2024-01-01', feeMinor: 5_00n, firstCharged: 1, most: 2 }],
  DK: [{ from: '2024-01-01', feeMinor: 100_00n, firstCharged: 1, most: 3 }],
  BE: [{ from: '2023-09-01', feeMinor: 7_50n, firstCharged: 2, most: 99 }],
};

/** The fee of the count-th reminder in minor units of the country's currency. */
export function reminderFeeMinor(country: CountryCode, on: Day, count: number): bigint {
  const cap = caps[country]?.findLast(({ from }) => from <= on);
  if (!cap || count < cap.firstCharged || count >= cap.firstCharged + cap.most) return 0n;
  return cap.feeMinor;
}
