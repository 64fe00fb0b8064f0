// Data of the core as stored JSON, and back: JSON has no bigint, so amounts are written as digit strings, and which members
// are amounts their names say (units last: grossMinor).
import type { Json } from './rows.ts';

/** Data as JSON that can be stored; what is undefined is left out. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? member.toString() : member)));
}

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
