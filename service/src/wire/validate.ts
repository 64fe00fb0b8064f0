// Is a value what its schema says? Ajv finds the faults, this file names them by our codes and dotted paths (C05).
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isDay } from '../core/dates.ts';
import { decimalsOf } from '../core/money.ts';
import { like, type Notice, oneOf, type RefusalId } from '../core/refusals.ts';
import { remembering } from '../core/remembering.ts';
import { noFindings, readerOf } from './read.ts';

// Only as we write it: the reader has brought every instant that it understands into this form.
// All parts of an answer have the same few moments. An offset may have led into the year 0, which PostgreSQL does not know.
const isMoment = remembering(
  256,
  (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
);

function validatorOf(options: { readonly verbose: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ ...options, allErrors: true, strict: false, validateFormats: true, messages: false });
  ajv.addFormat('date', isDay);
  ajv.addFormat('date-time', (text) => text.length === '2026-11-20T09:30:00Z'.length && isMoment(text));
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  ajv.addKeyword({
    keyword: 'x-decimals',
    type: 'number',
    validate: (limit: number, value: number) => decimalsOf(value) <= limit,
  });
  return ajv;
}

/** What was sent wrong is explained by its schema. */
const ofBodies = validatorOf({ verbose: true });
const ofAnswers = validatorOf({ verbose: false });

const none: readonly ErrorObject[] = [];

/**
 * What is wrong with a value. A schema is compiled when it is first needed: a process is asked for a few of its addresses, and all of them
 * compiled take 60 MB and a second of its start.
 */
function faultsBy(ajv: Ajv2020, schema: object): (value: unknown) => readonly ErrorObject[] {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? none : (validate.errors ?? none);
  };
}

const codes: Readonly<Record<string, RefusalId>> = {
  required: 'value.required',
  minimum: 'value.out_of_range',
  maximum: 'value.out_of_range',
  maxLength: 'value.too_long',
  minLength: 'value.too_short',
  maxItems: 'value.too_many_items',
  minItems: 'value.required',
  'x-decimals': 'value.too_many_decimals',
};

export interface Read {
  readonly value: unknown;
  /** Everything that is wrong, most important first: what is missing, then what is wrong. */
  readonly faults: readonly Notice[];
  /** Fields that hold an obsolete value (C64). */
  readonly obsolete: readonly string[];
  /** The members that were ignored, as a header names them; '' without any. */
  readonly ignored: string;
}

/** A body in two steps: read leniently, then, where an earlier request said something, completed, and checked. */
export interface BodyForm {
  read(body: unknown): Read;
  /** The same with what the schema says of the value; `value` is the read one unless it was completed. */
  check(draft: Read, value?: unknown): Read;
}

export function bodyForm(schema: object): BodyForm {
  const read = readerOf(schema);
  const faultsOf = faultsBy(ofBodies, schema);
  return {
    read(body) {
      const findings = noFindings();
      const value = read(body, '', findings);
      const { faults, obsolete, ignored } = findings;
      // What is refused is not ignored.
      return { value, faults, obsolete, ignored: faults.some(isUnknown) ? '' : ignored.text() };
    },
    check(draft, value = draft.value) {
      const { obsolete, ignored, faults } = draft;
      const wrong = faultsOf(value).map(noticeOf);
      return { obsolete, ignored, value, faults: faults.length + wrong.length === 0 ? [] : inOrder([...faults, ...wrong]) };
    },
  };
}

/** A function that reads a body leniently and then checks it against its schema. */
export function bodyReader(schema: object): (body: unknown) => Read {
  const form = bodyForm(schema);
  return (body) => form.check(form.read(body));
}

/** The text of each value that many answers share; undefined until that value is written for the first time. */
const sharedTexts = new WeakMap<object, string | undefined>();

/** An answer for many, a list that many answers share, or an element of such lists, never changed from now on: it is checked and written once. */
export function writtenOnce<Value extends object>(value: Value): Value {
  sharedTexts.set(value, undefined);
  return value;
}

const isShared = (value: unknown): value is object => typeof value === 'object' && value !== null && sharedTexts.has(value);
/** A list that is shared itself, or whose elements are. */
const isSharedList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && (isShared(value) || isShared(value[0]));
const sharesLists = (answer: unknown): answer is Readonly<Record<string, unknown>> =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && Object.values(answer).some(isSharedList);

