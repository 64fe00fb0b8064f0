// From the accounts of which countries a merchant takes money, by the first two letters of an IBAN.
import { countryCodes } from '../countries/countries.ts';
import { type Contract, canCollect } from '../merchant.ts';
import { economicArea, servable } from './sepa.ts';

/**
 * The countries of a merchant. Who collects euro by direct debit may not say in which country of the European Economic Area the payer
 * keeps the account (Regulation (EU) No 260/2012 art. 9(2)): there the contract's `bankCountries` narrow only what is outside.
 */
export function servedCountries({ bankCountries, payee }: Pick<Contract, 'bankCountries' | 'payee'>): readonly string[] {
  if (!canCollect(payee, 'EUR')) return bankCountries ?? countryCodes;
  return bankCountries === undefined ? servable : [...new Set([...economicArea, ...bankCountries])];
}
