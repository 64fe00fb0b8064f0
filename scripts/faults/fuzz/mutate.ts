// A valid body made wrong at places drawn by chance.
import type { Chance } from './chance.ts';

type Steps = (string | number)[];
type Holder = Record<string | number, unknown>;

const junk: readonly unknown[] = [
  null,
  '',
  ' ',
  {},
  [],
  [null],
  [[]],
  0,
  -1,
  1e15,
  0.1,
  -0.01,
  19.150000000000006,
  1e308,
  true,
  false,
  'x',
  '\0',
  '-',
  '+1',
  '.5',
  '1e9',
  '1.000,00',
  '2026-13-45',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31T23:59:59-23:59',
  '2026-11-22T10:00:00',
  '9'.repeat(40),
  'x'.repeat(5000),
  '\ud800',
  '__proto__',
  'constructor',
  'null',
  'ß'.repeat(60),
  '😀'.repeat(30),
  { length: 3 },
  ['a', 1],
  999999999.99,
  -999999999.99,
  1e-7,
  "'; drop table orders; --",
  '../../etc/passwd',
  '<b>x</b>',
  '#{7*7}',
  '{name}',
  'a@b',
  'a@b.c',
  '+49',
  '00000000-0000-0000-0000-000000000000',
  'de',
  'EUR',
  'JPY',
  'NO9386011117947',
  'DE89370400440532013000',
  2147483648,
  9007199254740992,
  '\u202e',
  'Pending',
  'Invoice',
]; // prettier-ignore

function placesOf(value: unknown, at: Steps = []): Steps[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...at, Array.isArray(value) ? Number(name) : name];
    return [here, ...placesOf(member, here)];
  });
}

/** One to three changes: a value replaced, left out, doubled or moved a little. */
export function mutated(body: unknown, chance: Chance): unknown {
  const copy = structuredClone(body);
  for (let count = 1 + chance.below(3); count > 0; count -= 1) change(copy, chance);
  return chance.percent(2) ? anyJunk(chance) : copy;
}

function change(body: unknown, chance: Chance): void {
  const places = placesOf(body);
  if (places.length === 0) return;
  const steps = chance.pick(places);
  let holder = body as Holder;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Holder;
  const last = steps.at(-1) ?? '';
  const value = holder[last];
  const way = chance.below(10);
  if (way < 2) delete holder[last];
  else if (way < 4 && typeof value === 'number') holder[last] = value + chance.pick([0.01, -0.01, 1, -1, value, 0.001]);
  else if (way < 4 && typeof value === 'string')
    holder[last] = chance.pick([`${value} `, value.toUpperCase(), value.slice(1), value + value]);
  else if (way < 5 && Array.isArray(value)) holder[last] = [...(value as unknown[]), ...(value as unknown[])];
  else if (way < 6 && !Array.isArray(holder)) holder[`${String(last)}X`] = value;
  else holder[last] = anyJunk(chance);
}

/** A copy, as a later change may be made within it. */
export const anyJunk = (chance: Chance): unknown => structuredClone(chance.pick(junk));
