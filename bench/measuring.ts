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
import type { Measured } from './load.ts';
import type { Pgbench, Yardstick } from './pgbench.ts';
import type { NamedYardstick } from './report.ts';
import { authorizePath, type Plan, type Work } from './requests.ts';
import { type Row, rowOf, targetOf, valueRow } from './rows.ts';

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
  /** What few connections send is sent for so long before its row; without all of them only where the row has a bar. */
  readonly fewSeconds: number;
  readonly warmsAll: boolean;
  /**
   * How often the large book and the small are compared: a machine's speed changes by more between two runs than the bars of that allow,
   * and of the minutes between two checkpoints the first twenty seconds cost more than the others.
   */
  readonly costTurns: number;
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

const readConnections = 32;
const versionWork = { kind: 'send', method: 'GET', paths: ['/api/v3/version'] } as const satisfies Work;
const pgbenchScale = 20;
export const simpleUpdate = 'pgbench -N';
export const bareFastify = 'bare Fastify';

/**
 * A yardstick that is measured again before and after each row. The machine's own speed changes by a third within minutes, so a row
 * is compared with the mean of the two runs beside it, and not with a run at another time.
 */
interface Turns {
  /** The mean of the run before this and of the one after it. */
  beside<T>(measure: () => Promise<T>): Promise<{ readonly measured: T; readonly yardstick: Yardstick }>;
  /** The mean of all runs. */
  all(): NamedYardstick;
}

function inTurns(name: string, connections: number, run: () => Promise<Yardstick>): Turns {
  const runs: Yardstick[] = [];
  let last: Yardstick | undefined;
  const again = async (): Promise<Yardstick> => {
    last = await run();
    runs.push(last);
    return last;
  };
  return {
    async beside(measure) {
      const before = last ?? (await again());
      const measured = await measure();
      const after = await again();
      return { measured, yardstick: meanOf([before, after]) };
    },
    all: () => ({ name, connections, ...meanOf(runs) }),
  };
}

function meanOf(runs: readonly Yardstick[]): Yardstick {
  const mean = (value: (each: Yardstick) => number): number => runs.reduce((sum, each) => sum + value(each), 0) / runs.length;
  return { perSecond: mean((each) => each.perSecond), p50Ms: mean((each) => each.p50Ms), p99Ms: mean((each) => each.p99Ms) };
}

const speedOf = ({ good, seconds, p50Ms, p99Ms }: Measured): Yardstick => ({ perSecond: good / seconds, p50Ms, p99Ms });

function yardstickOf(measured: Measured): Yardstick {
  const { bad, badExample } = measured;
  if (bad > 0) throw new Error(`a yardstick got ${bad} bad answers: ${badExample}`);
  return speedOf(measured);
}

/** PostgreSQL's simple update, in a database of its own: by pgbench, and by a bare server in two trips for each request. */
interface SimpleUpdates {
  turnsAt(connections: number): Turns;
  bareAt(connections: number): Promise<NamedYardstick>;
  stop(): void;
}

async function simpleUpdates(bench: Bench): Promise<SimpleUpdates | undefined> {
  const { ground, pgbench, seconds } = bench;
  if (!pgbench) return undefined;
  const database = await ground.makeDatabase('pgbench');
  await pgbench.fill(database, pgbenchScale);
  const updates = { url: database.url, accounts: pgbenchScale * 100_000 };
  const work = { kind: 'send', method: 'POST', paths: ['/captures'], body: captureOfACent } as const satisfies Work;
  const bare = await startBare({ method: 'POST', path: '/captures', type: 'application/json', body: '{}', updates });
  return {
    turnsAt: (connections) => inTurns(simpleUpdate, connections, () => pgbench.measure(database, connections, seconds)),
    async bareAt(connections) {
      await load({ url: bare.url, connections, work, warmUpSeconds: 0, seconds: 2 * seconds });
      const measured = yardstickOf(await loadOn(bench, bare.url, connections, work));
      return { name: `${bareFastify}, the simple update in two trips`, connections, ...measured };
    },
    stop: () => bare.stop(),
  };
}

/** The most that is done for a while is measured for as long as so many rows take: a machine's speed changes in less. */
export const whileRows = 24;

