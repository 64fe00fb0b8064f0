// What the nine demo shops agreed about being paid: fees by payment type, a reserve for one, and every kind of period.
import { type CountryCode, countries } from '../core/countries/countries.ts';
import type { Contract } from '../core/merchant.ts';
import type { Fees, FeeTerm, SettlementPeriod } from '../core/settlement/terms.ts';
import { demoPayee } from './demo-products.ts';

const periods: Readonly<Record<CountryCode, SettlementPeriod>> = {
  NO: 'weekly',
  SE: 'weekly',
  FI: 'weekly',
  DK: 'monthly',
  DE: 'weekly',
  AT: 'daily',
  CH: 'monthly',
  NL: 'daily',
  BE: 'weekly',
};

const crowns: ReadonlySet<string> = new Set(['NOK', 'SEK', 'DKK']);

function demoFees(country: CountryCode): Fees {
  const fixed = (minor: bigint): bigint => (crowns.has(countries[country].currency) ? minor * 10n : minor);
  const term = (paymentType: string, percentBps: number, fixedMinor: bigint): FeeTerm => ({
    paymentType,
    percentBps,
    fixedMinor: fixed(fixedMinor),
  });
  return {
    terms: [
      term('Invoice', 249, 35n),
      term('Consolidatedinvoice', 279, 35n),
      term('Installment', 199, 45n),
      term('Account', 149, 25n),
    ],
    // The Dutch and the Belgian shop get the percentage of what is refunded back.
    ...((country === 'NL' || country === 'BE') && { onRefund: 'percentReturned' as const }),
  };
}

/** The account on the shop’s invoices serves for its payouts too; a real house collects on an account of its own. */
export function demoAgreement(country: CountryCode, name: string): Pick<Contract, 'fees' | 'reserve' | 'settlement'> {
  const { currency } = countries[country];
  const iban = demoPayee(country, name).ibans[currency] ?? '';
  return {
    fees: demoFees(country),
    ...(country === 'BE' && { reserve: { percentBps: 500, days: 30 } }),
    settlement: {
      period: periods[country],
      delayDays: 2,
      payoutAccounts: { [currency]: { name, iban } },
      minimumPayoutMinor: crowns.has(currency) ? 5_000n : 500n,
    },
  };
}
