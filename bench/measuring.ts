// The runs of the bench, one after the other, so that none takes the processors from another.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { OwnService } from '../scripts/own-service.ts';
import type { BareRoute } from './bare.ts';
import {
  accountRequest,
  authorizeRequest,
  captureOfACent,
  installmentPlansRequest,
  key,
  paymentMethodsRequest,
  purchaseOfACent,
} from './bodies.ts';
import { type Book, bookPrefix, germanShop } from './fill.ts';
import { writeFloorScript } from './floor.ts';
import type { Database, Ground } from './ground.ts';
import type { Measured, Plan, Work } from './load.ts';
import type { Pgbench, Yardstick } from './pgbench.ts';
import type { NamedYardstick } from './report.ts';
import { type Row, rowOf, valueRow } from './rows.ts';

export interface Served {
  readonly database: Database;
  readonly service: OwnService;
  readonly book: Book;
}

export interface Bench {
  readonly ground: Ground;
  readonly pgbench: Pgbench | undefined;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly progress: (text: string) => void;
}

/** One run of the load generator. */
export function load(plan: Plan): Promise<Measured> {
  return new Promise((done, failed) => {
    const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: ['--import', 'tsx'] });
    let measured: Measured | undefined;
    child.once('message', (message) => {
      measured = message as Measured;
    });
    child.once('error', failed);
    child.once('exit', (code) => (measured ? done(measured) : failed(new Error(`the load generator ended with ${code}`))));
    child.send(plan);
  });
}

const loadOn = (bench: Bench, url: string, connections: number, work: Work): Promise<Measured> =>
  load({ url, connections, work, warmUpSeconds: bench.warmUpSeconds, seconds: bench.seconds });

export const connectionCounts = [1, 8, 32, 128] as const;
const readConnections = 32;
const pgbenchScale = 20;
export const simpleUpdate = 'pgbench -N';
export const bareFastify = 'bare Fastify';

/** PostgreSQL's simple update at every number of connections, in a database of its own. */
export async function measureSimpleUpdate({ ground, pgbench, seconds, progress }: Bench): Promise<NamedYardstick[]> {
  if (!pgbench) return [];
  const database = await ground.makeDatabase('pgbench');
  await pgbench.fill(database, pgbenchScale);
  const measured: NamedYardstick[] = [];
  for (const connections of connectionCounts) {
    const yardstick = await pgbench.measure(database, connections, seconds);
    measured.push({ name: simpleUpdate, connections, ...yardstick });
    progress(`${simpleUpdate}, ${connections} connections: ${Math.round(yardstick.perSecond)}/s`);
  }
  return measured;
}

/** A bare server that answers the bytes of our version, and our version beside it. */
export async function measureVersion(bench: Bench, url: string): Promise<{ bare: NamedYardstick; row: Row }> {
  const path = '/api/v3/version';
  const answer = await fetch(`${url}${path}`, { headers: { 'x-auth-key': key } });
  const route: BareRoute = { path, type: answer.headers.get('content-type') ?? '', body: await answer.text() };
  const child = fork(join(import.meta.dirname, 'bare.ts'), { execArgv: ['--import', 'tsx'] });
  try {
    const bareUrl = await new Promise<string>((done, failed) => {
      child.once('message', (message) => done(message as string));
      child.once('error', failed);
      child.send(route);
    });
    const work: Work = { kind: 'send', method: 'GET', paths: [path] };
    const measured = await loadOn(bench, bareUrl, readConnections, work);
    const { p50Ms, p99Ms } = measured;
    const bare = { name: bareFastify, connections: readConnections, perSecond: measured.good / measured.seconds, p50Ms, p99Ms };
    const ours = await loadOn(bench, url, readConnections, work);
    bench.progress(`version: ${Math.round(ours.good / ours.seconds)}/s, bare ${Math.round(bare.perSecond)}/s`);
    return { bare, row: rowOf('version', readConnections, ours, { name: bareFastify, yardstick: bare }) };
  } finally {
    child.disconnect();
  }
}

