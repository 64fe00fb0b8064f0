// How fast the service is, as ratios to yardsticks of the same run: PostgreSQL's own simple update and a bare Fastify at the same
// connections. Services of our own on databases of their own that write through to disk, so nothing is made to look faster.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { paint } from '../cli/src/table.ts';
import { projectDir } from '../scripts/own-service.ts';
import { measureChecks } from './checks.ts';
import { fillBook, warmCache } from './fill.ts';
import { type Database, openGround } from './ground.ts';
import { measureGrowth } from './growth.ts';
import {
  type Bench,
  captureFrom,
  load,
  measureCost,
  measureFresh,
  measureReads,
  measureSteadyUpdates,
  measureWrites,
  type Served,
  whileRows,
} from './measuring.ts';
import { findPgbench } from './pgbench.ts';
import { measureAddress } from './places.ts';
import { conditionsOf, grouped, type Report, showRows } from './report.ts';
import { reached } from './rows.ts';
import { measureScore } from './score.ts';
import { measureSteady } from './steady.ts';
import { type ProcessorTime, processorTime, stolenBetween } from './stolen.ts';
import { warmUp, warmUpForWrites } from './warm-up.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    book: { type: 'string' },
    json: { type: 'string', default: join(projectDir, 'data', 'bench.json') },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const help = `npm run bench -- [--quick] [--growth] [--long] [--book <orders>] [--json <file>] [--profile <folder>]

Measures the service beside pgbench -N and a bare Fastify in the same run, on the server of DATABASE_URL
(whose role has to be allowed to create databases) or on an embedded one.
  --quick             runs of a second: does it work at all?
  --growth            also how speed grows with orders, merchants and cores (some minutes)
  --long              also ten minutes at 70 % of the most: memory, p99, backlogs
  --book <orders>     how many orders the book holds before (20000; the goals are meant for 1000000)
  --json <file>       where the figures go as JSON (data/bench.json)
  --profile <folder>  write a CPU profile of the service there (node --cpu-prof)

With --long or --book a run takes five seconds instead of three, and the large book is compared with the small
eight times instead of twice.`;

/** How long it measures: what is published, of a large book, for longer than what is looked at in between. */
const paces = {
  quick: { seconds: 1, warmUpSeconds: 0.5, fewSeconds: 3, warmsAll: false, costTurns: 1 },
  usual: { seconds: 3, warmUpSeconds: 1, fewSeconds: 15, warmsAll: false, costTurns: 2 },
  thorough: { seconds: 5, warmUpSeconds: 1.5, fewSeconds: 15, warmsAll: true, costTurns: 8 },
} as const;

const smallOrders = flags.quick ? 200 : 1000;
const bigOrders = Number(flags.book ?? (flags.quick ? 1000 : 20_000));

let lastSaid = Number.NEGATIVE_INFINITY;
/** On one line that is written over; where there is none, as in a log, a line now and then. */
function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
  else if (text !== '' && performance.now() - lastSaid > 15_000) {
    lastSaid = performance.now();
    console.log(text);
  }
}

async function serve(
  bench: Bench,
  purpose: string,
  orders: number,
  nodeFlags: readonly string[] = [],
): Promise<Served & { cache: string }> {
  const database = await bench.ground.makeDatabase(purpose);
  // It makes the tables and the shops. Were its jobs running, they would seal the first rows before older ones are there.
  await (await bench.ground.startService(database, { jobs: 'off' })).stop();
  const book = await fillBook(database, orders, progress);
  const service = await bench.ground.startService(database, { nodeFlags });
  await untilDone(database, orders);
  // Autovacuum would have been there long ago.
  await database.query('vacuum (analyze)');
  progress('the book is read into the cache …');
  const cache = await warmCache(database);
  return { database, service, book, cache };
}

/** Until the jobs have sealed and settled what was filled in, as they would have long ago. */
async function untilDone(database: Database, orders: number): Promise<void> {
  const waits = `select (select coalesce(sum(cardinality(ledger_ids) + cardinality(audit_ids)), 0) from unsealed)
    + (select count(*) from settlements where state = 'Draft') as count`;
  const deadline = Date.now() + 180_000 + orders * 2;
  for (let left = 1; left > 0; ) {
    const [row] = await database.query(waits);
    left = Number(row?.['count']);
    if (left <= 0) return;
    if (Date.now() > deadline) throw new Error(`the book is not sealed and settled: ${left} rows are left`);
    progress(`${left} rows of the book wait for seals and statements`);
    await new Promise((resume) => setTimeout(resume, 500));
  }
}

