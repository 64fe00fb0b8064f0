// The nine demo shops of the sandbox, one a country, and the operator's key (C82).

import { scopes } from '../book/endpoint.ts';
import { type CountryCode, countries, countryCodes } from '../core/countries/countries.ts';
import type { Contract, Payee, Policy } from '../core/merchant.ts';
import { type Currency, currencies } from '../core/money.ts';
import { paymentTypes } from '../core/payment-types.ts';
import { openPolicy } from '../core/risk/policy.ts';
import type { FeeTerm } from '../core/settlement/terms.ts';
import { hashOfKey } from '../keys/make-key.ts';
import { contractText, insertKey, refreshDemoShop } from '../merchants/merchants.sql.ts';
import { type Call, call, type Db } from '../store/db.ts';
import { together } from '../store/transaction.ts';

/** Prices in crowns are about ten times those in euro or francs. */
const scale: Readonly<Record<Currency, bigint>> = { EUR: 1n, CHF: 1n, SEK: 10n, NOK: 10n, DKK: 10n };

/**
 * Any complete adult up to 1 000 EUR or CHF, or 10 000 SEK, NOK or DKK, at any score (C44). Only a burst is stopped:
 * the hundred-and-first order that one person tries within an hour. Other marks are not: who tries things out sends the
 * same e-mail and address with every buyer.
 */
const demoPolicy: Policy = {
  ...openPolicy,
  version: 'demo-1',
  minimumAge: 18,
  limits: Object.fromEntries(
    currencies.map((currency) => {
      const most = 1_000_00n * scale[currency];
      return [currency, { orderMinor: most, customerMinor: most }];
    }),
  ),
  velocity: { ...openPolicy.velocity, person: { hour: 100, day: null, week: null } },
};

/** What a demo shop agreed. */
export function demoContract(country: CountryCode): Contract {
  const shop = countries[country].demoShop;
  return {
    paymentTypes,
    expiryDays: 30,
    invoiceDays: 14,
    consolidatedInvoiceDays: 0,
    installmentProfiles: shop.installmentProfiles,
    accountProfiles: [shop.accountProfile],
    campaigns: [{ campaignNumber: 60, description: shop.payIn60Days, daysUntilDue: 60, validFrom: null, validTo: null }],
    directDebit: shop.directDebit,
    payee: payeeOf(country),
    returnPauseDays: 14,
    policy: demoPolicy,
    ...(shop.reminderFeeMinor !== undefined && { reminders: { feeMinor: shop.reminderFeeMinor } }),
    ...settlementOf(country),
  };
}

function payeeOf(country: CountryCode): Payee {
  const { name, payee } = countries[country].demoShop;
  return {
    bic: null,
    qrIban: null,
    bankgiro: null,
    kontonummer: null,
    fikCreditorNumber: null,
    sepaCreditorId: null,
    ...payee,
    name,
    address: { ...payee.address, countryCode: country },
    email: 'service@shop.example',
    website: 'https://shop.example',
  };
}

/** The account on the shop’s invoices serves for its payouts too; a real house collects on an account of its own. */
function settlementOf(country: CountryCode): Pick<Contract, 'fees' | 'reserve' | 'settlement'> {
  const { currency, demoShop } = countries[country];
  const { name, payee, reserve, settlementPeriod, returnsPercentageOnRefund } = demoShop;
  const term = (paymentType: string, percentBps: number, fixedMinor: bigint): FeeTerm => ({
    paymentType,
    percentBps,
    fixedMinor: fixedMinor * scale[currency],
  });
  return {
    fees: {
      terms: [
        term('Invoice', 249, 35n),
        term('Consolidatedinvoice', 279, 35n),
        term('Installment', 199, 45n),
        term('Account', 149, 25n),
      ],
      ...(returnsPercentageOnRefund && { onRefund: 'percentReturned' as const }),
    },
    ...(reserve !== null && { reserve }),
    settlement: {
      period: settlementPeriod,
      delayDays: 2,
      payoutAccounts: { [currency]: { name, iban: payee.ibans[currency] ?? '' } },
      minimumPayoutMinor: 500n * scale[currency],
    },
  };
}

/** Ids are fixed, so that what is made twice is made once. */
const shopId = (country: CountryCode): string =>
  `00000000-0000-7000-8000-${Buffer.from(country).toString('hex').padStart(12, '0')}`;

export const operatorKey = 'sandbox-operator';

/** Starts at the same moment go one after the other: on a cluster they would lock the copies of a shared table crosswise. */
const oneByOne = call({ name: 'make_demo_shops_one_by_one', text: 'select pg_advisory_xact_lock(4702111804)' });

export async function createDemoShops(db: Db): Promise<void> {
  const shops = countryCodes.flatMap((country) => {
    const { currency, language, timeZone, demoShop } = countries[country];
    const id = shopId(country);
    const contract = contractText(demoContract(country));
    return [
      call(refreshDemoShop, id, demoShop.name, country, currency, language, timeZone, contract),
      keyCall(id, id, `sandbox-${country.toLowerCase()}`, scopes),
    ];
  });
  const operator = keyCall('00000000-0000-7000-8000-000000000000', null, operatorKey, [
    'admin:read',
    'admin:write',
    'admin:personal',
  ]);
  await together(db, [oneByOne, ...shops, operator]);
}

const keyCall = (id: string, merchantId: string | null, key: string, scopesOfKey: readonly string[]): Call =>
  call(insertKey, id, merchantId, hashOfKey(key), key, `{${scopesOfKey.join(',')}}`, null, null);
