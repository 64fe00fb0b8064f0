// The interface as it is documented: every endpoint of the specification, in a document that is what it says it is.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { read } from '../src/book/endpoint.ts';
import { eventTypes } from '../src/core/events.ts';
import { catalogue } from '../src/core/refusals.ts';
import { endpoints } from '../src/endpoints.ts';
import { eventSample } from '../src/http/openapi/events.ts';
import { openApiDocument } from '../src/http/openapi.ts';
import { operations } from '../src/operations.ts';
import { Type } from '../src/wire/schema.ts';

const projectDir = resolve(import.meta.dirname, '../..');

describe('an address leads to its file', () => {
  const architecture = readFileSync(join(projectDir, 'ARCHITECTURE.md'), 'utf8');
  const table = /^\| words [\s\S]*?\n\n/m.exec(architecture)?.[0] ?? '';
  const folders = new Map(
    [...table.matchAll(/^\| (.*`) +\| `([a-z-]+)` +\|$/gm)].flatMap(([, words = '', folder = '']) =>
      words.split(' ').map((word) => [word.replaceAll('`', ''), folder] as const),
    ),
  );
  const wordsOf = (path: string): string[] =>
    path
      .replace(/^\/admin\/v1\/(merchants\/:merchantId\/)?/, '')
      .split('/')
      .filter((word) => !word.startsWith(':'));
  const shownIn = (file: string): string[] =>
    [...readFileSync(join(projectDir, 'service/src', file), 'utf8').matchAll(/^ {2}\w+, \/\/ (.*)$/gm)].map(
      ([, shown = '']) => shown,
    );
  const addressOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

  test.each(operations.map((operation) => [addressOf(operation), operation] as const))('%s', async (_address, operation) => {
    const words = wordsOf(operation.path);
    const folder = folders.get(words.slice(0, 2).join('/')) ?? folders.get(words[0] ?? '') ?? 'no folder';
    const file = `${folder}/${words.at(-1)?.replaceAll('.', '-')}.operation.ts`;
    const exported = (await import(join(projectDir, 'service/src', file))) as Record<string, unknown>;
    expect(exported[operation.id], file).toBe(operation);
  });

  test.each(endpoints.map((endpoint) => [addressOf(endpoint), endpoint] as const))('%s', async (_address, endpoint) => {
    const words = endpoint.path.split('/').filter((word) => word !== '' && !word.startsWith(':'));
    const [folder = '', file = ''] = [words[2], words.at(-1)];
    const hyphened = file.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const exported = await import(join(projectDir, 'service/src', folder, `${hyphened}.endpoint.ts`));
    expect(Object.values(exported as object)).toContain(endpoint);
  });

  test('the lists show the address beside each name, and the table of words has none that nothing begins with', () => {
    expect(shownIn('operations.ts')).toEqual(operations.map(addressOf));
    expect(shownIn('endpoints.ts')).toEqual(endpoints.map(addressOf));
    const begins = new Set(operations.flatMap(({ path }) => [wordsOf(path)[0], wordsOf(path).slice(0, 2).join('/')]));
    expect([...folders.keys()].filter((words) => !begins.has(words))).toEqual([]);
  });
});

/** Section 4 of the specification, word for word. */
const specified = [
  ['POST', '/api/v3/checkout/authorize'],
  ['POST', '/api/v3/checkout/payment-methods'],
  ['POST', '/api/v3/orders/{orderNumber}/captures'],
  ['POST', '/api/v3/orders/{orderNumber}/captures/return-notification'],
  ['POST', '/api/v3/orders/{orderNumber}/refunds'],
  ['POST', '/api/v3/orders/{orderNumber}/voids'],
  ['POST', '/api/v3/orders/{orderNumber}/updateOrder'],
  ['GET', '/api/v3/orders/{orderNumber}'],
  ['GET', '/api/v3/orders/{orderNumber}/captures/{captureNumber}'],
  ['GET', '/api/v3/orders/{orderNumber}/refunds/{refundNumber}'],
  ['GET', '/api/v3/orders/{orderNumber}/voids/{voidNumber}'],
  ['POST', '/api/v3/orders/{orderNumber}/captures/{captureNumber}/shipping-details'],
  ['PATCH', '/api/v3/orders/{orderNumber}/captures/{captureNumber}/shipping-details/{shippingNumber}'],
  ['POST', '/api/v3/lookup/customer'],
  ['PATCH', '/api/v3/customers/{customerNumber}/updateCustomer'],
  ['POST', '/api/v3/lookup/installment-plans'],
  ['POST', '/api/v3/validate/bank-account'],
  ['POST', '/api/v3/validate/address'],
  ['POST', '/api/v3/checkout/{checkoutId}/contract'],
  ['POST', '/api/v3/customer-account'],
  ['GET', '/api/v3/customer-account/{accountNumber}/credit-limit'],
  ['POST', '/api/v3/customer-account/{accountNumber}/event'],
  ['GET', '/api/v3/customer-account/{ssn}'],
  ['GET', '/api/v3/version'],
] as const;

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}
interface Media {
  readonly schema: object;
  readonly examples: Readonly<Record<string, Example>>;
}
interface Answer {
  readonly $ref?: string;
  readonly description: string;
  readonly content: Readonly<Record<string, Media>>;
}
interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Answer>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

const made = openApiDocument(endpoints, operations);
const document = made as unknown as Document;
const all = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the query of an operation', () => {
  const namesOf = ({ parameters }: Described): string[] =>
    parameters.filter((each) => each.in === 'query').map(({ name = '' }) => name);
  const paging = ['limit', 'after'];
  /** The parts of a chain are as long as they are. */
  const withoutLimit = ['proveChain'];
  /** Its body says where to go on. */
  const inBody = ['replayPolicy'];

  test.each(operations.map((operation) => [operation.id, operation] as const))('%s pages where its answer does', (id, one) => {
    const found = all.find(({ operation }) => operation.operationId === id)?.operation;
    const isPaged = Object.hasOwn((one.answer as { properties?: object }).properties ?? {}, 'next') && !inBody.includes(id);
    const wanted = paging.filter((name) => name !== 'limit' || !withoutLimit.includes(id));
    const names = found ? namesOf(found) : [];
    expect(names.filter((name) => paging.includes(name)).sort()).toEqual(isPaged ? wanted.sort() : []);
  });

  test('is documented with every member that its file reads', () => {
    const folder = join(projectDir, 'service/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.operation.ts'));
    const silent = files.flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const ids = [...text.matchAll(/^ {2}id: '(\w+)'/gm)].map(([, id]) => id);
      const known = all
        .filter(({ operation }) => ids.includes(operation.operationId))
        .flatMap(({ operation }) => namesOf(operation));
      const read = [
        ...[...text.matchAll(/query\['(\w+)'\]/g)].map(([, name = '']) => name),
        ...[...text.matchAll(/const \{ ([^}]*) \} = query/g)].flatMap(([, names = '']) =>
          names.split(',').map((each) => /\w+/.exec(each)?.[0] ?? ''),
        ),
      ];
      return read.filter((name) => !known.includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(silent).toEqual([]);
  });
});

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'document', ...made });
/** References of the document are found in the document itself. */
const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;

