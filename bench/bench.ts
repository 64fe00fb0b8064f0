// Captures and authorizations per second over HTTP, beside the floor of the database below. The service is one of our own,
// a process of its own on an embedded PostgreSQL that writes through to disk (fsync), so nothing is made to look faster.
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Column, paint, tableLines } from '../cli/src/table.ts';
import { type OwnService, startOwnService } from '../scripts/own-service.ts';
import { readPidFile } from '../service/src/postgres/embedded-process.ts';
import { authorizeBody } from './bodies.ts';
import { measureChecks } from './checks.ts';
import { type FloorPlan, findPgbench, measureFloor } from './floor.ts';
import type { Measured, Plan } from './load.ts';
import { measureAddress } from './places.ts';
import { measureScore } from './score.ts';

const key = 'sandbox-de';
const merchantId = '00000000-0000-7000-8000-000000004445';
const connectionCounts = [1, 8, 128];
/** The embedded server takes 60 connections, of which the service has some. */
const mostFloorClients = 40;
const orderPrefix = 'bench-';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const seconds = flags.quick ? 1 : 5;
const warmUpSeconds = flags.quick ? 0.5 : 1.5;
const orderCount = flags.quick ? 64 : 384;

interface Line {
  readonly what: string;
  readonly connections: number;
  readonly measured: Measured;
  readonly floor?: { readonly perSecond: number; readonly clients: number };
}

