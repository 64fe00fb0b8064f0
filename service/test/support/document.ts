// What the interface's document says of an answer: every answer that a test gets by HTTP is held against openapi.json, so that
// document and code cannot agree on a mistake. Which statuses of which operations were seen is kept for the end of a whole run.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { catalogue } from '../../src/core/refusals.ts';
import { keep } from './kept-logs.ts';

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, unknown>>;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security?: readonly object[];
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly example?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object; readonly examples: object }>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<DocumentedOperation, 'method' | 'path'>>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

const text = readFileSync(resolve(import.meta.dirname, '../../../openapi.json'), 'utf8');
export const document = JSON.parse(text) as Document;

/** Every operation of the document. */
export const documented: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const formats: Readonly<Record<string, (value: string) => boolean>> = {
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toISOString().startsWith(value),
  'date-time': (value) => instant.test(value) && !Number.isNaN(Date.parse(value)),
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  uri: (value) => URL.canParse(value),
};

/** A member that the document does not name is a fault as well. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const names = inner['type'] === 'object' && typeof inner['properties'] === 'object' && !('allOf' in inner);
  return names && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
ajv.addSchema({ $id: 'document', components: closed(document.components) as object });

const validators = new Map<object, ValidateFunction>();
function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const absolute = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/');
  const made = ajv.compile(JSON.parse(absolute) as object);
  validators.set(schema, made);
  return made;
}

const patterns = documented
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  // Words before parameters.
  .sort((one, other) => one.operation.path.split('{').length - other.operation.path.split('{').length);

export function operationAt(method: string, url: string): DocumentedOperation | undefined {
  const path = url.split('?')[0] ?? '';
  return patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}

/** What was answered, as far as the document speaks of it. */
interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Nothing reached an operation: the address, its method or the request itself is none. */
const beforeAll = new Set(
  Object.entries(catalogue)
    .filter(([id]) => /^(route|request)\./.test(id))
    .map(([, { code }]) => code as string),
);
const codesOf = (ids: readonly string[]): string[] => ids.map((id) => catalogue[id as keyof typeof catalogue]?.code ?? id);
/** What any value can be: which of them, the schema of the body says. */
const ofValues = new Set(codesOf(Object.keys(catalogue).filter((id) => /^(value|body)\./.test(id))));

/** What is wrong with an answer by the document; nothing where it says so. What it does not speak of is nothing, too. */
export function faultOf(method: string, url: string, answered: Answered): string | undefined {
  const operation = operationAt(method, url);
  const { status, headers, text: sent } = answered;
  // scripts/check-logs.mjs holds the whole run to having answered with every message.
  keep('answers', [...sent.matchAll(/"code":"(\d{3}\.\d{3})"/g)].map(([, code]) => `code ${code}\n`).join(''));
  if (!operation) return undefined;
  const type = headers['content-type']?.split(';')[0] ?? '';
  const body: unknown = type.endsWith('json') ? JSON.parse(sent) : sent;
  const codes = status === 200 || !type.endsWith('json') ? [] : codesIn(body);
  if (codes.some((code) => beforeAll.has(code))) return undefined;
  const found = operation.responses[String(status)];
  const name = `${operation.operationId} ${status}`;
  if (!found) return `${name} is not documented: ${sent.slice(0, 300)}`;
  const { content = {} } = found.$ref ? (document.components.responses[found.$ref.split('/').at(-1) ?? ''] ?? {}) : found;
  const media = content[type];
  if (!media) return `${name} is not documented as ${type}`;
  const known = new Set(Object.values(content).flatMap(({ examples = {} }) => codesOf(Object.keys(examples))));
  const unknown = codes.find((code) => !known.has(code) && !(status === 400 && ofValues.has(code)));
  if (unknown !== undefined) return `${name} does not list ${unknown}: ${sent.slice(0, 300)}`;
  keep('answers', `${name}\n`);
  if (!type.endsWith('json')) return undefined;
  const validate = validatorOf(media.schema);
  if (validate(body)) return undefined;
  const faults = (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  return `${name} is not what its schema says: ${faults.join('; ')} in ${sent.slice(0, 600)}`;
}

function codesIn(body: unknown): string[] {
  const messages = (Array.isArray(body) ? body : [body]) as readonly { readonly code?: unknown }[];
  return messages.flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
}
