// The leader is hurt again and again while two services, one by HAProxy and one by the list of hosts, are under load; at the end every
// acknowledged answer is looked for in the book.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectTo } from '../../service/src/store/places.ts';
import { disagreements } from '../../service/test/support/disagreements.ts';
import { NotUsable, readFlags, wholeNumber } from '../flags.ts';
import { type OwnService, projectDir, startOwnService } from '../own-service.ts';
import { type Blow, blows, play } from './blows.ts';
import { type Cluster, mostNodes, patroniSeconds, startCluster } from './cluster.ts';
import { type Book, faultsOfAccount, faultsOfOrder, live } from './lives.ts';
import { type Acknowledged, createShop, type Happened, type Shop } from './shop.ts';

const probeMs = 250;
const calmMs = 5000;
const backSeconds = 240;
const mostShown = 20;

interface Round {
  readonly blow: string;
  readonly leaders: string;
  readonly from: number;
  readonly to: number;
}

interface Service {
  readonly name: string;
  readonly process: OwnService;
  readonly shop: Shop;
}

export async function run(parameters: string[]): Promise<boolean> {
  const plan = planOf(parameters);
  const { nodes, lanes } = plan;
  console.log(`${nodes} nodes, Patroni with ${JSON.stringify(patroniSeconds)}, ${lanes} lanes at each of two services`);
  const cluster = await startCluster(nodes);
  console.log(`logs until the end, and longer where it fails: ${cluster.folder}/*.log`);
  const [seen, acknowledged]: [Happened[], Acknowledged[]] = [[], []];
  const services: Service[] = [];
  try {
    await serve(cluster, services, seen, acknowledged);
    return await hurt(cluster, services, seen, acknowledged, plan);
  } finally {
    // While there is a database that they can take their leave of.
    await Promise.all(services.map(({ process }) => process.stop()));
  }
}

async function serve(cluster: Cluster, services: Service[], seen: Happened[], acknowledged: Acknowledged[]): Promise<void> {
  const key = randomBytes(32).toString('hex');
  for (const [name, url] of Object.entries(cluster.urls)) {
    const onLog = (text: string): void => appendFileSync(join(cluster.folder, `service-${name}.log`), text);
    const env = { DATABASE_URL: url, ENCRYPTION_KEY: key, LOG_LEVEL: 'error' };
    const process = await startOwnService({ env, onLog });
    services.push({ name, process, shop: createShop(name, process.url, seen, acknowledged) });
  }
}

async function hurt(
  cluster: Cluster,
  services: readonly Service[],
  seen: readonly Happened[],
  acknowledged: readonly Acknowledged[],
  { kills, lanes, chosen }: Plan,
): Promise<boolean> {
  const book: Book = { orders: [], accounts: [] };
  let over = false;
  const load = services.flatMap(({ name, shop }) => [
    ...Array.from({ length: lanes }, (_none, lane) => live(`${name}-${lane}`, shop, book, () => over)),
    probing(shop, () => over),
  ]);
  // One that ends early has met what no retry mends.
  const failed = Promise.all(load).then(() => false as const);
  const rounds: Round[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const blow = chosen[kill % chosen.length] as Blow;
    const round = await Promise.race([strike(blow, cluster, services, seen), failed]);
    if (round === false) break;
    rounds.push(round);
    console.log([kill + 1, ...rowOf(round, seen)].join(' | '));
  }
  over = true;
  await failed;
  show(rounds, seen);
  const faults = await faultsOf(cluster, services, book, acknowledged);
  for (const { shop } of services) await shop.close();
  for (const fault of faults.slice(0, mostShown)) console.error(`FAULT ${fault}`);
  console.log(`${acknowledged.length} acknowledged answers, ${faults.length} faults`);
  return faults.length === 0 && rounds.length === kills;
}

interface Plan {
  readonly kills: number;
  readonly nodes: number;
  readonly lanes: number;
  readonly chosen: readonly Blow[];
}

function planOf(parameters: readonly string[]): Plan {
  const text = { type: 'string' } as const;
  const values = readFlags(parameters, { kills: text, nodes: text, lanes: text, only: text });
  const { only = '' } = values;
  const chosen = blows.filter(({ name }) => name.includes(only));
  if (chosen.length === 0)
    throw new NotUsable(`No blow has "${only}" in its name; there are ${blows.map(({ name }) => name).join(', ')}.`);
  return {
    kills: wholeNumber('kills', values.kills, { usual: 20 }),
    // Without a copy no commit is acknowledged.
    nodes: wholeNumber('nodes', values.nodes, { usual: 2, least: 2, most: mostNodes }),
    lanes: wholeNumber('lanes', values.lanes, { usual: 6, most: 100 }),
    chosen,
  };
}

/** Reads at a steady pace, whether or not they are answered. */
async function probing(shop: Shop, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await pause(probeMs)) void shop.probe('/api/v3/orders/probe');
}

