// The annual percentage rate of a revolving account, of which neither amount nor time is agreed: the assumptions of the
// annexes take its place. The whole credit at once, paid back in twelve equal monthly parts of capital with interest and
// fees, the last of which clears all; where no ceiling is agreed the credit is 1 500 EUR.
import type { AccountProfile } from '../credit-profiles.ts';
import { monthlyInterestMinor } from './annuity.ts';
import { annualRate, type Flow, type Rate } from './apr.ts';

const months = 12;

export interface OpenEnded {
  readonly annualRate: Rate;
  readonly interestMinor: bigint;
  readonly feesMinor: bigint;
}

type Costs = Pick<AccountProfile, 'startupFeeMinor' | 'monthlyFeeMinor' | 'interestRateBps'>;

/** The rate and the cost of one year of an account that is used to a ceiling. None when the start-up fee takes all of it. */
export function openEndedOf(ceilingMinor: bigint, profile: Costs): OpenEnded | undefined {
  const { startupFeeMinor, monthlyFeeMinor, interestRateBps } = profile;
  if (ceilingMinor <= startupFeeMinor) return undefined;
  const start: Flow = { at: { numerator: 0, denominator: 12 }, amount: ceilingMinor - startupFeeMinor };
  let balance = ceilingMinor;
  let interestMinor = 0n;
  const payments = Array.from({ length: months }, (_each, index): Flow => {
    const interest = monthlyInterestMinor(balance, interestRateBps);
    // What is left over the months that are left: the parts add up to the credit exactly.
    const capital = balance / BigInt(months - index);
    balance -= capital;
    interestMinor += interest;
    return { at: { numerator: index + 1, denominator: 12 }, amount: -(capital + interest + monthlyFeeMinor) };
  });
  const rate = annualRate([start, ...payments]);
  return rate && { annualRate: rate, interestMinor, feesMinor: startupFeeMinor + BigInt(months) * monthlyFeeMinor };
}
