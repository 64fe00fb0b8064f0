// A search over all merchants compares with each one's own clock, which the server knows row by row alone: it would read the whole
// table. These say beforehand what an index can answer.

/** `merchant_id = …`: an index that begins with the merchant is looked into once for each. */
export const anyMerchant = 'any(array(select a.id from merchants a))';

/** The latest of all merchants' clocks at a moment: no row of any of them is due after it. */
export const latestClock = (moment: string): string =>
  `(select ${moment} + max(a.clock_offset_ms) * interval '1 millisecond' from merchants a)`;
