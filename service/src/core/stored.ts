// Data of the core out of stored JSON: amounts are digit strings there, since JSON has no bigint, and which members are
// amounts their names say (units last: grossMinor). risk/decision.ts has the way in.
import type { Json } from './json.ts';

/** Stored JSON as data again: digit strings of members called …Minor are amounts. */
export function fromJson<Data>(stored: Json): Data {
  return withAmounts(stored) as Data;
}

function withAmounts(value: unknown, name = ''): unknown {
  if (name.endsWith('Minor') && typeof value === 'string') return BigInt(value);
  if (Array.isArray(value)) return value.map((element) => withAmounts(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, withAmounts(each, member)]));
}
