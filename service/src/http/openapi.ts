// The OpenAPI 3.1 document, made from the endpoints themselves: one source for what is read, answered and documented.

import type { Endpoint } from '../book/endpoint.ts';
import type { RefusalId } from '../core/refusals.ts';
import { version } from '../core/version.ts';
import type { TSchema } from '../wire/schema.ts';
import type { Filters } from './filters.ts';
import { webhooksOf } from './openapi/events.ts';
import { noticesOf } from './openapi/faults.ts';
import { introduction } from './openapi/introduction.ts';
import { documentPaths, documentsTag } from './openapi/papers.ts';
import { headerParameter, headerParameters, pathParameter, queryParameters } from './openapi/parameters.ts';
import { collectRefusals, fileResponse, goodResponse, headers, type Refusals } from './openapi/responses.ts';
import { sampleOf } from './openapi/samples.ts';
import { collectSchemas, type JsonObject, type Schemas } from './openapi/schemas.ts';
import { type DescribedOperation, queryOf } from './operation.ts';

/** One method of one address, from an endpoint or an operation of the administration. */
interface Described {
  readonly id: string;
  readonly method: string;
  /** With parameters as {name}. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly about: string | undefined;
  readonly scope: readonly string[];
  readonly refusals: readonly RefusalId[];
  readonly body: TSchema | undefined;
  readonly bodyOptional: boolean;
  /** The body is a file, as it is. */
  readonly takesFile?: boolean;
  readonly answer: TSchema;
  readonly example: { readonly body?: object; readonly answer: object };
  readonly kind: Endpoint['kind'] | 'admin';
  readonly oneMessage?: boolean;
  /** Of a file that is the answer. */
  readonly media?: string;
  readonly idempotent?: boolean;
  /** The members of the query. */
  readonly query?: Filters;
}

const tags = [
  { name: 'Checkout', description: 'Authorize a payment; offer payment methods for a basket.' },
  { name: 'Order management', description: 'What becomes of an authorized order: capture, return, refund, void, update, read.' },
  { name: 'Shipping details', description: 'Which parcel a capture went with.' },
  { name: 'Additional services', description: 'Look-ups, validations, contracts.' },
  { name: 'FastTrack', description: 'Customer accounts: credit that is applied for once and used often.' },
  documentsTag,
  { name: 'Webhooks', description: 'What the service sends to the endpoints that an operator named (docs/webhooks.md).' },
  { name: 'Common', description: 'The service itself.' },
  {
    name: 'Administration',
    description:
      'For the operator, outside the merchants’ interface and with keys of its own: merchants, the test clock, background jobs.',
  },
];

/** `basePath`: where the service lives below its address. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  operations: readonly DescribedOperation[] = [],
  basePath = '',
): JsonObject {
  const schemas = collectSchemas();
  const refusals = collectRefusals(schemas);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const described of [...endpoints.flatMap(endpointForms), ...operations.map(operationForm)]) {
    const methods = paths[described.path] ?? {};
    methods[described.method.toLowerCase()] = operationOf(described, schemas, refusals);
    paths[described.path] = methods;
  }
  Object.assign(paths, documentPaths(refusals));
  const webhooks = operations.length > 0 ? webhooksOf(schemas) : undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Deferred Payment Service',
      summary: 'Pay later, self-hosted: authorize, capture, refund, void and everything between.',
      description: introduction(),
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath || '/', description: 'This service' }],
    tags: tags.filter(({ name }) => name !== 'Administration' || operations.length > 0),
    security: [{ merchantKey: [] }, { merchantBearer: [] }],
    paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: securitySchemes(operations.length > 0),
      parameters: headerParameters,
      headers,
      responses: refusals.all(),
      examples: refusals.examples(),
      schemas: schemas.all(),
    },
  };
}

function securitySchemes(withAdministration: boolean): JsonObject {
  const key = (description: string): JsonObject => ({ type: 'apiKey', in: 'header', name: 'X-Auth-Key', description });
  const bearer = (description: string): JsonObject => ({ type: 'http', scheme: 'bearer', description });
  return {
    merchantKey: key('A merchant’s key: one shop in one country. In the sandbox `sandbox-de`, `sandbox-se` and so on.'),
    merchantBearer: bearer('The same key as `Authorization: Bearer <key>`.'),
    ...(withAdministration && {
      operatorKey: key(
        'A key of the operator, for `/admin/v1` only; a merchant’s key does not open it. In the sandbox `sandbox-operator`.',
      ),
      operatorBearer: bearer('The operator’s key as `Authorization: Bearer <key>`.'),
    }),
  };
}

/** An endpoint whose last parameter may be left out is two operations: the collection and one of it. */
function endpointForms(endpoint: Endpoint): Described[] {
  const { id, method, path, tag, summary, about, scope, refusals = [], example, kind, oneMessage = false } = endpoint;
  const isWrite = endpoint.kind === 'write';
  const common = {
    method,
    tag,
    about,
    scope,
    example,
    kind,
    oneMessage,
    body: 'body' in endpoint ? (isWrite && endpoint.bodyAsSent) || endpoint.body : undefined,
    bodyOptional: isWrite && endpoint.bodyOptional === true,
    answer: endpoint.answer,
  };
  const optional = /:(\w+)\?$/.exec(path)?.[1];
  if (optional === undefined) return [{ ...common, id, summary, refusals, path: braced(path) }];
  if (!id.endsWith('s')) throw new Error(`${id} is a collection and one of it; its id has to be a plural`);
  const notFound = `${optional.replace(/Number$/, '')}.not_found`;
  const one = id.slice(0, -1);
  const collection = { ...common, id, summary, refusals: refusals.filter((refusal) => refusal !== notFound) };
  return [
    { ...collection, path: braced(path.replace(/\/:\w+\?$/, '')) },
    { ...common, id: one, summary: `${summary}: one of them`, refusals, path: braced(path.slice(0, -1)) },
  ];
}