async function post(url: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-auth-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (response.status !== 200 || text.includes('"Rejected"')) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

/** Orders of the book that a run captures from, spread over all of it: each has room for thousands of captures of a cent. */
export const captureFrom = ({ numberOf, orders }: Book, most = 4000): Work & { readonly kind: 'send' } => {
  const count = Math.min(most, orders);
  const numbers = Array.from({ length: count }, (_none, index) => numberOf(1 + Math.floor((index * orders) / count)));
  return {
    kind: 'send',
    method: 'POST',
    paths: numbers.map((number) => `/api/v3/orders/${number}/captures`),
    body: captureOfACent,
  };
};

export interface Written {
  readonly rows: Row[];
  readonly floor: NamedYardstick[];
}

/** Captures, authorizations and account events; and the floor: a capture's statements one by one. */
export async function measureWrites(bench: Bench, served: Served, yardsticks: readonly NamedYardstick[]): Promise<Written> {
  const { url } = served.service;
  const rows: Row[] = [];
  const floor: NamedYardstick[] = [];
  const measure = async (what: string, connections: number, work: Work): Promise<void> => {
    const yardstick: Yardstick | undefined = yardsticks.find((each) => each.connections === connections);
    const row = rowOf(what, connections, await loadOn(bench, url, connections, work), { name: simpleUpdate, yardstick });
    rows.push(row);
    bench.progress(`${what}, ${connections} connections: ${Math.round(row.perSecond ?? 0)}/s`);
  };
  for (const connections of [1, 8, 128]) {
    await measure('capture, many orders', connections, captureFrom(served.book));
    if (bench.pgbench) floor.push(await measureFloor(bench, served, connections));
  }
  for (const connections of [1, 8, 128])
    await measure('authorize, diverse people', connections, { kind: 'authorize', mark: `new-${connections}` });
  for (const connections of [1, 32, 128]) {
    // An account of its own for each run, as it has room for only so many cents.
    const applied = JSON.parse(await post(url, '/api/v3/customer-account', accountRequest(`account-${connections}`)));
    const path = `/api/v3/customer-account/${applied.account.accountNumber}/event`;
    await measure('account event, one hot account', connections, {
      kind: 'send',
      method: 'POST',
      paths: [path],
      body: purchaseOfACent,
    });
  }
  return { rows, floor };
}

async function measureFloor({ ground, pgbench, seconds }: Bench, served: Served, connections: number): Promise<NamedYardstick> {
  const plan = { merchantId: germanShop, prefix: bookPrefix, first: 1, last: served.book.orders };
  const scriptFile = await writeFloorScript(ground.folder, plan);
  const measured = await pgbench?.measure(served.database, connections, seconds, scriptFile);
  return { name: 'floor', connections, perSecond: 0, p50Ms: 0, p99Ms: 0, ...measured };
}

/**
 * A service that has run for a while: every kind of request so often that Node has compiled what it runs. Without it the first rows
 * are those of a start, which nobody waits for but once.
 */
export async function warmUp(bench: Bench, { service: { url }, book }: Served): Promise<void> {
  const works: readonly Work[] = [
    captureFrom(book),
    { kind: 'authorize', mark: `warm-${book.orders}` },
    { kind: 'send', method: 'GET', paths: [`/api/v3/orders/${book.numberOf(1)}`] },
    asking('/api/v3/checkout/payment-methods', paymentMethodsRequest),
    asking('/api/v3/lookup/installment-plans', installmentPlansRequest),
  ];
  for (const [index, work] of works.entries()) {
    bench.progress(`the service warms up: ${index + 1} of ${works.length}`);
    await load({ url, connections: 32, work, warmUpSeconds: 0, seconds: 2 * bench.seconds });
  }
}

const asking = (path: string, body: object): Work => ({ kind: 'send', method: 'POST', paths: [path], body });

/** What reads and computes, beside our version. */
export async function measureReads(bench: Bench, { service: { url } }: Served, version: Row): Promise<Row[]> {
  const { perSecond = 0, p50Ms = 0, p99Ms = 0 } = version;
  const rows: Row[] = [];
  const measure = async (what: string, work: Work): Promise<void> => {
    const measured = await loadOn(bench, url, readConnections, work);
    const row = rowOf(what, readConnections, measured, { name: 'our version', yardstick: { perSecond, p50Ms, p99Ms } });
    rows.push(row);
    bench.progress(`${what}: ${Math.round(row.perSecond ?? 0)}/s`);
  };
  for (const captures of [1, 12]) {
    const paths: string[] = [];
    for (let index = 0; index < 64; index += 1) {
      const number = `read-${captures}-${index}`;
      await post(url, '/api/v3/checkout/authorize', authorizeRequest(number, 104.95));
      for (let capture = 0; capture < captures; capture += 1)
        await post(url, `/api/v3/orders/${number}/captures`, captureOfACent);
      paths.push(`/api/v3/orders/${number}`);
    }
    await measure(`GET order, ${captures} ${captures === 1 ? 'capture' : 'captures'}`, { kind: 'send', method: 'GET', paths });
  }
  await measure('payment-methods', asking('/api/v3/checkout/payment-methods', paymentMethodsRequest));
  await measure('installment-plans', asking('/api/v3/lookup/installment-plans', installmentPlansRequest));
  return rows;
}

/** From empty, in pieces of two seconds; the row compares the third eight seconds with the first. */
export async function measureFresh(bench: Bench, pieces = 12): Promise<{ row: Row; series: readonly number[] }> {
  const database = await bench.ground.makeDatabase('fresh');
  const service = await bench.ground.startService(database);
  const pieceSeconds = bench.seconds < 2 ? 0.5 : 2;
  const measured = await load({
    url: service.url,
    connections: 128,
    warmUpSeconds: 0,
    seconds: pieces * pieceSeconds,
    seriesSeconds: pieceSeconds,
    work: { kind: 'authorize', mark: 'fresh' },
  });
  await service.stop();
  const third = pieces / 3;
  const sum = (from: number): number =>
    Array.from({ length: third }, (_none, index) => measured.series[from + index] ?? 0).reduce((a, b) => a + b, 0);
  const [first, last] = [sum(0), sum(2 * third)];
  const row = valueRow('fresh database, authorize: seconds 16–24 against the first 8', last / first, {
    connections: 128,
    perSecond: measured.good / measured.seconds,
    p50Ms: measured.p50Ms,
    p99Ms: measured.p99Ms,
    bad: measured.bad,
    yardstick: 'the first 8 s',
    yardstickValue: first / (third * pieceSeconds),
  });
  return { row, series: measured.series.map((count) => count / pieceSeconds) };
}

/** The same work at the small book and at the big one in turn: by how much it costs more there. */
export async function measureCost(bench: Bench, small: Served, big: Served): Promise<Row[]> {
  const kinds: readonly (readonly [string, (served: Served) => Work])[] = [
    ['capture', ({ book }) => captureFrom(book, small.book.orders)],
    ['authorize', ({ book }) => ({ kind: 'authorize', mark: `cost-${book.orders}` })],
  ];
  const rows: Row[] = [];
  for (const [kind, workFor] of kinds) {
    const atSmall = await loadOn(bench, small.service.url, 128, workFor(small));
    const atBig = await loadOn(bench, big.service.url, 128, workFor(big));
    const [before, perSecond] = [atSmall.good / atSmall.seconds, atBig.good / atBig.seconds];
    const row = valueRow(`${kind}, cost at the big book against the small`, before / perSecond - 1, {
      connections: 128,
      perSecond,
      p50Ms: atBig.p50Ms,
      p99Ms: atBig.p99Ms,
      bad: atSmall.bad + atBig.bad,
      yardstick: 'the small book',
      yardstickValue: before,
    });
    rows.push(row);
    bench.progress(
      `${kind}: ${Math.round(before)}/s at ${small.book.orders} orders, ${Math.round(perSecond)}/s at ${big.book.orders}`,
    );
  }
  return rows;
}
