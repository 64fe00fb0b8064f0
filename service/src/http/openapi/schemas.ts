// Schemas with a title become components of the document, each defined once and referred to everywhere else.
import type { TSchema } from '../../wire/schema.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export interface Schemas {
  /** The schema as the document names it: a reference where it has a title. */
  refer(schema: TSchema): JsonObject;
  /** Every titled schema met so far, by title. */
  all(): JsonObject;
}

export function collectSchemas(): Schemas {
  const components = new Map<string, JsonObject>();

  const lift = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(lift);
    if (typeof node !== 'object' || node === null) return node;
    const lifted = asDocumented(Object.fromEntries(Object.entries(node).map(([name, value]) => [name, lift(value)])));
    const { title } = lifted;
    // A property that is called title is a schema, not a name.
    if (typeof title !== 'string') return lifted;
    define(title, lifted);
    return { $ref: `#/components/schemas/${title}` };
  };

  const define = (title: string, schema: JsonObject): void => {
    const known = components.get(title);
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two different schemas are called ${title}; give one of them another title`);
    }
    components.set(title, schema);
  };

  return {
    refer: (schema) => lift(plain(schema)) as JsonObject,
    all: () => sortedByName(components),
  };
}

/**
 * What is read beyond the schema's own words is documented as the words that are accepted: obsolete ones beside their successors
 * (C64), and the format of a text that is read in more forms than one.
 */
function asDocumented(node: JsonObject): JsonObject {
  const { 'x-obsolete': obsolete, 'x-format': format, ...rest } = node;
  if (typeof format === 'string') return { ...rest, format };
  // Read elsewhere, member by member; an answer of nothing has a title, and says that it has no members.
  const names = Object.keys(rest['properties'] ?? {});
  const isNothing = 'title' in rest && 'properties' in rest;
  if (rest['type'] === 'object' && names.length === 0 && !isNothing) return { additionalProperties: true, ...node };
  if (typeof obsolete !== 'object' || obsolete === null || !Array.isArray(rest['enum'])) return node;
  return { ...node, enum: [...(rest['enum'] as Json[]), ...Object.keys(obsolete)] };
}

/** Without what the schema library keeps for itself. */
const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema)) as Json;

/** By code unit and not by language, so that every machine writes the same document. */
export const sortedByName = (components: ReadonlyMap<string, JsonObject>): JsonObject =>
  Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1)));