function operationForm(operation: DescribedOperation): Described {
  const { id, method, path, summary, about, scope, refusals = [], body, answer, example, idempotent } = operation;
  const query = queryOf(operation);
  return {
    id,
    method,
    path: braced(path),
    tag: 'Administration',
    summary,
    about,
    scope: [scope],
    refusals: [
      ...refusals,
      ...(operation.fileBytes === undefined ? [] : (['limit.uploads'] as const)),
      ...(query['unmask'] === undefined || refusals.includes('value.required') ? [] : (['value.required'] as const)),
      'filter.unknown',
      ...(Object.keys(query).length > 0 && !refusals.includes('value.format') ? (['value.format'] as const) : []),
    ],
    body,
    bodyOptional: true,
    takesFile: operation.fileBytes !== undefined,
    answer,
    example: {
      ...(body && { body: (example?.body ?? sampleOf(body)) as JsonObject }),
      answer: (example?.answer ?? sampleOf(answer)) as JsonObject,
    },
    kind: 'admin',
    ...(operation.media !== undefined && { media: operation.media }),
    idempotent: idempotent === true,
    query,
  };
}

const braced = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function operationOf(described: Described, schemas: Schemas, refusals: Refusals): JsonObject {
  const { id, method, path, tag, summary, scope, body, answer, example, kind } = described;
  const writes = kind === 'write';
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name));
  if (writes || described.idempotent) parameters.push(headerParameter('IdempotencyKey'));
  parameters.push(...queryParameters(described.query ?? {}));
  parameters.push(headerParameter('RequestId'));
  const notices = noticesOf({
    ...(body && { body }),
    writes,
    computes: kind === 'compute',
    scope,
    refusals: described.refusals,
  });
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: descriptionOf(described),
    ...(kind === 'admin' && { security: [{ operatorKey: [] }, { operatorBearer: [] }] }),
    parameters,
    ...(body && method !== 'GET' && { requestBody: requestBodyOf(body, described, schemas) }),
    ...(described.takesFile && { requestBody: fileBody }),
    responses: {
      '200': described.media
        ? fileResponse(described.media)
        : goodResponse(schemas.refer(answer), example.answer, writes, body !== undefined && method !== 'GET'),
      ...refusals.of(notices, described.oneMessage),
    },
  };
}

const fileBody: JsonObject = {
  required: true,
  content: {
    'application/octet-stream': {
      schema: { type: 'string' },
      examples: { example: { summary: 'Example', value: 'bookingDate,amount,currency\n2026-11-20,104.95,EUR' } },
    },
  },
};

function requestBodyOf(body: TSchema, { bodyOptional, example }: Described, schemas: Schemas): JsonObject {
  const value = (example.body ?? {}) as JsonObject;
  return {
    required: !bodyOptional,
    content: { 'application/json': { schema: schemas.refer(body), examples: { example: { summary: 'Example', value } } } },
  };
}

function descriptionOf({ about, scope }: Described): string {
  const needs = scope.length > 0 ? `Scope of the key: ${scope.map((each) => `\`${each}\``).join(' or ')}.` : 'Any key will do.';
  return [about, needs].filter((part) => part !== undefined).join('\n\n');
}
