// Lenient in (C06): what real shop plug-ins send is brought into the form that the schema describes, and only then
// checked. Names and words in any case, numbers as text and text as numbers, `null`, `""` and `{}` for absent, unknown
// members ignored, but not where money moves.
import { isDay } from '../core/dates.ts';
import { nearest, textOfNumber } from '../core/decimal.ts';
import { decimalsOf } from '../core/money.ts';
import type { Notice } from '../core/refusals.ts';
import { instantToWire } from './instants.ts';
import { isAbsent } from './json.ts';
import type { Choosing } from './schema.ts';
import { choosersOf, Ignored, membersOf, nearestTo, Slips, saysNothing, type Unknown, unknownFault } from './unknown-members.ts';

/** The parts of JSON Schema that our schemas use, with our own keywords. */
interface Node {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly 'x-chooses'?: Choosing;
  readonly 'x-rounded'?: boolean;
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
  readonly ignored: Ignored;
  /** Where money moves: the first members that were not known, and what the first slips of what chooses it are refused with. */
  readonly unknown: Unknown[];
  readonly slips: Slips;
  readonly slipFaults: Notice[];
}

export const noFindings = (): Findings => ({
  faults: [],
  obsolete: [],
  ignored: new Ignored(),
  unknown: [],
  slips: new Slips(),
  slipFaults: [],
});

export type Reader = (value: unknown, path: string, findings: Findings) => unknown;

const absent = Symbol('absent');

/** A reader for values of a schema; compiled once. */
export function readerOf(schema: object): Reader {
  const node = schema as Node;
  const { 'x-chooses': own, properties } = node;
  if (!own || !properties) return compiled(node, false);
  return moneyReader(compiled(node, true), own, chooserPaths(node));
}

/** `moves`: it is part of a body that moves money. */
function compiled(node: Node, moves: boolean): Reader {
  if (node.properties) return objectReader(node, node.properties, moves);
  if (node.items) return listReader(compiled(node.items, moves), node);
  if (node.enum) return wordReader(node.enum, node['x-obsolete'] ?? {});
  if (node.type === 'number' || node.type === 'integer') return numberReader(node);
  if (node.type === 'boolean') return flagReader;
  if (node.type === 'string') return textReader(node);
  return wellFormed;
}

/** What has a reader of its own behind this one (contracts, policies, lists): as it is, but for halves of letters, which no database takes. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]));
}

/**
 * A slip of what chooses is refused. A body that says neither an amount nor items moves all that there is, so nothing in it
 * may be unknown: what was meant to say how much would be overlooked.
 */
function moneyReader(read: Reader, own: Choosing, paths: readonly string[]): Reader {
  const { amount = [], items = [], unless = {}, repeats = [] } = own;
  const repeated = new Set(repeats.map(lower));
  const missing: Notice[] = items.slice(0, 1).map((field) => ({ id: 'value.required', field }));
  return (value, path, findings) => {
    const body = read(value, path, findings);
    if (typeof body !== 'object' || body === null) return body;
    const said = body as Readonly<Record<string, unknown>>;
    const movesNothing = Object.entries(unless).some(([name, words]) => words.some((word) => word === said[name]));
    if (movesNothing) return body;
    const saysHowMuch = [...amount, ...items].some((name) => !saysNothing(said[name]));
    const unsaid = saysHowMuch ? [] : findings.unknown.map((each) => unknownFault(each, nearestTo(each, own, paths)));
    findings.faults.unshift(...unsaid, ...findings.slipFaults);
    if (!saysHowMuch && Object.keys(value as object).some((name) => repeated.has(lower(name)))) findings.faults.push(...missing);
    return body;
  };
}

/** The dotted paths of all members that choose what is moved. */
function chooserPaths(node: Node, within = ''): string[] {
  const choosing = choosersOf(node['x-chooses']);
  return Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const path = within === '' ? name : `${within}.${name}`;
    return [...(choosing.includes(name) ? [path] : []), ...chooserPaths(inner, path)];
  });
}

const mostUnknown = 20;

function objectReader(node: Node, properties: Readonly<Record<string, Node>>, moves: boolean): Reader {
  const members = new Map(
    Object.entries(properties).flatMap(([name, inner]) => {
      const member = { name, isLeftOut: leftOutOf(inner), read: compiled(inner, moves) };
      // Most are written as the schema has them.
      return [[name, member] as const, [lower(name), member] as const];
    }),
  );
  const known = membersOf(Object.keys(properties), node['x-chooses']);
  return (value, path, findings) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const read: Record<string, unknown> = {};
    for (const name in value) {
      const raw = (value as Record<string, unknown>)[name];
      const member = members.get(name) ?? members.get(lower(name));
      if (!member) {
        if (isEnough(moves, findings)) continue;
        found({ name, within: path, members: known, isEmpty: saysNothing(raw) }, moves, findings);
        continue;
      }
      if (member.isLeftOut(raw)) continue;
      const result = member.read(raw, path ? `${path}.${member.name}` : member.name, findings);
      if (result !== absent) read[member.name] = result;
    }
    return read;
  };
}

