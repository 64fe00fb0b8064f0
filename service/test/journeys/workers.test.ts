// Several processes on one port (WORKERS): nothing that was acknowledged is lost or done twice, whichever of them answers and
// whichever is killed; all end with the first.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { isAlive, readPidFile } from '../../src/postgres/embedded-process.ts';
import { orderBody } from '../support/pair.ts';
import { dataFolder, type ServiceProcess, serverPid, startService, tidyUp, until } from '../support/service-process.ts';
import { usedDataFolder } from '../support/used-data.ts';

afterEach(tidyUp);

/** Each of them starts a whole service, and the machine may have other things to do. */
const patience = 60;

const operator = { 'x-auth-key': 'sandbox-operator', 'content-type': 'application/json' };
const shop = { 'x-auth-key': 'sandbox-de', 'content-type': 'application/json' };

/** The worker processes: what the primary forked, without the database. */
function workersOf({ child }: ServiceProcess): number[] {
  const found = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString();
  return found.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === child.pid && /main\.js/.test(command) ? [Number(pid)] : [];
  });
}

async function query(dataDir: string, sql: string): Promise<Record<string, unknown>[]> {
  const { socketDir = '' } = (await readPidFile(join(dataDir, 'postgres', 'postmaster.pid'))) ?? {};
  const client = new pg.Client({ host: socketDir, port: 5432, user: 'dps', database: 'dps', ssl: false });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

interface Reply {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/** Until it is answered: a connection that breaks is a request whose fate nobody knows, asked again with the same key. */
async function post(address: string, path: string, body: object | undefined, key: string): Promise<Reply> {
  for (;;) {
    try {
      const response = await fetch(address + path, {
        method: 'POST',
        headers: { ...shop, 'idempotency-key': key, connection: 'close' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      if (response.status !== 503) return { status: response.status, json: (await response.json()) as Reply['json'] };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

async function inLanes(count: number, lanes: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

describe('several workers', () => {
  test('keep every acknowledged capture exactly once while one of them is killed under load, and another takes its place', async () => {
    const dataDir = await usedDataFolder();
    const service = startService({ DATA_DIR: dataDir, WORKERS: '3' });
    const address = await service.ready(patience);
    const [victim = 0] = workersOf(service);
    expect(workersOf(service)).toHaveLength(3);
    const captured = new Map<string, string>();
    const orders = 150;
    await inLanes(orders, 24, async (index) => {
      const number = `W-${index}`;
      const placed = await post(address, '/api/v3/checkout/authorize', orderBody(number, 100), `authorize-${index}`);
      expect(placed.json['outcome']).toBe('Accepted');
      if (index === orders / 2) process.kill(victim, 'SIGKILL');
      // Twins with one key reach different workers.
      const twins = await Promise.all(
        [1, 2].map(() =>
          post(address, `/api/v3/orders/${number}/captures`, { orderDetails: { totalGrossAmount: 40 } }, `capture-${index}`),
        ),
      );
      const numbers = twins.filter(({ status }) => status === 200).map(({ json }) => String(json['captureNumber']));
      expect(numbers.length).toBeGreaterThan(0);
      expect(new Set(numbers).size).toBe(1);
      captured.set(number, numbers[0] ?? '');
    });
    await service.printed('another one takes its place');
    await until('there are three again', () => workersOf(service).length === 3, patience);

    const rows = await query(
      dataDir,
      `select o.number, string_agg(c.number, ',') as captures, sum(c.amount_minor)::int as sum,
      max(o.captured_minor)::int as captured from orders o join captures c on c.order_id = o.id group by o.number`,
    );
    expect(rows).toHaveLength(orders);
    for (const { number, captures, sum, captured: total } of rows)
      expect([captures, sum, total]).toEqual([captured.get(String(number)), 4000, 4000]);
    const [ledger] = await query(dataDir, `select sum(amount_minor)::int as sum from ledger where debit_account = 'receivables'`);
    expect(ledger).toEqual({ sum: orders * 4000 });

    // Whoever is asked counts for all; what the killed one had counted went with it.
    const scraped = await (await fetch(`${address}/metrics`)).text();
    const counted = [
      ...scraped.matchAll(/^dps_http_requests_total\{route="\/api\/v3\/orders\/:orderNumber\/captures".*\} (\d+)$/gm),
    ];
    expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(orders);

    // How many told theirs is said with it, so that a part never looks like the whole: all, once the new one is there.
    const processes = async (): Promise<(string | undefined)[]> => {
      const text = await (await fetch(`${address}/metrics`)).text();
      return [...text.matchAll(/^dps_processes(?:_reporting)? (\d+)$/gm)].map(([, count]) => count);
    };
    await expect.poll(processes, { timeout: 60_000, interval: 500 }).toEqual(['3', '3']);

    service.kill('SIGTERM');
    const { code, milliseconds } = await service.exit(patience);
    expect([code, milliseconds < 9500]).toEqual([0, true]);
    expect(await serverPid(dataDir)).toBeUndefined();
  }, 180_000);

  test('know at once what one of them changed of a merchant, and end with the first when it is killed; the next start takes over', async () => {
    const dataDir = await usedDataFolder();
    const service = startService({ DATA_DIR: dataDir, WORKERS: '2' });
    const address = await service.ready(patience);
    const merchants = (await (await fetch(`${address}/admin/v1/merchants`, { headers: operator })).json()) as {
      merchants: { id: string; country: string }[];
    };
    const id = merchants.merchants.find(({ country }) => country === 'DE')?.id ?? '';
    const placed = await post(address, '/api/v3/checkout/authorize', orderBody('late', 100), 'late');
    const read = async (from: string) => {
      const response = await fetch(`${from}/api/v3/orders/late`, { headers: { ...shop, connection: 'close' } });
      return ((await response.json()) as { orderDetails: { status: string } }).orderDetails.status;
    };
    const readTwelve = () => Promise.all(Array.from({ length: 12 }, () => read(address)));
    expect(placed.json['outcome']).toBe('Accepted');
    // Each of them remembers the merchant as it was.
    expect(new Set(await readTwelve())).toEqual(new Set(['Accepted']));
    const url = `${address}/admin/v1/merchants/${id}/clock`;
    for (let to: object | undefined = { advanceSeconds: 40 * 86_400 }; to; ) {
      const moved = await fetch(url, { method: 'PUT', headers: operator, body: JSON.stringify(to) });
      expect(moved.status).toBe(200);
      const { reached, goal } = (await moved.json()) as { reached: boolean; goal: string };
      to = reached ? undefined : { now: goal };
    }
    expect(new Set(await readTwelve())).toEqual(new Set(['Expired']));

    const workers = workersOf(service);
    service.kill('SIGKILL');
    await until('they are gone', async () => (await Promise.all(workers.map(isAlive))).every((alive) => !alive));
    const next = startService({ DATA_DIR: dataDir, WORKERS: '2' });
    expect(await read(await next.ready(patience))).toBe('Expired');
  }, 120_000);

  test('that cannot listen end the start with one line', async () => {
    const taken = createServer();
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const service = startService({ DATA_DIR: dataFolder(), WORKERS: '3', PORT: String(port) });
    const { code } = await service.exit(patience);
    taken.close();
    expect(code).toBe(1);
    expect(service.stderr().trim().split('\n')).toEqual([
      `Port ${port} on 127.0.0.1 is in use; set PORT to another one. Like this: PORT=${port < 65_535 ? port + 1 : 8080} npm start`,
    ]);
  }, 120_000);
});