/** One run of the load generator. */
function load(plan: Plan): Promise<Measured> {
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

async function warmAndLoad(plan: Omit<Plan, 'seconds'>, warmMark?: string): Promise<Measured> {
  await load({ ...plan, ...(warmMark && { authorizeMark: warmMark }), seconds: warmUpSeconds });
  return load({ ...plan, seconds });
}

/** Orders of 999.99 by many people: each has room for 99 999 captures of a cent. */
async function prepareOrders(url: string): Promise<string[]> {
  const numbers = Array.from({ length: orderCount }, (_none, index) => `${orderPrefix}${index + 1}`);
  const waiting = [...numbers];
  const worker = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      const response = await fetch(`${url}/api/v3/checkout/authorize`, {
        method: 'POST',
        headers: { 'x-auth-key': key, 'content-type': 'application/json' },
        body: authorizeBody(number, 999.99),
        signal: AbortSignal.timeout(10_000),
      });
      const text = await response.text();
      if (!text.includes('"Accepted"')) throw new Error(`an order to capture from was not accepted: ${response.status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return numbers;
}

async function socketOf({ dataDir }: OwnService): Promise<string> {
  const file = await readPidFile(join(dataDir, 'postgres', 'postmaster.pid'));
  if (!file) throw new Error('the embedded PostgreSQL is not running');
  return file.socketDir;
}

async function conditions(socketDir: string): Promise<string> {
  const client = new pg.Client({ host: socketDir, user: 'dps', database: 'dps', ssl: false });
  await client.connect();
  try {
    const setting = async (name: string): Promise<string> => String((await client.query(`show ${name}`)).rows[0]?.[name]);
    const postgres = `PostgreSQL ${await setting('server_version')}, fsync ${await setting('fsync')}, synchronous_commit ${await setting('synchronous_commit')}`;
    return `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${process.platform}\n${postgres}`;
  } finally {
    await client.end();
  }
}

async function measureAll(service: OwnService, socketDir: string): Promise<Line[]> {
  const numbers = await prepareOrders(service.url);
  const pgbench = findPgbench();
  const lines: Line[] = [];
  const floorOf = async (connections: number, first: number, last: number): Promise<Pick<Line, 'floor'>> => {
    if (pgbench === undefined) return {};
    const clients = Math.min(connections, mostFloorClients);
    const scriptFile = join(dirname(service.dataDir), 'capture.sql');
    const plan: FloorPlan = { socketDir, merchantId, prefix: orderPrefix, first, last, clients, seconds, scriptFile };
    return { floor: { perSecond: await measureFloor(pgbench, plan), clients } };
  };
  const note = (line: Line): void => {
    lines.push(line);
    progress(`${line.what}, ${line.connections} connections: ${Math.round(line.measured.good / line.measured.seconds)}/s`);
  };
  for (const [round, connections] of connectionCounts.entries()) {
    const base = { url: service.url, key, connections };
    // Orders of their own for every run on one order, as each holds only so many cents.
    const [hot, floorHot] = [round * 2 + 1, round * 2 + 2];
    const spread = numbers.slice(8);
    note({
      what: 'capture, many orders',
      connections,
      measured: await warmAndLoad({ ...base, captureFrom: spread }),
      ...(await floorOf(connections, 9, orderCount)),
    });
    const one = [`${orderPrefix}${hot}`];
    note({
      what: 'capture, one order',
      connections,
      measured: await warmAndLoad({ ...base, captureFrom: one }),
      ...(await floorOf(connections, floorHot, floorHot)),
    });
    const mark = `auth-${connections}`;
    note({ what: 'authorize', connections, measured: await warmAndLoad({ ...base, authorizeMark: mark }, `${mark}-warm`) });
  }
  if (pgbench === undefined) console.log('pgbench is not on this machine, so there is no floor to compare with.');
  return lines;
}

function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
}

function show(lines: readonly Line[]): void {
  const whats = [...new Set(lines.map(({ what }) => what))];
  const columns: Column[] = [
    { title: '' },
    ...['connections', 'per second', 'p50', 'p99', 'floor per second', 'of the floor', 'not 2xx'].map(
      (title): Column => ({ title, align: 'right' }),
    ),
  ];
  const ordered = whats.flatMap((what) => lines.filter((line) => line.what === what));
  const rows = ordered.map(({ what, connections, measured, floor }) => {
    const perSecond = measured.good / measured.seconds;
    return [
      what,
      String(connections),
      count(perSecond),
      `${measured.p50Ms.toFixed(2)} ms`,
      `${measured.p99Ms.toFixed(2)} ms`,
      floor ? `${count(floor.perSecond)}${floor.clients === connections ? '' : ` (${floor.clients})`}` : '',
      floor ? `${(perSecond / floor.perSecond).toFixed(2)} ×` : '',
      measured.bad === 0 ? '0' : paint.red(String(measured.bad)),
    ];
  });
  for (const line of tableLines(columns, rows)) console.log(line);
}

const count = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');

const help = `npm run bench -- [--quick] [--profile <folder>]

Measures captures and authorizations per second over HTTP on a service of its own.
  --quick             runs of a second: does it work at all?
  --profile <folder>  write a CPU profile of the service there (node --cpu-prof)`;

async function main(): Promise<number> {
  if (flags.help) {
    console.log(help);
    return 0;
  }
  const profile = flags.profile === undefined ? undefined : resolve(flags.profile);
  if (profile !== undefined) mkdirSync(profile, { recursive: true });
  const service = await startOwnService({
    env: { LOG_LEVEL: 'silent' },
    ...(profile !== undefined && { nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${profile}`, '--enable-source-maps'] }),
  });
  try {
    const socketDir = await socketOf(service);
    console.log(
      `${await conditions(socketDir)}\nService, load generator and PostgreSQL share the machine; ${seconds} s a run.\n`,
    );
    const lines = await measureAll(service, socketDir);
    progress('');
    show(lines);
    console.log(`\nA credit decision, without its database: ${measureScore().toFixed(1)} µs`);
    const { placeCount, microseconds } = measureAddress();
    console.log(`An address, judged beside ${placeCount} places: ${microseconds.toFixed(1)} µs`);
    for (const { what, microseconds } of await measureChecks())
      console.log(`A ${what}, without its database: ${microseconds.toFixed(1)} µs`);
    console.log(
      paint.dim(
        '\nFloor: pgbench, a capture’s statements one by one, Unix socket, no HTTP (in brackets: its clients, where fewer).',
      ),
    );
    const bad = lines.reduce((total, { measured }) => total + measured.bad, 0);
    const empty = lines.filter(({ measured }) => measured.good === 0).length;
    if (bad === 0 && empty === 0) return 0;
    console.log(
      paint.red(`\nNOT OK: ${bad} requests were not answered with 2xx, ${empty} runs had no answer. The figures mean nothing.`),
    );
    return 1;
  } finally {
    await service.stop();
    if (profile !== undefined) console.log(`The profile is in ${profile}.`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
