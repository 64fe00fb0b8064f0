// How speed grows with the orders of the book, with merchants who share the connections, and with cores.
import { contractToForm } from '../service/src/core/agreement/contract-form.ts';
import { policyToForm } from '../service/src/core/risk/policy-form.ts';
import { demoContract, operatorKey } from '../service/src/sandbox/demo-shops.ts';
import { authorizeRequest, captureOfACent } from './bodies.ts';
import { type Cores, coreCounts, openCores, workersOn } from './cores.ts';
import type { Measured } from './load.ts';
import { type Bench, captureFrom, load, post, type Served } from './measuring.ts';
import type { GrowthSeries } from './report.ts';
import { authorizePath, merchantAt, type Plan, type Work } from './requests.ts';
import { type Row, rowOf } from './rows.ts';

export interface Grown {
  readonly rows: readonly Row[];
  readonly growth: readonly GrowthSeries[];
}

const connections = 128;
/** Of each connection, so that captures of many connections do not wait for one order. */
const ordersEach = 8;
const kinds = ['capture', 'authorize'] as const;

export interface GrowthOptions {
  readonly small: Served;
  readonly big: Served;
  /** The rows of both books: they are not measured again. */
  readonly cost: readonly Row[];
  readonly merchantCounts: readonly number[];
}

export async function measureGrowth(bench: Bench, { small, big, cost, merchantCounts }: GrowthOptions): Promise<Grown> {
  const merchants = await byMerchants(bench, big, merchantCounts);
  const cores = await byCores(bench, big);
  return {
    rows: [...merchants.rows, ...(cores?.rows ?? [])],
    growth: [byOrders(small, big, cost), merchants.series, ...(cores ? [cores.series] : [])],
  };
}

function byOrders(small: Served, big: Served, [capture, authorize]: readonly Row[]): GrowthSeries {
  return {
    by: 'orders',
    points: [
      { at: small.book.orders, capture: capture?.yardstickValue ?? 0, authorize: authorize?.yardstickValue ?? 0 },
      { at: big.book.orders, capture: capture?.perSecond ?? 0, authorize: authorize?.perSecond ?? 0 },
    ],
  };
}

/** What is sent where, once all is ready for a point. */
interface Ready extends Pick<Plan, 'url' | 'keys'> {
  readonly captures: Work;
  readonly leave?: () => Promise<void>;
}

/**
 * From the first point to the last and back again, of which a point is the mean: the machine's own speed changes by a third within
 * minutes, and would else be taken for growth.
 */
async function along(
  bench: Bench,
  by: 'merchants' | 'cores',
  counts: readonly number[],
  ready: (count: number) => Promise<Ready>,
): Promise<{ rows: Row[]; series: GrowthSeries }> {
  const runs = new Map<string, Measured[]>();
  for (const [visit, count] of [...counts, ...counts.toReversed()].entries()) {
    const { captures, leave, ...to } = await ready(count);
    for (const kind of kinds) {
      const work: Work = kind === 'capture' ? captures : { kind, mark: `growth-${by}-${visit}` };
      const { warmUpSeconds, seconds } = bench;
      const measured = await load({ ...to, connections, work, warmUpSeconds, seconds });
      const what = nameOf(kind, by, count);
      runs.set(what, [...(runs.get(what) ?? []), measured]);
      bench.progress(`${what}: ${Math.round(measured.good / measured.seconds)}/s`);
    }
    await leave?.();
  }
  const rowsAt = (count: number): [Row, Row] => {
    const row = (kind: (typeof kinds)[number]): Row => {
      const what = nameOf(kind, by, count);
      return rowOf(what, connections, meanOf(runs.get(what) ?? []));
    };
    return [row('capture'), row('authorize')];
  };
  const points = counts.map((count) => {
    const [capture, authorize] = rowsAt(count);
    return { at: count, capture: capture.perSecond ?? 0, authorize: authorize.perSecond ?? 0 };
  });
  return { rows: counts.flatMap(rowsAt), series: { by, points } };
}

const nameOf = (kind: string, by: 'merchants' | 'cores', count: number): string =>
  `${kind}, ${count} ${count === 1 ? by.slice(0, -1) : by}`;

