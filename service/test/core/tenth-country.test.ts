// A tenth country is one folder and its entry in countries.ts: with Luxembourg entered, what asks for a country's rules has them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import type { Country } from '../../src/core/countries/country.ts';
import { luxembourg } from './lu/country.ts';

/** The core as it is built with a tenth entry: what it derives from the list at its start is derived with it. */
const loadedWithTen = async () => ({
  ...(await import('../../src/core/account/reminder-fee.ts')),
  ...(await import('../../src/core/address/postal-codes.ts')),
  ...(await import('../../src/core/address/street.ts')),
  ...(await import('../../src/core/bank/bank-account.ts')),
  ...(await import('../../src/core/countries/holidays.ts')),
  ...(await import('../../src/core/countries/rules.ts')),
  ...(await import('../../src/core/documents/format.ts')),
  ...(await import('../../src/core/law/consent.ts')),
  ...(await import('../../src/core/law/policy.ts')),
  ...(await import('../../src/core/law/retention.ts')),
  ...(await import('../../src/core/payment-reference/references.ts')),
  ...(await import('../../src/core/texts/names.ts')),
});
let core: Awaited<ReturnType<typeof loadedWithTen>>;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('../../src/core/countries/countries.ts', async (original) => {
    const nine = await original<typeof import('../../src/core/countries/countries.ts')>();
    const countries: Readonly<Record<string, Country>> = { ...nine.countries, LU: luxembourg };
    return { countries, countryCodes: [...nine.countryCodes, 'LU'], countryOf: (code: string) => countries[code] };
  });
  core = await loadedWithTen();
});
afterAll(() => {
  vi.doUnmock('../../src/core/countries/countries.ts');
  vi.resetModules();
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
  expect(core.readPostalCode('L-2180', code)).toBe('2180');
  expect(core.streetKey({ street: '12, rue Jean Monnet' }, code)).toBe(core.streetKey({ street: 'R. Jean Monnet 12' }, code));
  expect(core.judgeAccount({ account: 'LU28 0019 4006 4475 0000' }, code, [code])).toMatchObject({
    isValid: true,
    country: 'LU',
  });
  expect(core.readNationalNumber('1893120105732', code, on)).toMatchObject({ kind: 'matricule', holder: 'Person' });
  expect(core.countryName(code, 'DE')).toBe('Luxemburg');
});

it('its law, that of the union and its holidays hold', () => {
  expect(core.policy(code, on).rows.reminderFee?.value).toBe(1_000n);
  expect(core.policy(code, on).rows.duties?.value).toContain('humanReview');
  expect([1, 2].map((count) => core.reminderFeeMinor(code, on, count))).toEqual([0n, 1_000n]);
  expect(core.keptUntil(code, on)).toBe('2036-12-31');
  expect(core.consentRequired({ kind: 'Consolidatedinvoice' }, code, on)).toBe(true);
  expect(['2026-06-22', '2026-06-23', '2026-04-03'].map((day) => core.isBusinessDay(code, day))).toEqual([true, false, false]);
});

it('a debt is paid under a reference that its banks read', () => {
  const reference = core.drawReference(code, { qrIban: null }, { digits: (count) => '7'.repeat(count) });
  expect(reference).toMatch(/^RF\d\d7{13}$/);
  expect(core.printReference(code, reference)).toContain(' ');
  expect(core.dayText(on, { country: code, language: 'FR' })).toBe('01.12.2026');
});
