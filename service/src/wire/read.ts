// Lenient in (C06): what real shop plug-ins send is brought into the form that the schema describes, and only then
// checked. Names and words in any case, numbers as text, `null`, `""` and `{}` for absent, unknown members ignored.
import { isDay } from '../core/dates.ts';
import { decimalsOf } from '../core/money.ts';
import type { Notice } from '../core/refusals.ts';
import { instantToWire } from './instants.ts';
import { isAbsent } from './json.ts';

/** The parts of JSON Schema that our schemas use, with our own keywords. */
interface Node {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly 'x-truncate'?: boolean;
  readonly 'x-decimals'?: number;
  readonly 'x-absent-when-empty'?: boolean;
  readonly 'x-obsolete'?: Readonly<Record<string, string>>;
}

/** What reading found beside the value itself. */
export interface Findings {
  readonly faults: Notice[];
  /** Fields with an obsolete value, read as its successor (C64). */
  readonly obsolete: string[];
}

export type Reader = (value: unknown, path: string, findings: Findings) => unknown;

const absent = Symbol('absent');

/** A reader for values of a schema; compiled once. */
export function readerOf(schema: object): Reader {
  const node = schema as Node;
  if (node.properties) return objectReader(node.properties);
  if (node.items) return listReader(node.items, node);
  if (node.enum) return wordReader(node.enum, node['x-obsolete'] ?? {});
  if (node.type === 'number' || node.type === 'integer') return numberReader(node['x-decimals']);
  if (node.type === 'boolean') return flagReader;
  if (node.type === 'string') return textReader(node);
  return (value) => value;
}

function objectReader(properties: Readonly<Record<string, Node>>): Reader {
  const members = new Map(
    Object.entries(properties).map(([name, node]) => [name.toLowerCase(), { name, read: readerOf(node) }] as const),
  );
  return (value, path, findings) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const read: Record<string, unknown> = {};
    for (const [name, raw] of Object.entries(value)) {
      const member = members.get(name.toLowerCase());
      if (!member || isAbsent(raw)) continue;
      const result = member.read(raw, path ? `${path}.${member.name}` : member.name, findings);
      if (result !== absent) read[member.name] = result;
    }
    return read;
  };
}

function listReader(items: Node, { maxItems, 'x-absent-when-empty': absentWhenEmpty }: Node): Reader {
  const read = readerOf(items);
  return (value, path, findings) => {
    if (!Array.isArray(value)) return value;
    if (value.length === 0 && absentWhenEmpty) return absent;
    if (maxItems !== undefined && value.length > maxItems) {
      // Its elements are not looked at: a body of a mebibyte may have half a million, each with faults of its own to tell.
      findings.faults.push({ id: 'value.too_many_items', field: path, values: { limit: String(maxItems) } });
      return absent;
    }
    return value.map((element, index) => read(element, `${path}[${index}]`, findings));
  };
}

function wordReader(words: readonly string[], obsolete: Readonly<Record<string, string>>): Reader {
  const byCase = new Map(words.map((word) => [word.toLowerCase(), word]));
  const successors = new Map(Object.entries(obsolete).map(([word, successor]) => [word.toLowerCase(), successor]));
  return (value, path, findings) => {
    if (typeof value !== 'string') return value;
    const word = value.trim().toLowerCase();
    const successor = successors.get(word);
    if (successor) findings.obsolete.push(path);
    return successor ?? byCase.get(word) ?? value;
  };
}

const plainDecimal = /^[+-]?\d{1,30}(\.\d{0,30})?$/;

function numberReader(decimals: number | undefined): Reader {
  return (value, path, findings) => {
    const text = typeof value === 'string' ? value.trim() : undefined;
    if (text !== undefined && !plainDecimal.test(text)) return value;
    const number = text === undefined ? value : Number(text);
    if (typeof number !== 'number') return number;
    if (!Number.isFinite(number)) {
      findings.faults.push({ id: 'value.out_of_range', field: path });
      return absent;
    }
    // Text may hold more decimals than a number can carry; they must not be lost in silence.
    const written = text?.split('.')[1]?.replace(/0+$/, '').length ?? decimalsOf(number);
    if (decimals !== undefined && Math.max(written, decimalsOf(number)) > decimals) {
      findings.faults.push({ id: 'value.too_many_decimals', field: path, values: { limit: String(decimals) } });
      return absent;
    }
    return number === 0 ? 0 : number;
  };
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
const flagReader: Reader = (value) =>
  typeof value === 'string' || typeof value === 'number' ? (flags[String(value).trim().toLowerCase()] ?? value) : value;

function textReader(node: Node): Reader {
  const limit = node.maxLength;
  return (value) => {
    if (typeof value !== 'string') return value;
    const text = value.trim().toWellFormed();
    if (node.format === 'date') return dayOf(text);
    if (node.format === 'date-time') return instantOf(text);
    if (node.format === 'uuid') return text.toLowerCase();
    if (node['x-truncate'] && limit !== undefined && text.length > limit) return Array.from(text).slice(0, limit).join('');
    return text;
  };
}

const dayOf = (text: string): string => (/^\d{4}-\d{2}-\d{2}[T ]/.test(text) ? text.slice(0, 10) : text);

const dateTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** An instant as we write it, in UTC and whole seconds; without an offset it is UTC. What is no instant stays as it is. */
function instantOf(text: string): string {
  const [, day, minutes = '00:00', seconds = ':00', offset = 'Z'] = dateTime.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return text;
  const instant = Date.parse(`${day}T${minutes}${seconds}${offset.toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(instant) ? text : instantToWire(instant);
}