function meanOf(runs: readonly Measured[]): Measured {
  const sum = (value: (run: Measured) => number): number => runs.reduce((total, run) => total + value(run), 0);
  return {
    good: sum(({ good }) => good),
    bad: sum(({ bad }) => bad),
    badExample: runs.find(({ bad }) => bad > 0)?.badExample ?? '',
    seconds: sum(({ seconds }) => seconds),
    p50Ms: sum(({ p50Ms }) => p50Ms) / runs.length,
    p99Ms: sum(({ p99Ms }) => p99Ms) / runs.length,
    series: [],
    p99MsSeries: [],
    stolenSeries: [],
    busySeries: [],
    ownMicroseconds: sum(({ ownMicroseconds }) => ownMicroseconds) / runs.length,
  };
}

async function byMerchants(bench: Bench, { service: { url } }: Served, counts: readonly number[]) {
  bench.progress('merchants are made …');
  const keys = await makeMerchants(url, Math.max(...counts));
  const captures = new Map<number, Work>();
  for (const count of counts) {
    bench.progress(`orders of ${count} merchants …`);
    captures.set(count, await authorizeOrders(url, keys.slice(0, count)));
  }
  return along(bench, 'merchants', counts, async (count) => ({
    url,
    keys: keys.slice(0, count),
    captures: captures.get(count) ?? { kind: 'send', method: 'POST', paths: [] },
  }));
}

/** Merchants who agreed to what the German shop of the sandbox did, as an operator makes them; the answer is their keys. */
async function makeMerchants(url: string, count: number): Promise<string[]> {
  const make = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> =>
    JSON.parse(await post(url, `/admin/v1/${path}`, { ...body, reason: 'bench' }, operatorKey));
  const { id: organisationId } = await make('organisations', { name: 'Bench' });
  const agreed = demoContract('DE');
  const [contract, policy] = [contractToForm(agreed), policyToForm(agreed.policy)];
  const keys: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    const name = `Bench ${index}`;
    const { id } = await make('merchants', { organisationId, name, country: 'DE', contract, policy });
    const { key } = await make(`merchants/${String(id)}/keys`, { name });
    keys.push(String(key));
  }
  return keys;
}

/** The numbers of orders in the order in which the load generator gives them to connections: one to each, and again. */
export const orderNumbers = (merchants: number): string[] =>
  Array.from({ length: connections * ordersEach }, (_none, place) => `growth-${merchants}-${place}`);

/** Each order by the merchant whose connection captures from it, as many at once as there are connections. */
async function authorizeOrders(url: string, keys: readonly string[]): Promise<Work> {
  const numbers = orderNumbers(keys.length);
  for (let first = 0; first < numbers.length; first += connections) {
    const next = numbers.slice(first, first + connections);
    await Promise.all(
      next.map((number, connection) =>
        post(url, authorizePath, authorizeRequest(number, 104.95), keys[merchantAt(connection, keys.length)]),
      ),
    );
  }
  const paths = numbers.map((number) => `/api/v3/orders/${number}/captures`);
  return { kind: 'send', method: 'POST', paths, body: captureOfACent };
}

/** Nothing where nothing can be held to cores, which is said in a line. */
async function byCores(bench: Bench, big: Served) {
  const cores = await openCores(big.database);
  if (typeof cores === 'string') {
    bench.progress('');
    console.log(`Speed by cores is left out: ${cores}.`);
    return undefined;
  }
  try {
    return await along(bench, 'cores', coreCounts(cores.count), onCores(bench, big, cores));
  } finally {
    cores.release();
  }
}

function onCores(bench: Bench, { database, service, book }: Served, cores: Cores): (count: number) => Promise<Ready> {
  const captures = captureFrom(book);
  let visits = 0;
  return async (count) => {
    cores.hold(count);
    const workers = workersOn(count);
    if (workers === 1) return { url: service.url, captures };
    visits += 1;
    // Beside the one that is there, which has nothing to answer meanwhile and shares the jobs with it.
    const started = await bench.ground.startService(database, { workers });
    const { url } = started;
    const warming: readonly Work[] = [captures, { kind: 'authorize', mark: `growth-warm-${visits}` }];
    for (const work of warming) await load({ url, connections, work, warmUpSeconds: 0, seconds: 2 * bench.seconds });
    return { url, captures, leave: () => started.stop() };
  };
}