/** What an example shows, wherever it stands. */
function exampleValue({ $ref, value }: Example): unknown {
  if ($ref === undefined) return value;
  const name = $ref.split('/').at(-1) ?? '';
  const found = document.components.examples[name];
  if (!found) throw new Error(`no example is called ${name}`);
  return found.value;
}

function answersOf({ responses }: Described): [string, Answer][] {
  return Object.entries(responses).map(([status, answer]) => {
    const name = answer.$ref?.split('/').at(-1);
    const resolved = name === undefined ? answer : document.components.responses[name];
    if (!resolved) throw new Error(`nothing is called ${answer.$ref}`);
    return [status, resolved];
  });
}

describe('the specification’s endpoints', () => {
  test.each(specified)('%s %s', (method, path) => {
    expect(document.paths[path]?.[method.toLowerCase()], 'is documented').toBeDefined();
  });

  test('nothing else is under /api/v3 but what plug-ins ask for besides', () => {
    const wanted = new Set(specified.map(([method, path]) => `${method} ${path}`));
    const found = all
      .filter(({ path }) => path.startsWith('/api/v3/'))
      .map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(found.filter((each) => !wanted.has(each)).sort()).toEqual([
      'GET /api/v3/orders/{orderNumber}/captures',
      'GET /api/v3/orders/{orderNumber}/refunds',
      'GET /api/v3/orders/{orderNumber}/voids',
      'GET /api/v3/status',
    ]);
  });
});

