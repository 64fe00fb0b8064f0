// Accounts by the rules of their country, without and with an IBAN around them.
import { type CountryCode, countries, countryCodes, countryOf } from '../countries/countries.ts';
import { dayAt } from '../dates.ts';
import { type Account, wrong } from './account.ts';
import { withPlainBlanks } from './iban.ts';

/** Read a national account number, with the bank's code where the country has one. Never throws. */
export function readAccount(text: string, country: CountryCode, bankCode = ''): Account {
  if (text.length > 40 || bankCode.length > 12) return wrong;
  const { read, keepsSigns } = countries[country].bank;
  const account = withPlainBlanks(text).trim().toUpperCase();
  const bare = account.replace(/[ .\-/]/g, '');
  // Post account and machine form are recognised by their dashes; blanks are only for the eye.
  const signed = keepsSigns ? account.replace(/ /g, '') : bare;
  const code = bankCode.replace(/[ .-]/g, '').toUpperCase();
  const found = read(signed, code);
  return found.verdict === 'wrong' && signed !== bare ? read(bare, code) : found;
}

/** Do the national check digits inside an IBAN hold? Undefined where its banks have exceptions. */
export function bbanHolds(country: string, bban: string): boolean | undefined {
  const holds = countryOf(country)?.bank.bbanHolds;
  return holds ? holds(bban) : true;
}

/** What the operator is warned of: directories of banks that are out of date. Accounts are checked by them until they are updated. */
export function outdatedDirectories(now: number): string[] {
  return countryCodes.flatMap((code) => {
    const { bank, timeZone } = countries[code];
    if (bank.directory === null || dayAt(now, timeZone) <= bank.directory.until) return [];
    const { of, until, package: name } = bank.directory;
    return [`The directory of ${of} was current until ${until}; update the package ${name}.`];
  });
}