/** An answer without the lists and elements that were checked when they were written. */
function notYetWritten(answer: Readonly<Record<string, unknown>>): object {
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(answer)) {
    const value = answer[name];
    if (!isSharedList(value)) rest[name] = value;
    else rest[name] = isNotWritten(value) ? value.filter(isNotWritten) : [];
  }
  return rest;
}

const isNotWritten = (value: unknown): boolean => !isShared(value) || sharedTexts.get(value) === undefined;

/** As `JSON.stringify`, with the texts of what answers share. */
function textOf(answer: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name of Object.keys(answer)) {
    const value = answer[name];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${partText(value)}`;
  }
  return `{${text}}`;
}

function partText(value: unknown): string {
  const isKept = isShared(value);
  const known = isKept ? sharedTexts.get(value) : undefined;
  if (known !== undefined) return known;
  const text = isSharedList(value) ? `[${value.map(partText).join(',')}]` : JSON.stringify(value);
  if (isKept) sharedTexts.set(value, text);
  return text;
}

/** A function that writes an answer exactly: never a form the schema does not know, and so no null in it (C06). */
export function answerWriter(schema: object): (answer: unknown) => string {
  const faultsOf = faultsBy(ofAnswers, schema);
  return (answer) => {
    const written = isShared(answer) ? sharedTexts.get(answer) : undefined;
    if (written !== undefined) return written;
    const shares = sharesLists(answer);
    const faults = faultsOf(shares ? notYetWritten(answer) : answer);
    if (faults.length === 0) return shares ? textOf(answer) : partText(answer);
    // The paths and keywords only: values may be personal.
    throw new Error(`an answer of the wrong form: ${faults.map((error) => `${error.instancePath} ${error.keyword}`).join(', ')}`);
  };
}

function noticeOf(error: ErrorObject): Notice {
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
  const limit =
    (error.params['limit'] as number | undefined) ?? (error.keyword === 'x-decimals' ? (error.schema as number) : undefined);
  const id = codes[error.keyword] ?? 'value.format';
  const wanted = id === 'value.format' ? wantedOf(error) : undefined;
  return {
    id,
    field: fieldOf(error.instancePath, missing),
    ...(limit !== undefined && { values: { limit: String(limit) } }),
    ...(wanted && { values: wanted }),
  };
}

/** Of what has no form of its own. */
const byType: Readonly<Record<string, Notice['values'] & object>> = {
  number: like('104.95'),
  integer: like('3'),
  boolean: like('true'),
  string: { why: ' It has to be text.' },
  array: { why: ' It has to be a list.' },
  object: { why: ' It has to be an object.' },
};

/** What a value has to look like, by its schema: the words there are, the example, or else what the schema's type says. */
function wantedOf({ keyword, params, parentSchema }: ErrorObject): Notice['values'] {
  const {
    enum: words,
    examples,
    type,
  } = (parentSchema ?? {}) as {
    readonly enum?: readonly string[];
    readonly examples?: readonly string[];
    readonly type?: string;
  };
  if (words) return oneOf(words);
  const [example] = examples ?? [];
  if (example !== undefined) return like(example);
  return keyword === 'type' ? byType[type ?? String(params['type'])] : { why: ' It holds a character that it may not.' };
}

/** The dotted path of a JSON pointer: /order/items/2/quantity is order.items[2].quantity. */
function fieldOf(pointer: string, missing: string | undefined): string {
  const steps = pointer.split('/').slice(1);
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return (missing === undefined ? path : `${path}.${missing}`).replace(/^\./, '');
}

/** More faults are of no use, and an answer must not be many times larger than its request. */
const mostFaults = 50;

/**
 * What is not known before what is missing, which may be its consequence, before what is wrong. One fault a field, the first
 * found; a value that could not be read is not missing on top of that, nor is it of the wrong form.
 */
function inOrder(faults: readonly Notice[]): Notice[] {
  const byField = new Map<string, Notice>();
  for (const fault of faults) if (!byField.has(fault.field ?? '')) byField.set(fault.field ?? '', fault);
  const rank = (fault: Notice): number => (isUnknown(fault) || refersBack(fault) ? 0 : fault.id === 'value.required' ? 1 : 2);
  return [...byField.values()].sort((one, other) => rank(one) - rank(other)).slice(0, mostFaults);
}

/** What an earlier step said is left out beside the id of its checkout: with a wrong one all of it is missing (C41). */
const refersBack = ({ field }: Notice): boolean => field === 'checkoutId';

const isUnknown = ({ id }: Notice): boolean => id === 'body.unreadable';