describe('the document', () => {
  test('has an id of its own for every operation', () => {
    const ids = all.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.every((id) => /^[a-z][A-Za-z0-9]+$/.test(id))).toBe(true);
  });

  test('names every parameter of a path, and only tags that it explains', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { path, operation } of all) {
      const named = operation.parameters.filter((each) => each.in === 'path').map((each) => `{${each.name}}`);
      expect(named, path).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(tags).toContain(operation.tags[0]);
      expect(operation.summary).not.toBe('');
    }
  });

  test('refers to nothing that it does not have', () => {
    const text = JSON.stringify(made);
    for (const [, group = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
      const components = made['components'] as Record<string, Record<string, unknown>>;
      expect(components[group]?.[name], `${group}/${name}`).toBeDefined();
    }
    expect(text).not.toContain('~kind');
  });

  test.each(Object.keys(document.components.schemas))('schema %s is a JSON Schema', (name) => {
    expect(() => ajv.getSchema(`document#/components/schemas/${name}`)).not.toThrow();
  });

  test.each(all.map(({ method, path, operation }) => [operation.operationId, method, path, operation] as const))(
    'every example of %s is what its schema says (%s %s)',
    (_id, _method, _path, operation) => {
      const answers = answersOf(operation).map(([status, { content }]) => [`answer ${status}`, content] as const);
      const places = [...answers, ...(operation.requestBody ? [['body', operation.requestBody.content] as const] : [])];
      for (const [place, content] of places) {
        for (const [type, { schema, examples }] of Object.entries(content)) {
          const validate = ajv.compile(absolute(schema));
          expect(Object.keys(examples).length, `${place} has an example`).toBeGreaterThan(0);
          for (const [name, example] of Object.entries(examples)) {
            validate(exampleValue(example));
            expect(validate.errors ?? [], `${place} ${type} ${name}`).toEqual([]);
          }
        }
      }
    },
  );
});

describe('the events of the document', () => {
  test('are about what they say, by numbers as it has, and no example is a filler', () => {
    const samples = eventTypes.map((type) => [type, eventSample(type)['data'] as Record<string, unknown>] as const);
    const resources = Object.fromEntries(samples.map(([type, { resource }]) => [type, resource]));
    expect(resources).toMatchObject({
      'capture.paid': { type: 'order' },
      'contract.made': { type: 'contract' },
      'account.rejected': { type: 'account_application' },
      'settlement.closed': { type: 'settlement', number: expect.stringMatching(/^EUR-\d{6}$/) },
      'settlement.adjusted': { type: 'adjustment' },
      'payout_account.changed': { type: 'account_change' },
    });
    expect(samples.filter(([, data]) => Object.values(data).includes('text'))).toEqual([]);
  });

  test.each(Object.entries(document.webhooks))('%s has a schema, and an example that is what it says', (type, { post }) => {
    const media = post?.requestBody?.content['application/json'];
    if (!media) throw new Error(`${type} has no body`);
    const validate = ajv.compile(absolute(media.schema));
    for (const value of Object.values(media.examples).map(exampleValue)) {
      validate(value);
      expect(validate.errors ?? []).toEqual([]);
      expect((value as { type: string }).type).toBe(type);
    }
  });
});

/** An endpoint that reads, as far as the document asks. */
const reading = (path: string, member: string) =>
  read({
    id: `get${member}`,
    path,
    tag: 'Common',
    summary: '',
    scope: [],
    example: { answer: {} },
    params: Type.Object({}),
    answer: Type.Object({ [member]: Type.String() }, { title: 'Same' }),
    find: () => ({ statement: { name: '', text: '' }, values: [] }),
    answerFrom: () => ({}),
  });

