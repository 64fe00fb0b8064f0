// Customer accounts in tests: opened as a shop opens them.
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import { type Answer, type Json, keyOf, type TestApp } from './app.ts';
import { type Buyer, buyer } from './people.ts';

/** The language of a shop in each country. */
export function applyBody(country: CountryCode, limit: number, over: Json = {}, who: Buyer = buyer(country)) {
  const { customerCategory: category, identificationNumber, birthDate: _born, ...customer } = who;
  const { currency, language } = countries[country];
  return {
    accountLimit: limit,
    customer: {
      category,
      currency,
      ...customer,
      ...(identificationNumber !== undefined && { organizationPersonalNo: identificationNumber }),
      ...over,
    },
    countryCode: country,
    conversationLanguage: language,
  };
}

export const accountPath = (number: string, rest = ''): string => `/api/v3/customer-account/${number}${rest}`;

/** An account that is open; its number. */
export async function openAccount(
  app: Pick<TestApp, 'ask'>,
  country: CountryCode = 'DE',
  limit = 500,
  over: Json = {},
): Promise<string> {
  const answer = await app.ask('POST', '/api/v3/customer-account', applyBody(country, limit, over), { key: keyOf(country) });
  const account = answer.body['account'] as Json | undefined;
  if (account === undefined) throw new Error(`no account: ${answer.status} ${answer.text}`);
  return String(account['accountNumber']);
}

export function eventBody(over: Json = {}): Json {
  return {
    eventType: 'Purchase',
    time: new Date().toISOString(),
    totalAmount: 10,
    currency: 'EUR',
    countryCode: 'DE',
    conversationLanguage: 'DE',
    ...over,
  };
}

export const add = (app: TestApp, number: string, over: Json = {}, country: CountryCode = 'DE'): Promise<Answer> =>
  app.ask('POST', accountPath(number, '/event'), eventBody(over), { key: keyOf(country) });

export const limitOf = (app: TestApp, number: string, country: CountryCode = 'DE'): Promise<Answer> =>
  app.ask('GET', accountPath(number, '/credit-limit'), undefined, { key: keyOf(country) });
