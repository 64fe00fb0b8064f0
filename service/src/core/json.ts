/** Opaque JSON: kept as it was sent, never computed with. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** A value as JSON, with amounts as the text of their minor units: JSON has no bigint. */
export const jsonWithAmounts = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

/** The members that have a value. */
export function said<Value>(members: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