describe('what the document says', () => {
  test('tells where the documents are that captures, refunds and contracts point to', () => {
    expect(document.paths['/documents/{documentId}.pdf']?.['get']?.operationId).toBe('getDocument');
    expect(document.paths['/documents/shared/{token}']?.['get']?.security).toEqual([]);
  });

  test('tells every status with a code that has it', () => {
    // What a consumer opens without a key answers with pages.
    for (const { operation } of all.filter(({ operation: { security } }) => security?.length !== 0)) {
      const statuses = Object.keys(operation.responses);
      expect(statuses, operation.operationId).toEqual(expect.arrayContaining(['200', '401', '429', '500']));
      for (const [status, { content }] of answersOf(operation).filter(([status]) => status !== '200')) {
        const names = Object.keys(content['application/json']?.examples ?? {});
        for (const name of names) expect(String(catalogue[name as keyof typeof catalogue].status), name).toBe(status);
        expect(content['application/problem+json']).toBeDefined();
      }
    }
  });

  test('leaves no place of a message unfilled', () => {
    const messages = [...JSON.stringify(document.components.examples).matchAll(/"message":"([^"]*)"/g)];
    expect(messages.length).toBeGreaterThan(100);
    for (const [, message = ''] of messages) expect(message).not.toMatch(/\{\w+\}|\(\)|undefined/);
  });

  test('has the words and forms that are taken, and the form of each refusal', () => {
    const languages = JSON.stringify(document.components.schemas['AccountEvent']);
    expect(languages).toContain('"enum":["NO","SV","FI","DA","EN","DE","NL","FR","SE","DK"]');
    expect(document.components.schemas['AccountEvent']).toMatchObject({ properties: { time: { format: 'date-time' } } });
    const formsOf = (path: string, status: string): unknown =>
      (answersOf(document.paths[path]?.['post'] as Described).find(([each]) => each === status)?.[1].content['application/json']
        ?.schema as { type?: string }) ?? {};
    const message = { $ref: '#/components/schemas/Message' };
    for (const status of ['400', '403', '404', '409', '422'])
      expect(formsOf('/api/v3/customer-account/{accountNumber}/event', status)).toEqual(message);
    for (const status of ['400', '403', '404', '409', '422'])
      expect(formsOf('/api/v3/orders/{orderNumber}/captures', status)).toEqual({ type: 'array', items: message });
  });

  test('shows what every text looks like that has a form of its own', () => {
    const bare: string[] = [];
    const look = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, format, pattern, examples, enum: words } = node as Record<string, unknown>;
      const free = pattern === undefined || pattern === '^[^\\u0000]*$';
      if (type === 'string' && words === undefined && (format !== undefined || !free) && examples === undefined) bare.push(path);
      for (const [name, inner] of Object.entries(node)) look(inner, `${path}.${name}`);
    };
    for (const name of new Set(
      all.flatMap(({ operation }) => JSON.stringify(operation.requestBody ?? {}).match(/(?<=schemas\/)\w+/g) ?? []),
    ))
      look(document.components.schemas[name], name);
    expect(bare).toEqual([]);
  });

  test('is the same each time, and openapi.json and the generated pages are fresh', () => {
    const again = openApiDocument(endpoints, operations);
    expect(JSON.stringify(again)).toBe(JSON.stringify(made));
    expect(JSON.parse(readFileSync(join(projectDir, 'openapi.json'), 'utf8'))).toEqual(made);
    const tsx = join(projectDir, 'node_modules/tsx/dist/cli.mjs');
    const check = (): Buffer =>
      execFileSync(process.execPath, [tsx, 'scripts/generate.ts', '--check'], { cwd: projectDir, stdio: 'pipe' });
    expect(check).not.toThrow();
  });

  test('holds nothing twice: two schemas of one title are refused', () => {
    expect(() => openApiDocument([reading('/a', 'a'), reading('/b', 'b')])).toThrow('two different schemas are called Same');
  });

  test('lives where the service lives', () => {
    expect(openApiDocument([], [], '/pay')['servers']).toEqual([{ url: '/pay', description: 'This service' }]);
    expect(() => openApiDocument([reading('/things/:thing?', 'Thing')])).toThrow('has to be a plural');
  });
});
