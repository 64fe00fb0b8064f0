// The whole application on a database of its own, asked as a shop asks it: by HTTP, without a socket.

import type { InjectOptions } from 'fastify';
import pg from 'pg';
import type { DestinationStream } from 'pino';
import { compose, type Service } from '../../src/compose.ts';
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { nextOf } from './counting.ts';
import { asService, isCluster, lookingInto, testDatabase } from './database.ts';
import { faultOf } from './document.ts';
import { keep, keptLog } from './kept-logs.ts';
import { type Buyer, buyer } from './people.ts';
import { withoutPlaces } from './settings.ts';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The parsed body, with the members a test looks into. */
  readonly body: Json;
  /** The body of a refusal. */
  readonly messages: Json[];
}

export interface TestApp extends Service {
  /** A request as it is, without a key. */
  inject(request: InjectOptions): Promise<Answer>;
  /** A request of a shop; an undefined body is left out, text and bytes are sent as they are. */
  ask(method: InjectOptions['method'], path: string, body?: unknown, more?: More): Promise<Answer>;
  readonly query: (text: string, ...values: unknown[]) => Promise<Json[]>;
  /** How many rows every table has: what a refused request must not change. */
  rowCounts(): Promise<Record<string, number>>;
  /** The application's own database. */
  readonly connection: pg.ClientConfig;
  stop(): Promise<void>;
}

export interface More {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The application on a database of its own, or on the one of another application. */
export async function startApp(
  environment: NodeJS.ProcessEnv = {},
  shared?: pg.ClientConfig,
  logTo: DestinationStream | undefined = keptLog,
): Promise<TestApp> {
  const database = shared ? { connection: shared, drop: () => Promise.resolve() } : await testDatabase();
  const config = readConfig({
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? (keptLog ? 'trace' : 'silent'),
    POOL_SIZE: '6',
    ...withoutPlaces,
    ...environment,
  });
  const service = await compose({
    config,
    connection: asService(database.connection),
    encryptionKeys: config.encryptionKeys ?? [Buffer.alloc(32, 7)],
    ...(logTo && { logTo }),
  });
  const client = new pg.Client(database.connection);
  await client.connect();
  const inject = async (request: InjectOptions): Promise<Answer> => {
    const answer = answerOf(await service.app.inject(request));
    const fault = faultOf(request.method ?? 'GET', typeof request.url === 'string' ? request.url : '', answer);
    if (fault !== undefined) throw new Error(fault);
    return answer;
  };
  const look = lookingInto(client);
  const query: TestApp['query'] = (text, ...values) => look(text, values);
  return {
    ...service,
    connection: database.connection,
    inject,
    query,
    ask: (method, path, body, more = {}) => inject(requestOf(method, path, body, more)),
    rowCounts: rowCounter(query, client),
    async stop() {
      if (keptLog) keep('metrics', await service.deps.metrics.text());
      await service.app.close();
      await service.close();
      await client.end();
      await database.drop();
    },
  };
}

/** A live service on the database of a sandbox with its shops, as none would open: the mode is written over first. */
export async function startLive(app: TestApp, environment: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  await app.query(`update service_settings set value = 'live' where name = 'mode'`);
  const live = { MODE: 'live', ENCRYPTION_KEY: '07'.repeat(32), DATABASE_URL: 'postgres://unused/unused' };
  return startApp({ PUBLIC_URL: 'https://pay.example', ...live, ...environment }, app.connection);
}

function requestOf(method: InjectOptions['method'], path: string, body: unknown, more: More): InjectOptions {
  const asIs = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    ...(method !== undefined && { method }),
    url: path,
    headers: { 'x-auth-key': more.key ?? 'sandbox-de', ...type, ...more.headers },
    ...(body !== undefined && { payload: asIs ? (body as string | Buffer) : JSON.stringify(body) }),
  };
}

