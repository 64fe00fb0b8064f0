// A tenth country is one folder and its entry in countries.ts: in a copy of the service with Luxembourg's folder and entry, what
// asks for a country's rules has them.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import type { Country } from '../../src/core/countries/country.ts';
import { luxembourg } from './lu/country.ts';

const service = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'tenth-'));
const loaded = async () => ({
  ...(await inCopy<typeof import('../../src/core/law/reminder-fee.ts')>('core/law/reminder-fee.ts')),
  ...(await inCopy<typeof import('../../src/core/address/parcel-networks.ts')>('core/address/parcel-networks.ts')),
  ...(await inCopy<typeof import('../../src/core/address/postal-codes.ts')>('core/address/postal-codes.ts')),
  ...(await inCopy<typeof import('../../src/core/address/street.ts')>('core/address/street.ts')),
  ...(await inCopy<typeof import('../../src/core/bank/bank-account.ts')>('core/bank/bank-account.ts')),
  ...(await inCopy<typeof import('../../src/core/countries/holidays.ts')>('core/countries/holidays.ts')),
  ...(await inCopy<typeof import('../../src/core/countries/rules.ts')>('core/countries/rules.ts')),
  ...(await inCopy<typeof import('../../src/core/documents/format.ts')>('core/documents/format.ts')),
  ...(await inCopy<typeof import('../../src/core/law/consent.ts')>('core/law/consent.ts')),
  ...(await inCopy<typeof import('../../src/core/law/law-on.ts')>('core/law/law-on.ts')),
  ...(await inCopy<typeof import('../../src/core/law/retention.ts')>('core/law/retention.ts')),
  ...(await inCopy<typeof import('../../src/core/payment-reference/references.ts')>('core/payment-reference/references.ts')),
  ...(await inCopy<typeof import('../../src/core/texts/names.ts')>('core/texts/names.ts')),
  ...(await inCopy<typeof import('../../src/sandbox/demo-shops.ts')>('sandbox/demo-shops.ts')),
});
const inCopy = async <Module>(path: string): Promise<Module> => (await import(join(copy, 'src', path))) as Module;
let core: Awaited<ReturnType<typeof loaded>>;

beforeAll(async () => {
  cpSync(join(service, 'src'), join(copy, 'src'), { recursive: true });
  writeFileSync(join(copy, 'package.json'), readFileSync(join(service, 'package.json')));
  symlinkSync(resolve(service, '../node_modules'), join(copy, 'node_modules'));
  const folder = join(copy, 'src/core/countries/lu');
  mkdirSync(folder);
  const sketch = readFileSync(join(import.meta.dirname, 'lu/country.ts'), 'utf8');
  writeFileSync(
    join(folder, 'country.ts'),
    sketch.replaceAll('../../../src/core/countries/', '../').replaceAll('../../../src/core/', '../../'),
  );
  const list = join(copy, 'src/core/countries/countries.ts');
  const nine = readFileSync(list, 'utf8');
  const ten = nine.replace('  BE: belgium,\n', '  BE: belgium,\n  LU: luxembourg,\n');
  expect(ten).not.toBe(nine);
  writeFileSync(list, `import { luxembourg } from './lu/country.ts';\n${ten}`);
  core = await loaded();
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true }));

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
  expect(core.lawOn(code, on).rows.reminderFee?.value).toBe(1_000n);
  expect(core.lawOn(code, on).rows.duties?.value).toContain('humanReview');
  const fees = [1, 2].map((level) =>
    core.reminderFeeMinor(code, undefined, { level, on, dueOn: on, before: on, payWithinDays: 10, overdueMinor: 1n }),
  );
  expect(fees).toEqual([0n, 1_000n]);
  // Documents are kept by the rule of their day: of the first before there was one, of a new one from its day on.
  expect(['1999-12-31', '2000-01-01', on, '2029-12-31', '2030-01-01'].map((day) => core.keptUntil(code, day))).toEqual(
    ['2009', '2010', '2036', '2039', '2038'].map((year) => `${year}-12-31`),
  );
  // What may be any country's is kept as long as the country has it that keeps longest.
  expect(core.overEverywhereBefore('2030-06-01')).toBe('2020-01-01');
  expect(core.consentRequired({ kind: 'Consolidatedinvoice' }, code, on)).toBe(true);
  expect(['2026-06-22', '2026-06-23', '2026-04-03'].map((day) => core.isBusinessDay(code, day))).toEqual([true, false, false]);
});

it('a debt is paid under a reference that its banks read', () => {
  const reference = core.drawReference(code, { qrIban: null }, { digits: (count) => '7'.repeat(count) });
  expect(reference).toMatch(/^RF\d\d7{13}$/);
  expect(core.printReference(code, reference)).toContain(' ');
  expect(core.dayText(on, { country: code, language: 'FR' })).toBe('01.12.2026');
});

it('the sandbox has its demo shop', () => {
  const { payee, settlement, fees } = core.demoContract(code);
  expect(payee).toMatchObject({ name: 'Maison Moselle', address: { countryCode: 'LU' }, ibans: { EUR: 'LU280019400644750000' } });
  expect(settlement).toMatchObject({ period: 'monthly', minimumPayoutMinor: 500n });
  expect(fees?.terms).toHaveLength(4);
  expect(core.isParcelStation('Packup 12')).toBe(true);
});
