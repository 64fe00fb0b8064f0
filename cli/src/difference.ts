// What is different between two JSON values, line by line, as a person reads it.

type Json = unknown;

/** Every leaf with its path: payee.ibans.EUR, installmentProfiles[0].from. */
function leavesOf(value: Json, path: string, into: Map<string, string>): Map<string, string> {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return into.set(path, JSON.stringify(value));
  for (const [name, inner] of Object.entries(value)) {
    leavesOf(inner, isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, into);
  }
  return into;
}

export interface Difference {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

export function differencesOf(before: Json, after: Json): Difference[] {
  const [old, now] = [leavesOf(before, '', new Map()), leavesOf(after, '', new Map())];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was === is) return [];
    return [{ path, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}

export function differenceLines(differences: readonly Difference[]): string[] {
  return differences.map(({ path, before, after }) => {
    if (before === undefined) return `+ ${path}: ${after}`;
    return after === undefined ? `- ${path}: ${before}` : `~ ${path}: ${before} → ${after}`;
  });
}
