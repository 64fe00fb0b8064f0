// How long do a look-up of a customer and the validations of a bank account and of an address take, without their database?
// Each runs as its endpoint runs it, by many inputs of its kind, with its data loaded.

import type { AnyCompute, AnyWrite } from '../service/src/book/endpoint.ts';
import { type CountryCode, countries } from '../service/src/core/countries/countries.ts';
import { dayAt } from '../service/src/core/dates.ts';
import type { MerchantOnClock } from '../service/src/core/merchant.ts';
import { Refusal } from '../service/src/core/refusals.ts';
import { lawful } from '../service/src/core/setting.ts';
import { endpoints } from '../service/src/endpoints.ts';
import { chance } from '../service/src/runtime/chance.ts';
import { demoContract } from '../service/src/sandbox/demo-shops.ts';
import { registerCountries, sandboxPopulation } from '../service/src/sources/sandbox-register.ts';
import { sandboxSources } from '../service/src/sources/sandbox-sources.ts';
import { createSecrets } from '../service/src/store/secrets.ts';

export interface CheckMeasured {
  readonly what: string;
  /** The middle of all calls. */
  readonly microseconds: number;
}

interface Question {
  readonly country: CountryCode;
  readonly body: object;
}

const now = Date.UTC(2026, 10, 20, 12);
const hashing = createSecrets([Buffer.alloc(32, 1)]).hashing();

function merchantOf(country: CountryCode): MerchantOnClock {
  const { currency, timeZone, language } = countries[country];
  const contract = demoContract(country);
  return { id: 'bench', name: 'bench', country, currency, timeZone, language, contract, clockOffsetMs: 0 };
}

const lookUps: Question[] = registerCountries.flatMap((country) =>
  sandboxPopulation(country).map(({ number, mobilePhone, postalCode }, index) => ({
    country,
    body: country === 'NO' || index % 3 === 0 ? { mobilePhone } : { identificationNumber: number, postalCode },
  })),
);

const accounts: Question[] = (
  [
    ['DE', { bankAccount: 'DE89 3704 0044 0532 0130 00' }],
    ['DE', { bankAccount: '0532013000', bankCode: '37040044' }],
    ['NO', { bankAccount: '8601 11 17947' }],
    ['SE', { bankAccount: 'SE4550000000058398257466' }],
    ['FI', { bankAccount: 'FI21 1234 5600 0007 85', bic: 'NDEAFIHH' }],
    ['NL', { bankAccount: 'NL91ABNA0417164300' }],
    ['BE', { bankAccount: 'BE68539007547034' }],
    ['AT', { bankAccount: 'AT611904300234573201' }],
    ['CH', { bankAccount: 'CH9300762011623852957' }],
    ['DK', { bankAccount: 'DK5000400440116243' }],
    ['DE', { bankAccount: 'DE89 3704 0044 0532 0130 01' }],
  ] satisfies [CountryCode, object][]
).map(([country, body]) => ({ country, body }));

const addresses: Question[] = (
  [
    ['DE', 'Hauptstraße 12', '10827', 'Berlin'],
    ['DE', 'Hauptstr. 12', '10827', 'Berlni'],
    ['AT', 'Ring 5', '1010', 'Wein'],
    ['SE', 'Storgatan 1', '11136', 'Stokholm'],
    ['NO', 'Storgata 3', '0150', 'Bergen'],
    ['CH', 'Bahnhofstrasse 1', '8001', 'Zurich'],
  ] satisfies [CountryCode, string, string, string][]
).map(([country, street, postalCode, postalPlace]) => ({
  country,
  body: {
    customer: {
      customerCategory: 'Person',
      firstName: 'Ada',
      lastName: 'Beispiel',
      email: 'ada@example.com',
      address: { street, postalCode, postalPlace, countryCode: country },
    },
  },
}));

/** One question, answered as http/endpoint.ts has it answered, between reading the body and asking the book. */
async function answer(endpoint: AnyCompute | AnyWrite, { country, body }: Question, merchant: MerchantOnClock): Promise<void> {
  const asked = { params: {}, body, merchant, ...hashing, publicUrl: '' };
  const told = endpoint.kind === 'compute' ? endpoint.compute({ ...asked, now }) : await decided(endpoint, asked);
  if (told instanceof Refusal) throw new Error(`${endpoint.id} refuses in ${country}: ${JSON.stringify(body)}`);
}

async function decided(endpoint: AnyWrite, asked: Parameters<AnyWrite['needs']>[0]): Promise<unknown> {
  const { merchant, body } = asked;
  const refusal = endpoint.check?.(body, { merchant, today: dayAt(now, merchant.timeZone) });
  if (refusal) return refusal;
  const prepared = await endpoint.prepare?.(asked, sandboxSources);
  endpoint.needs(asked);
  const setting = lawful({ now, merchant, chance, writer: 'bench' });
  return endpoint.decide({} as Parameters<AnyWrite['decide']>[0], {
    ...asked,
    prepared,
    setting,
    scopes: ['lookup', 'lookup:full'],
  });
}

async function measure(id: string, questions: readonly Question[], calls: number): Promise<number> {
  const endpoint = endpoints.find((each) => each.id === id);
  if (endpoint?.kind !== 'compute' && endpoint?.kind !== 'write') throw new Error(`no endpoint ${id}`);
  const merchants = new Map(questions.map(({ country }) => [country, merchantOf(country)]));
  const took: number[] = [];
  for (let call = -calls; call < calls; call += 1) {
    const question = questions[(call + calls) % questions.length];
    const merchant = question && merchants.get(question.country);
    if (!merchant) throw new Error('nothing to ask');
    const since = performance.now();
    await answer(endpoint, question, merchant);
    // The first half warms up.
    if (call >= 0) took.push((performance.now() - since) * 1000);
  }
  return took.sort((a, b) => a - b)[Math.floor(calls / 2)] ?? Number.NaN;
}

export async function measureChecks(calls = 20_000): Promise<CheckMeasured[]> {
  return [
    { what: 'look-up of a customer', microseconds: await measure('lookupCustomer', lookUps, calls) },
    { what: 'validation of a bank account', microseconds: await measure('validateBankAccount', accounts, calls) },
    { what: 'validation of an address', microseconds: await measure('validateAddress', addresses, calls) },
  ];
}