/** … at 70 % of the most that it does for a while: the p99 that server and machine have at such a pace. */
export async function measureSteadyUpdates({ ground, pgbench, seconds }: Bench): Promise<NamedYardstick[]> {
  if (!pgbench) return [];
  const connections = 128;
  const database = await ground.makeDatabase('paced');
  await pgbench.fill(database, pgbenchScale);
  const { perSecond: most } = await pgbench.measure(database, connections, whileRows * seconds);
  const measured = await pgbench.measure(database, connections, 12 * seconds, { perSecond: most * 0.7 });
  return [{ name: `${simpleUpdate} at 70 % of its most`, connections, ...measured }];
}

/** Our version beside a bare server that answers the same bytes. */
async function measureVersion(bench: Bench, url: string): Promise<{ bare: NamedYardstick; row: Row }> {
  const path = versionWork.paths[0] ?? '';
  const answer = await fetch(`${url}${path}`, { headers: { 'x-auth-key': key } });
  const route: BareRoute = { method: 'GET', path, type: answer.headers.get('content-type') ?? '', body: await answer.text() };
  const bare = await startBare(route);
  try {
    const turns = inTurns(bareFastify, readConnections, async () =>
      yardstickOf(await loadOn(bench, bare.url, readConnections, versionWork)),
    );
    const { measured, yardstick } = await turns.beside(() => loadOn(bench, url, readConnections, versionWork));
    return { bare: turns.all(), row: rowOf('version', readConnections, measured, { name: bareFastify, yardstick }) };
  } finally {
    bare.stop();
  }
}

async function startBare(route: BareRoute): Promise<{ url: string; stop(): void }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { execArgv: ['--import', 'tsx'] });
  const url = await new Promise<string>((done, failed) => {
    child.once('message', (message) => done(message as string));
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`the bare server ended with ${code}`)));
    child.send(route);
  });
  return { url, stop: () => child.disconnect() };
}

/** One request that has to succeed, by the German shop where no other key is named. */
export async function post(url: string, path: string, body: object, by = key): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-auth-key': by, 'content-type': 'application/json' },
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
  readonly yardsticks: NamedYardstick[];
  readonly rows: Row[];
}

const writes = ['capture, many orders', 'authorize, diverse people', 'account event, one hot account'] as const;

/** What is sent by so many connections; an account of its own for each run, as it has room for only so many cents. */
async function workOf(
  what: (typeof writes)[number],
  connections: number,
  { service: { url }, book }: Served,
  mark = 'new',
): Promise<Work> {
  if (what === 'capture, many orders') return captureFrom(book);
  if (what === 'authorize, diverse people') return { kind: 'authorize', mark: `${mark}-${connections}` };
  const applied = JSON.parse(await post(url, '/api/v3/customer-account', accountRequest(`${mark}-account-${connections}`)));
  const path = `/api/v3/customer-account/${applied.account.accountNumber}/event`;
  return { kind: 'send', method: 'POST', paths: [path], body: purchaseOfACent };
}

/** Captures, authorizations and account events beside the simple update; and the floor: a capture's statements one by one. */
export async function measureWrites(bench: Bench, served: Served): Promise<Written> {
  const updates = await simpleUpdates(bench);
  try {
    return await measureBeside(updates, bench, served);
  } finally {
    updates?.stop();
  }
}

async function measureBeside(updates: SimpleUpdates | undefined, bench: Bench, served: Served): Promise<Written> {
  const rows: Row[] = [];
  const yardsticks: NamedYardstick[] = [];
  const many = writes.slice(0, 2);
  const [, , event] = writes;
  for (const [connections, kinds] of [
    [1, writes],
    [8, many],
    [32, [event]],
    [128, writes],
  ] as const) {
    const turns = updates?.turnsAt(connections);
    const warmed = kinds.filter((what) => bench.warmsAll || targetOf(what, connections).bar !== undefined);
    if (connections <= fewConnections) for (const what of warmed) await warmUpFew(bench, what, connections, served);
    for (const what of kinds) {
      const work = await workOf(what, connections, served);
      const measure = (): Promise<Measured> => loadOn(bench, served.service.url, connections, work);
      const { measured, yardstick } = turns ? await turns.beside(measure) : { measured: await measure(), yardstick: undefined };
      const row = rowOf(what, connections, measured, { name: simpleUpdate, yardstick });
      rows.push(row);
      bench.progress(`${what}, ${connections} connections: ${Math.round(row.perSecond ?? 0)}/s`);
    }
    if (!updates || !turns) continue;
    yardsticks.push(turns.all());
    if (connections === 32) continue;
    yardsticks.push(await updates.bareAt(connections), await measureFloor(bench, served, connections));
  }
  return { yardsticks, rows: writes.flatMap((what) => rows.filter((row) => row.what === what)) };
}

