// The nine countries of the specification. What a country brings (number rules, law, address habits) gets a
// file of its own beside this one.
import type { Currency } from '../money.ts';
import type { Language } from '../texts/texts.ts';

export const countryCodes = ['NO', 'SE', 'FI', 'DK', 'DE', 'AT', 'CH', 'NL', 'BE'] as const;
export type CountryCode = (typeof countryCodes)[number];

export interface Country {
  readonly currency: Currency;
  readonly language: Language;
  readonly timeZone: string;
  /** Are buyers told apart by their national number, so that an order needs one (C47)? */
  readonly identifiesByNumber: boolean;
}

export const countries: Readonly<Record<CountryCode, Country>> = {
  NO: { currency: 'NOK', language: 'NO', timeZone: 'Europe/Oslo', identifiesByNumber: true },
  SE: { currency: 'SEK', language: 'SV', timeZone: 'Europe/Stockholm', identifiesByNumber: true },
  FI: { currency: 'EUR', language: 'FI', timeZone: 'Europe/Helsinki', identifiesByNumber: true },
  DK: { currency: 'DKK', language: 'DA', timeZone: 'Europe/Copenhagen', identifiesByNumber: true },
  DE: { currency: 'EUR', language: 'DE', timeZone: 'Europe/Berlin', identifiesByNumber: false },
  AT: { currency: 'EUR', language: 'DE', timeZone: 'Europe/Vienna', identifiesByNumber: false },
  CH: { currency: 'CHF', language: 'DE', timeZone: 'Europe/Zurich', identifiesByNumber: false },
  NL: { currency: 'EUR', language: 'NL', timeZone: 'Europe/Amsterdam', identifiesByNumber: false },
  BE: { currency: 'EUR', language: 'NL', timeZone: 'Europe/Brussels', identifiesByNumber: false },
};
