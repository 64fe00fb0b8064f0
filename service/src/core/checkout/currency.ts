// In which currencies a merchant sells: those of its contract in which its payee can be paid. An invoice that names no account
// is a debt that cannot be paid.
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Merchant, Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { type Refusal, refuse } from '../refusals.ts';

/** Where a debt in a currency is paid to: the country's own kind of account for its own money, else an IBAN of the currency. */
export function payeeAccount(payee: Payee, country: CountryCode, currency: Currency): string | undefined {
  const own = countries[country];
  const national = currency === own.currency ? own.payment.account?.of(payee) : null;
  return national ?? payee.ibans[currency];
}

/** Why nothing is sold in a currency (400.224, 400.390); nothing where it is. */
export function currencyFault({ contract, country }: Merchant, currency: Currency, field: string): Refusal | undefined {
  if (!contract.policy.limits[currency]) return refuse('order.currency_not_offered', field);
  if (payeeAccount(contract.payee, country, currency) !== undefined) return undefined;
  // A contract from before payees were asked for an account goes on selling in its own money: an update stops no shop.
  if (currency === countries[country].currency && !hasAccount(contract.payee)) return undefined;
  return refuse('order.currency_not_payable', field, { currency });
}

const hasAccount = ({ ibans, qrIban, bankgiro, kontonummer, fikCreditorNumber }: Payee): boolean =>
  Object.keys(ibans).length > 0 || [qrIban, bankgiro, kontonummer, fikCreditorNumber].some((account) => account !== null);