/** Further members that are not known would change nothing. */
const isEnough = (moves: boolean, { ignored, unknown, slipFaults }: Findings): boolean =>
  ignored.isFull && (!moves || (unknown.length === mostUnknown && slipFaults.length === mostUnknown));

/**
 * What is not known is ignored, and said to be; where money moves it is looked at once the whole body is read. One that is
 * empty counts there too: an amount that a shop could not compute is null, and not everything.
 */
function found(unknown: Unknown, moves: boolean, { ignored, unknown: all, slips, slipFaults }: Findings): void {
  if (!unknown.isEmpty) ignored.add(unknown);
  if (!moves) return;
  if (all.length < mostUnknown) all.push(unknown);
  const fault = !unknown.isEmpty && slipFaults.length < mostUnknown ? slips.faultOf(unknown) : undefined;
  if (fault) slipFaults.push(fault);
}

/**
 * What counts as not sent. An object that holds an amount is there as soon as it names that or something unknown, with
 * any values: a price that a shop could not compute is null, and not everything.
 */
function leftOutOf({ properties = {}, required = [], 'x-chooses': choosing }: Node): (raw: unknown) => boolean {
  if (!choosing?.amount?.some((name) => required.includes(name) && name in properties)) return isAbsent;
  const optional = new Set(
    Object.keys(properties)
      .filter((name) => !required.includes(name))
      .map(lower),
  );
  return (raw) => isAbsent(raw) && !(isObject(raw) && Object.keys(raw).some((name) => !optional.has(lower(name))));
}

const lower = (text: string): string => text.toLowerCase();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function listReader(read: Reader, { maxItems, 'x-absent-when-empty': absentWhenEmpty }: Node): Reader {
  return (value, path, findings) => {
    if (!Array.isArray(value)) return value;
    if (value.length === 0 && absentWhenEmpty) return absent;
    if (maxItems !== undefined && value.length > maxItems) {
      // Its elements are not read: a body of a mebibyte may have half a million, each with faults of its own to report.
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
    const word = lower(value.trim());
    const successor = successors.get(word);
    if (successor) findings.obsolete.push(path);
    return successor ?? byCase.get(word) ?? value;
  };
}

const plainDecimal = /^[+-]?\d{1,30}(\.\d{0,30})?$/;

function numberReader({ type, 'x-decimals': decimals, 'x-rounded': isRounded }: Node): Reader {
  const limit = type === 'integer' ? 0 : decimals;
  return (value, path, findings) => {
    if (typeof value !== 'number' && typeof value !== 'string') return value;
    const isExact = typeof value === 'number' && Number.isFinite(value) && (limit === undefined || decimalsOf(value) <= limit);
    if (isExact) return value === 0 ? 0 : value;
    const text = typeof value === 'string' ? value.trim() : String(value);
    if (typeof value === 'string' && !plainDecimal.test(text)) return value;
    const number = Number(text);
    if (!Number.isFinite(number)) {
      findings.faults.push({ id: 'value.out_of_range', field: path });
      return absent;
    }
    if (limit === undefined) return number === 0 ? 0 : number;
    const near = nearest(text, limit);
    if (near.isMeant || isRounded) return near.value === 0 ? 0 : near.value;
    // That a whole number is needed is for the schema to say.
    if (type === 'integer') return number;
    findings.faults.push({ id: 'value.too_many_decimals', field: path, values: { limit: String(limit) } });
    return absent;
  };
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
const flagReader: Reader = (value) =>
  typeof value === 'string' || typeof value === 'number' ? (flags[String(value).trim().toLowerCase()] ?? value) : value;

const inexact = ' (a number that may not be exactly what was written: send it as text)';

function textReader(node: Node): Reader {
  const limit = node.maxLength;
  return (value, path, findings) => {
    // A number is no day, no instant and no id.
    const sent = typeof value === 'number' && node.format === undefined ? textOfNumber(value) : value;
    if (sent === undefined) {
      findings.faults.push({ id: 'value.format', field: path, values: { why: inexact } });
      return absent;
    }
    if (typeof sent !== 'string') return sent;
    const text = sent.trim().toWellFormed();
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
