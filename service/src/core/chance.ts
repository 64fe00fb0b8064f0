// Ids and numbers are drawn outside the core and handed in, so that a decision stays a function of its arguments.
export interface Chance {
  /** A UUIDv7: sorted by time, so that new rows stay together in an index. */
  id(): string;
  /** A digit string of time and chance, at most 19 digits: a capture, refund, void or customer number. */
  number(): string;
  /** So many digits, the first of them not zero, all by chance: what a payment reference is made around. */
  digits(count: number): string;
}
