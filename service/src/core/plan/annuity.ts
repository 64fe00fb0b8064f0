// Equal monthly payments on a credit, to the cent. All of it is whole-number arithmetic: a monthly rate of so many
// hundredths of a per cent is a fraction over 120 000, so that nothing is rounded but where a cent is owed or not.
import { divideRounded } from '../money.ts';

/** One month's payment on a credit, without fees, in minor units. */
export interface AnnuityPart {
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
}

/** A monthly rate is interestRateBps / 10 000 / 12. */
const wholeMonthly = 120_000n;

/** The equal payment that clears a credit in so many months, rounded up to the cent (C42). */
export function annuityMinor(creditMinor: bigint, interestRateBps: number, months: number): bigint {
  if (interestRateBps === 0) return dividedUp(creditMinor, BigInt(months));
  // credit × r × (1+r)^n / ((1+r)^n − 1), with r = rate / 120 000.
  const rate = BigInt(interestRateBps);
  const grown = (wholeMonthly + rate) ** BigInt(months);
  const still = wholeMonthly ** BigInt(months);
  return dividedUp(creditMinor * rate * grown, wholeMonthly * (grown - still));
}

/** A month's interest, rounded to the cent. */
export function monthlyInterestMinor(balanceMinor: bigint, interestRateBps: number): bigint {
  return divideRounded(balanceMinor * BigInt(interestRateBps), wholeMonthly);
}

/**
 * A credit in equal monthly payments, the last of which takes what rounding left (C42). The principal parts add up to the
 * credit exactly. A credit too small for so many cents is cleared early: what follows are payments of nothing.
 */
export function amortise(creditMinor: bigint, interestRateBps: number, months: number): AnnuityPart[] {
  const annuity = annuityMinor(creditMinor, interestRateBps, months);
  return paidBy(annuity, creditMinor, months, (balance) => monthlyInterestMinor(balance, interestRateBps));
}

/** A part of a credit in equal monthly payments with this interest in each: its share of what was agreed of the whole. */
export function amortisePart(creditMinor: bigint, interestsMinor: readonly bigint[], interestRateBps: number): AnnuityPart[] {
  const months = interestsMinor.length;
  return paidBy(
    annuityMinor(creditMinor, interestRateBps, months),
    creditMinor,
    months,
    (_, month) => interestsMinor[month - 1] ?? 0n,
  );
}

function paidBy(
  annuity: bigint,
  creditMinor: bigint,
  months: number,
  interestOf: (balance: bigint, month: number) => bigint,
): AnnuityPart[] {
  const parts: AnnuityPart[] = [];
  let balance = creditMinor;
  for (let month = 1; month <= months; month += 1) {
    const interestMinor = interestOf(balance, month);
    const rest = balance + interestMinor;
    const payment = month === months || rest < annuity ? rest : annuity;
    // A cent of interest that falls on this part may be more than its payment.
    const principalMinor = payment < interestMinor ? 0n : payment - interestMinor;
    parts.push({ principalMinor, interestMinor });
    balance -= principalMinor;
  }
  return parts;
}

/** Quotient rounded up, for a dividend that is not negative. */
export const dividedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