async function measureAll(bench: Bench, nodeFlags: readonly string[]): Promise<Report> {
  const before = processorTime();
  const fresh = await measureFresh(bench);
  const big = await serve(bench, 'big', bigOrders, nodeFlags);
  const conditions = [...(await conditionsOf(big.database)), big.cache];
  await warmUp(bench, big);
  const written = await measureWrites(bench, big);
  const reads = await measureReads(bench, big);
  const small = await serve(bench, 'small', smallOrders);
  await warmUpForWrites(bench, small);
  // All that is in the cache was written to the disk just before: what changes first after that is written to the log whole, which the
  // big book would do for longer.
  await warmUpForWrites(bench, big);
  const cost = await measureCost(bench, small, big);
  await small.service.stop();
  // Before growth, whose further merchants would stay in the memory that is measured.
  const steady = flags.long ? await measureLong(bench, big) : undefined;
  const paced = flags.long ? await measureSteadyUpdates(bench) : [];
  const merchantCounts = flags.quick ? [1, 4] : [1, 8, 64];
  const grown = flags.growth ? await measureGrowth(bench, { small, big, cost, merchantCounts }) : undefined;
  return {
    day: new Date().toISOString().slice(0, 10),
    conditions: [...conditions, ...hostTook(before)],
    secondsPerRow: bench.seconds,
    book: { orders: big.book.orders, people: big.book.people },
    yardsticks: [...written.yardsticks, reads.bare, ...paced],
    rows: [...written.rows, ...reads.rows, fresh.row, ...cost, ...(steady?.rows ?? []), ...(grown?.rows ?? [])],
    computed: await computed(),
    fresh: fresh.series,
    ...(steady && { steady: steady.series }),
    ...(grown && { growth: grown.growth }),
  };
}

/** On a machine that is not virtual, and on a host with room, it is 0; no line where the system does not say it. */
function hostTook(before: ProcessorTime | undefined): string[] {
  const share = stolenBetween(before, processorTime());
  if (share === undefined) return [];
  const percent = (share * 100).toFixed(1);
  return [`While all of it was measured the host of the machine took ${percent} % of its processors for others (steal)`];
}

/** The most is measured anew and for long: what a machine reaches for half a minute it may not keep up for ten, when others use it too. */
async function measureLong(bench: Bench, { database, service: { url, pid }, book }: Served): ReturnType<typeof measureSteady> {
  const work = captureFrom(book);
  bench.progress('the most that it does for a while …');
  const { good, seconds: taken } = await load({
    url,
    connections: 128,
    work,
    warmUpSeconds: bench.warmUpSeconds,
    seconds: whileRows * bench.seconds,
  });
  const seconds = flags.quick ? 10 : 600;
  bench.progress(`${seconds} seconds at 70 % …`);
  return measureSteady({ database, url, pid, capturePaths: work.paths, most: good / taken, seconds, load });
}

async function computed(): Promise<Report['computed']> {
  const { placeCount, microseconds } = measureAddress();
  const checks = await measureChecks();
  return [
    { what: 'credit decision', microseconds: measureScore() },
    { what: `judgement of an address beside ${placeCount} places`, microseconds },
    ...checks,
  ];
}

function show({ rows, yardsticks, computed }: Report): void {
  showRows(rows);
  console.log();
  for (const { name, connections, perSecond, p50Ms, p99Ms } of yardsticks)
    console.log(
      `${name}, ${connections} connections: ${grouped(perSecond)} a second, ${p50Ms.toFixed(2)} / ${p99Ms.toFixed(2)} ms`,
    );
  for (const { what, microseconds } of computed) console.log(`A ${what}, without its database: ${microseconds.toFixed(1)} µs`);
  console.log(paint.dim('\nFloor: pgbench, a capture’s statements one by one, without HTTP. Ratios are ours by the yardstick.'));
}

/** What failed while it was measured makes the figures mean nothing. */
function faultsOf({ rows }: Report): string[] {
  const bad = rows.reduce((total, row) => total + (row.bad ?? 0), 0);
  const empty = rows.filter(({ perSecond }) => perSecond === 0).length;
  if (bad === 0 && empty === 0) return [];
  return [`NOT OK: ${bad} requests were not answered with 2xx, ${empty} runs had no answer. The figures mean nothing.`];
}

async function main(): Promise<number> {
  if (flags.help) {
    console.log(help);
    return 0;
  }
  const profile = flags.profile === undefined ? undefined : resolve(flags.profile);
  if (profile !== undefined) mkdirSync(profile, { recursive: true });
  const nodeFlags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`, '--enable-source-maps'];
  const ground = await openGround();
  try {
    const pgbench = findPgbench(ground.folder);
    if (pgbench === undefined) console.log('pgbench is not on this machine, so there is no yardstick for what writes.');
    const pace = paces[flags.quick ? 'quick' : flags.book === undefined && !flags.long ? 'usual' : 'thorough'];
    const report = await measureAll({ ground, pgbench, ...pace, progress }, nodeFlags);
    progress('');
    for (const line of report.conditions) console.log(line);
    console.log(
      `A book of ${grouped(report.book.orders)} orders and ${grouped(report.book.people)} people; ${pace.seconds} s a run.\n`,
    );
    show(report);
    const json = resolve(flags.json);
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
    const held = report.rows.filter((row) => reached(row) !== '');
    const kept = held.filter((row) => reached(row) !== 'no');
    console.log(`\n${kept.length} of ${held.length} bars reached. The figures are in ${json}.`);
    const faults = faultsOf(report);
    for (const fault of faults) console.log(paint.red(`\n${fault}`));
    return faults.length === 0 ? 0 : 1;
  } finally {
    await ground.stop();
    if (profile !== undefined) console.log(`The profile is in ${profile}.`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
