// The nine demo shops of the sandbox, one a country, and the operator's key (C82).

import { scopes } from '../book/endpoint.ts';
import { type CountryCode, countries, countryCodes } from '../core/countries/countries.ts';
import type { Contract, Policy } from '../core/merchant.ts';
import { paymentTypes } from '../core/payment-types.ts';
import { openPolicy } from '../core/risk/policy.ts';
import { hashOfKey } from '../keys/make-key.ts';
import { contractText, insertKey, refreshDemoShop } from '../merchants/merchants.sql.ts';
import type { Db } from '../store/db.ts';
import { demoAgreement } from './demo-agreements.ts';
import { demoAccounts, demoCampaigns, demoDirectDebit, demoInstallments, demoPayee } from './demo-products.ts';

const thousand = { orderMinor: 1_000_00n, customerMinor: 1_000_00n };
const tenThousand = { orderMinor: 10_000_00n, customerMinor: 10_000_00n };

/**
 * Any complete adult up to 1 000 EUR or CHF, or 10 000 SEK, NOK or DKK, whatever the score (C44). Only a burst is stopped:
 * the hundred-and-first order that one person tries within an hour. Other marks are not: who tries things out sends the
 * same e-mail and address with every buyer.
 */
const demoPolicy: Policy = {
  ...openPolicy,
  version: 'demo-1',
  minimumAge: 18,
  limits: { EUR: thousand, CHF: thousand, SEK: tenThousand, NOK: tenThousand, DKK: tenThousand },
  velocity: { ...openPolicy.velocity, person: { hour: 100, day: null, week: null } },
};

const names: Readonly<Record<CountryCode, string>> = {
  NO: 'Fjord & Fjell',
  SE: 'Björk Interiör',
  FI: 'Kotivalo',
  DK: 'Havnens Hus',
  DE: 'Lampenladen Berlin',
  AT: 'Alpenstube Wien',
  CH: 'Bergladen Zürich',
  NL: 'Grachtenhuis',
  BE: 'Maison Lumière',
};

/** What a demo shop agreed. */
export function demoContract(country: CountryCode): Contract {
  return {
    paymentTypes,
    expiryDays: 30,
    invoiceDays: 14,
    consolidatedInvoiceDays: 0,
    installmentProfiles: demoInstallments[country],
    accountProfiles: demoAccounts[country],
    campaigns: demoCampaigns(country),
    directDebit: demoDirectDebit.has(country),
    payee: demoPayee(country, names[country]),
    returnPauseDays: 14,
    policy: demoPolicy,
    ...demoAgreement(country, names[country]),
  };
}

/** Ids are fixed, so that what is made twice is made once. */
const shopId = (country: CountryCode): string =>
  `00000000-0000-7000-8000-${Buffer.from(country).toString('hex').padStart(12, '0')}`;

export const operatorKey = 'sandbox-operator';

export async function createDemoShops(db: Db): Promise<void> {
  for (const country of countryCodes) {
    const { currency, language, timeZone } = countries[country];
    const key = `sandbox-${country.toLowerCase()}`;
    await db.run(
      refreshDemoShop,
      shopId(country),
      names[country],
      country,
      currency,
      language,
      timeZone,
      contractText(demoContract(country)),
    );
    await db.run(insertKey, shopId(country), shopId(country), hashOfKey(key), key, `{${scopes.join(',')}}`, null, null);
  }
  const id = '00000000-0000-7000-8000-000000000000';
  await db.run(insertKey, id, null, hashOfKey(operatorKey), operatorKey, '{admin:read,admin:write}', null, null);
}