function answerOf(response: { statusCode: number; headers: object; payload: string }): Answer {
  const parsed: unknown = /^\s*[[{]/.test(response.payload) ? JSON.parse(response.payload) : {};
  return {
    status: response.statusCode,
    headers: response.headers as Answer['headers'],
    text: response.payload,
    body: parsed as Json,
    messages: (Array.isArray(parsed) ? parsed : [parsed]) as Json[],
  };
}

type RowCounts = Record<string, number>;

/** Counted anew only where any transaction of the server has written meanwhile: most refusals never get that far. */
function rowCounter(query: TestApp['query'], client: pg.Client): () => Promise<RowCounts> {
  let counted: { readonly state: string; readonly counts: RowCounts } | undefined;
  const [stateOf, count] = isCluster() ? [stateOfNodes, countOnNodes] : [stateOfServer, countRows];
  return async () => {
    const state = JSON.stringify(await query(stateOf));
    if (counted?.state !== state) counted = { state, counts: await count(query, client) };
    return counted.counts;
  };
}

const stateOfServer = 'select pg_snapshot_xmax(pg_current_snapshot())::text as next';
/** With what is prepared, which is committed without a number of its own. */
const stateOfNodes = `select * from run_command_on_workers('select pg_current_snapshot()') order by nodeport, nodename`;

const countShards = `select json_object_agg(relname, (xpath('/row/count/text()',
  query_to_xml(format('select count(*) from %I', relname), false, true, '')))[1]::text::int)
from pg_class where relkind = 'r' and relname ~ '_[0-9]{6,}$'`;

/** Each node counts what it holds: a question to every shard of every table would take a second. Copies have one name on all nodes. */
async function countOnNodes(query: TestApp['query']): Promise<RowCounts> {
  const nodes = await query('select result from run_command_on_workers($1)', countShards);
  const shards: RowCounts = Object.assign({}, ...nodes.map(({ result }) => JSON.parse(String(result))));
  const counts: RowCounts = {};
  for (const [shard, count] of Object.entries(shards)) {
    const table = shard.replace(/_\d+$/, '');
    counts[table] = (counts[table] ?? 0) + count;
  }
  return counts;
}

async function countRows(query: TestApp['query'], client: pg.Client): Promise<RowCounts> {
  const tables = await query(`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`);
  const one = tables.map(({ name }) => `select '${String(name)}' as name, count(*)::int as count from "${String(name)}"`);
  // Planned once: to plan a look at a hundred tables takes longer than the look.
  const counts = await client.query<{ name: string; count: number }>({
    name: `row_counts ${one.length}`,
    text: one.join(' union all '),
  });
  return Object.fromEntries(counts.rows.map(({ name, count }) => [name, count]));
}

export const keyOf = (country: CountryCode): string => `sandbox-${country.toLowerCase()}`;

/** Per cent of VAT that a shop of the country puts on a lamp. */
const vat: Readonly<Record<CountryCode, number>> = { NO: 25, SE: 25, FI: 25.5, DK: 25, DE: 19, AT: 20, CH: 8.1, NL: 21, BE: 21 };

export interface Item {
  [member: string]: unknown;
  productId: string;
  description: string;
  quantity: number;
  grossUnitPrice: number;
  netUnitPrice: number;
}

/** An item by its gross price in cents; the net price is rounded to the cent, as shops do. */
export function item(country: CountryCode, productId: string, grossCents: number, quantity = 1, more: Json = {}): Item {
  const netCents = Math.round((grossCents * 1000) / (1000 + vat[country] * 10));
  return {
    productId,
    description: `${productId} described`,
    quantity,
    grossUnitPrice: grossCents / 100,
    netUnitPrice: netCents / 100,
    vatPercent: vat[country],
    vatAmount: (grossCents - netCents) / 100,
    ...more,
  };
}

const cents = (amount: number): number => Math.round(amount * 100);

/** Items with the totals they come to. */
export function summary(items: readonly Item[]) {
  const total = (price: 'grossUnitPrice' | 'netUnitPrice') =>
    items.reduce((sum, each) => sum + cents(each[price]) * each.quantity, 0) / 100;
  return { totalGrossAmount: total('grossUnitPrice'), totalNetAmount: total('netUnitPrice'), items };
}

/** Two lamps of 50.00 and shipping of 4.95: 104.95 in all. */
export const basket = (country: CountryCode): Item[] => [
  item(country, 'LAMP-7', 5000, 2, { type: 'PhysicalArticle' }),
  item(country, 'SHIPPING', 495, 1, { type: 'ShippingFee' }),
];

/** An order number that no other test of the file uses. */
export const orderNumber = (): string => `Order-${nextOf('order')}`;

export interface AuthorizeBody {
  [member: string]: unknown;
  payment: Json;
  customer: Buyer;
  order: { [member: string]: unknown; number: string; totalGrossAmount: number; totalNetAmount: number; items: Item[] };
}

/** A complete authorization of somebody new, for the basket or other items. */
export function authorizeBody(
  country: CountryCode,
  over: { customer?: Partial<Buyer>; order?: Json; items?: Item[] } = {},
): AuthorizeBody {
  const items = over.items ?? basket(country);
  return {
    payment: { type: 'Invoice' },
    customer: buyer(country, over.customer),
    order: { number: orderNumber(), currency: countries[country].currency, ...summary(items), items, ...over.order },
  };
}

/** An order of one item of some cents, authorized; the number it got. */
export async function authorized(
  app: TestApp,
  grossCents = 10_000,
  over: Parameters<typeof authorizeBody>[1] = {},
): Promise<string> {
  const body = authorizeBody('DE', { items: [item('DE', 'THING', grossCents)], ...over });
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', body);
  if (answer.body['outcome'] !== 'Accepted') throw new Error(`not authorized: ${answer.status} ${answer.text}`);
  return body.order.number;
}

/** An order of 100.00 of which 50.00 are captured as one capture; its number and the capture's. */
export async function captured(app: TestApp): Promise<{ number: string; captureNumber: string }> {
  const number = await authorized(app);
  const { body } = await app.ask('POST', path(number, '/captures'), { orderDetails: part(50) });
  return { number, captureNumber: String(body['captureNumber']) };
}

export const path = (number: string, rest = ''): string => `/api/v3/orders/${encodeURIComponent(number)}${rest}`;

/** Totals alone, as a part of an order. */
export const part = (amount: number): Json => ({ totalGrossAmount: amount, totalNetAmount: amount });

/**
 * Begin at a time of the test's own choice, before anything has happened at the shop: what names days outright would fail once
 * today has passed them, and a test clock itself goes forward only.
 */
export async function beginAt(app: TestApp, country: CountryCode, instant: string): Promise<void> {
  const offset = Math.round(Date.parse(instant) - Date.now());
  // Once the day has passed it lies behind, which the service itself never lets a clock be.
  await app.query('alter table merchants drop constraint if exists merchants_clock_offset_ms_check');
  await app.query('update merchants set clock_offset_ms = $2 where country = $1', country, offset);
  app.deps.auth.forget();
}

/** Where the operator's operations on the demo shop of a country are. */
export async function shopPath(app: TestApp, country: CountryCode): Promise<string> {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  return `/admin/v1/merchants/${String(merchant?.['id'])}`;
}

/** Put a shop's test clock ahead; the jobs run with it. */
export async function advance(app: TestApp, country: CountryCode, by: Json): Promise<Answer> {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  return advanceShop(app, merchant?.['id'], by);
}

/** The same for a shop by its id. */
export const advanceShop = (app: Pick<TestApp, 'ask'>, id: unknown, by: Json): Promise<Answer> =>
  untilReached(
    by,
    (asked) => app.ask('PUT', `/admin/v1/merchants/${String(id)}/clock`, asked, { key: 'sandbox-operator' }),
    ({ body }) => body,
  );

/** Put a test clock ahead by as many requests as it takes: a slow machine does not reach the time in one. */
export async function untilReached<Answered>(
  by: Json,
  ask: (asked: Json) => Promise<Answered>,
  bodyOf: (answer: Answered) => Json,
): Promise<Answered> {
  let answer = await ask(by);
  while (bodyOf(answer)['reached'] === false) answer = await ask({ now: bodyOf(answer)['goal'] });
  return answer;
}
