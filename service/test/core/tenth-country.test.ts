// A tenth country is one folder and its entry in countries.ts: with Luxembourg entered, what asks for a country's rules has them.
import { expect, it, vi } from 'vitest';
import { reminderFeeMinor } from '../../src/core/account/reminder-fee.ts';
import { readPostalCode } from '../../src/core/address/postal-codes.ts';
import { streetKey } from '../../src/core/address/street.ts';
import { judgeAccount } from '../../src/core/bank/bank-account.ts';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import type { Country } from '../../src/core/countries/country.ts';
import { isBusinessDay } from '../../src/core/countries/holidays.ts';
import { readNationalNumber } from '../../src/core/countries/rules.ts';
import { dayText } from '../../src/core/documents/format.ts';
import { consentRequired } from '../../src/core/law/consent.ts';
import { policy } from '../../src/core/law/policy.ts';
import { keptUntil } from '../../src/core/law/retention.ts';
import { drawReference, printReference } from '../../src/core/payment-reference/references.ts';
import { countryName } from '../../src/core/texts/names.ts';
import { luxembourg } from './lu/country.ts';

vi.mock('../../src/core/countries/countries.ts', async (original) => {
  const nine = await original<typeof import('../../src/core/countries/countries.ts')>();
  const folder = await import('./lu/country.ts');
  const countries: Readonly<Record<string, Country>> = { ...nine.countries, LU: folder.luxembourg };
  return { countries, countryCodes: [...nine.countryCodes, 'LU'], countryOf: (code: string) => countries[code] };
});

const code = 'LU' as CountryCode;
const on = '2026-12-01';

it('a country that lacks a rule is named by the compiler', () => {
  const { holidays: _holidays, ...lacking } = luxembourg;
  // @ts-expect-error: property 'holidays' is missing
  const incomplete: Country = lacking;
  expect(incomplete.holidays).toBeUndefined();
});

it('addresses, accounts and numbers are read by its folder', () => {
  expect(readPostalCode('L-2180', code)).toBe('2180');
  expect(streetKey({ street: '12, rue Jean Monnet' }, code)).toBe(streetKey({ street: 'R. Jean Monnet 12' }, code));
  expect(judgeAccount({ account: 'LU28 0019 4006 4475 0000' }, code, [code])).toMatchObject({ isValid: true, country: 'LU' });
  expect(readNationalNumber('1893120105732', code, on)).toMatchObject({ kind: 'matricule', holder: 'Person' });
  expect(countryName(code, 'DE')).toBe('Luxemburg');
});

it('its law, that of the union and its holidays hold', () => {
  expect(policy(code, on).rows.reminderFee?.value).toBe(1_000n);
  expect(policy(code, on).rows.duties?.value).toContain('humanReview');
  expect([1, 2].map((count) => reminderFeeMinor(code, on, count))).toEqual([0n, 1_000n]);
  expect(keptUntil(code, on)).toBe('2036-12-31');
  expect(consentRequired({ kind: 'Consolidatedinvoice' }, code, on)).toBe(true);
  expect(['2026-06-22', '2026-06-23', '2026-04-03'].map((day) => isBusinessDay(code, day))).toEqual([true, false, false]);
});

it('a debt is paid under a reference that its banks read', () => {
  const reference = drawReference(code, { qrIban: null }, { digits: (count) => '7'.repeat(count) });
  expect(reference).toMatch(/^RF\d\d7{13}$/);
  expect(printReference(code, reference)).toContain(' ');
  expect(dayText(on, { country: code, language: 'FR' })).toBe('01.12.2026');
});