/** One blow, until both services write again and the cluster is whole. */
async function strike(blow: Blow, cluster: Cluster, services: readonly Service[], seen: readonly Happened[]): Promise<Round> {
  const before = await cluster.whole(backSeconds);
  if (!before) throw new Error(`The cluster is not whole again after ${backSeconds} s: ${await cluster.condition()}`);
  await pause(calmMs);
  const from = performance.now();
  await play(blow, before, cluster);
  const mended = performance.now();
  const after = await cluster.whole(backSeconds);
  const writes = (name: string): boolean =>
    seen.some((each) => each.service === name && isDone(each, 'write') && each.at > mended);
  for (; !services.every(({ name }) => writes(name)); await pause(250))
    if (performance.now() > mended + backSeconds * 1000)
      throw new Error(`No service writes ${backSeconds} s after ${blow.name}: ${await cluster.condition()}`);
  await pause(calmMs);
  return { blow: blow.name, leaders: `${before.name} → ${after?.name ?? '?'}`, from, to: performance.now() };
}

/** A read of what is not there is answered as well. */
const isDone = ({ kind, status }: Happened, wanted: Happened['kind']): boolean =>
  kind === wanted && status === (wanted === 'read' ? 404 : 200);

/** The longest time in which nothing was answered as it should be, in seconds. */
function longestGap({ from, to }: Round, seen: readonly Happened[], service: string, kind: Happened['kind']): string {
  const times = seen.filter((each) => each.service === service && isDone(each, kind)).map(({ at }) => at);
  const inside = [from, ...times.filter((at) => at > from && at < to), to];
  return (Math.max(...inside.slice(1).map((at, index) => at - (inside[index] ?? at))) / 1000).toFixed(1);
}

function rowOf(round: Round, seen: readonly Happened[]): string[] {
  const during = seen.filter(({ at }) => at > round.from && at < round.to);
  const many = (is: (status: number) => boolean): string => String(during.filter(({ status }) => is(status)).length);
  const gaps = (['write', 'read'] as const).flatMap((kind) =>
    ['proxy', 'hosts'].map((name) => longestGap(round, seen, name, kind)),
  );
  const statuses = [many((each) => each === 503), many((each) => each >= 500 && each !== 503), many((each) => each === 0)];
  return [round.blow, round.leaders, ...gaps, ...statuses];
}

const columns = ['blow', 'leader', 'no write, proxy (s)', 'no write, hosts (s)', 'no read, proxy (s)', 'no read, hosts (s)', '503', 'other 5xx', 'no answer']; // biome-ignore format: one row

function show(rounds: readonly Round[], seen: readonly Happened[]): void {
  const rows = rounds.map((round, index) => [String(index + 1), ...rowOf(round, seen)]);
  const table = [['#', ...columns], ['#', ...columns].map(() => '---'), ...rows];
  console.log(`\n${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}`);
}

async function faultsOf(
  cluster: Cluster,
  services: readonly Service[],
  book: Book,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const faults: string[] = [];
  const shopOf = (index: number): Shop => (services[index % services.length] as Service).shop;
  // Asked of the other service than the one that acknowledged it, mostly.
  await inLanes(book.orders, async (order, index) => void faults.push(...(await faultsOfOrder(shopOf(index), order))));
  await inLanes(book.accounts, async (account, index) => void faults.push(...(await faultsOfAccount(shopOf(index), account))));
  await inLanes(acknowledged, async (answer, index) => {
    if (!(await shopOf(index).isRepeated(answer)))
      faults.push(`${answer.path} (${answer.key}) is not repeated as it was acknowledged`);
  });
  console.log(
    `${book.orders.length} orders and ${book.accounts.length} accounts read back, ${acknowledged.length} answers repeated`,
  );
  const client = await connectTo({ connectionString: cluster.urls.hosts });
  // A leader that was killed has forgotten what grew, so that nothing was analyzed: comparing the books took six minutes.
  await client.query('analyze');
  for (const [between, text] of Object.entries(disagreements)) {
    const { rows } = await client.query(text);
    if (rows.length > 0) faults.push(`disagreement between ${between}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  await client.end();
  const { status } = await fetch(`${services[0]?.process.url}/admin/v1/jobs/seal-ledger/run`, {
    method: 'POST',
    headers: { 'x-auth-key': 'sandbox-operator' },
  });
  if (status !== 200) faults.push(`the ledger could not be sealed: ${status}`);
  for (const chain of ['ledger', 'audit']) faults.push(...faultsOfChain(chain, cluster.urls.hosts));
  return faults;
}

/** By the command, on the database itself. */
function faultsOfChain(chain: string, url: string): string[] {
  const words = [join(projectDir, 'cli', 'bin', 'dps.mjs'), chain, 'verify', '--database-url', url, '--json'];
  try {
    const text = execFileSync(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
    const { ok, chains } = JSON.parse(text) as {
      readonly ok: boolean;
      readonly chains: readonly { readonly sealed: number; readonly waiting: number }[];
    };
    const sum = (member: 'sealed' | 'waiting'): number => chains.reduce((total, each) => total + each[member], 0);
    console.log(`dps ${chain} verify: ${sum('sealed')} seals proved, ${sum('waiting')} rows not sealed yet`);
    return ok ? [] : [`dps ${chain} verify: ${text}`];
  } catch (error) {
    return [`dps ${chain} verify: ${String(error)}`];
  }
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}