async function measureFloor({ ground, pgbench, seconds }: Bench, served: Served, connections: number): Promise<NamedYardstick> {
  const plan = { merchantId: germanShop, prefix: bookPrefix, first: 1, last: served.book.orders };
  const scriptFile = await writeFloorScript(ground.folder, plan);
  const measured = await pgbench?.measure(served.database, connections, seconds, { scriptFile });
  return { name: 'floor', connections, perSecond: 0, p50Ms: 0, p99Ms: 0, ...measured };
}

/** Up to so many send too little to have what they alone run compiled within a row. */
const fewConnections = 8;

/**
 * What Node compiled for many at once fits a batch of one or of eight in part only: at one connection it went on compiling for fifteen
 * seconds, in which the median of captures fell by a sixth to three tenths.
 */
async function warmUpFew(bench: Bench, what: (typeof writes)[number], connections: number, served: Served): Promise<void> {
  bench.progress(`the service warms up for ${what}, ${connections} connections`);
  const work = await workOf(what, connections, served, 'warm');
  await load({ url: served.service.url, connections, work, warmUpSeconds: 0, seconds: bench.fewSeconds });
}

export const asking = (path: string, body: object): Work => ({ kind: 'send', method: 'POST', paths: [path], body });

/** What reads and computes, beside our version, and that beside a bare server. */
export async function measureReads(bench: Bench, { service: { url } }: Served): Promise<{ rows: Row[]; bare: NamedYardstick }> {
  const { bare, row: version } = await measureVersion(bench, url);
  const rows: Row[] = [version];
  const turns = inTurns('our version', readConnections, async () =>
    yardstickOf(await loadOn(bench, url, readConnections, versionWork)),
  );
  const measure = async (what: string, work: Work): Promise<void> => {
    const { measured, yardstick } = await turns.beside(() => loadOn(bench, url, readConnections, work));
    const row = rowOf(what, readConnections, measured, { name: 'our version', yardstick });
    rows.push(row);
    bench.progress(`${what}: ${Math.round(row.perSecond ?? 0)}/s`);
  };
  for (const captures of [1, 12]) {
    const paths: string[] = [];
    for (let index = 0; index < 64; index += 1) {
      const number = `read-${captures}-${index}`;
      await post(url, authorizePath, authorizeRequest(number, 104.95));
      for (let capture = 0; capture < captures; capture += 1)
        await post(url, `/api/v3/orders/${number}/captures`, captureOfACent);
      paths.push(`/api/v3/orders/${number}`);
    }
    await measure(`GET order, ${captures} ${captures === 1 ? 'capture' : 'captures'}`, { kind: 'send', method: 'GET', paths });
  }
  await measure('payment-methods', asking('/api/v3/checkout/payment-methods', paymentMethodsRequest));
  await measure('installment-plans', asking('/api/v3/lookup/installment-plans', installmentPlansRequest));
  return { rows, bare };
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
  let runs = 0;
  const kinds: readonly (readonly [string, (served: Served) => Work])[] = [
    ['capture', ({ book }) => captureFrom(book, small.book.orders)],
    ['authorize', () => ({ kind: 'authorize', mark: `cost-${runs}` })],
  ];
  const rows: Row[] = [];
  for (const [kind, workFor] of kinds) {
    const loaded = (served: Served): Promise<Measured> => {
      runs += 1;
      return loadOn(bench, served.service.url, 128, workFor(served));
    };
    const turns = inTurns('the small book', 128, async () => yardstickOf(await loaded(small)));
    const runsOfBig: Measured[] = [];
    for (let turn = 0; turn < bench.costTurns; turn += 1) runsOfBig.push((await turns.beside(() => loaded(big))).measured);
    const { perSecond: before } = turns.all();
    const speed = meanOf(runsOfBig.map(speedOf));
    const { perSecond } = speed;
    const row = valueRow(`${kind}, cost at the big book against the small`, before / perSecond - 1, {
      connections: 128,
      ...speed,
      bad: runsOfBig.reduce((sum, { bad }) => sum + bad, 0),
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
