/** Of a whole credit, hundredths of the currency’s smallest unit: what the agreement says for a day. */
export const interestOfDayE4 = (principalMinor: bigint, rateBps: number): bigint =>
  (principalMinor * 100n * BigInt(rateBps) + 1_825_000n) / 3_650_000n;
