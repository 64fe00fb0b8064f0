// The demo as a person runs it: on the service of the folder, or on one of its own that is gone with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dataFolder, projectDir, startService, tidyUp, until } from '../support/service-process.ts';
import { usedDataFolder } from '../support/used-data.ts';

afterEach(tidyUp);

const demo = (parameters: readonly string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [join(projectDir, 'scripts', 'demo.mjs'), ...parameters], {
    cwd: env['TMPDIR'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    told.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    told.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, told, ended };
};

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** A folder of its own for what the demo leaves in TMPDIR. */
async function ownTemporary(): Promise<string> {
  const folder = dataFolder('tmp');
  await mkdir(folder, { mode: 0o755 });
  return folder;
}

test('the demo plays on the service that runs on the data folder, and its orders stay', { timeout: 120_000 }, async () => {
  const dataDir = await usedDataFolder();
  const service = startService({ DATA_DIR: dataDir });
  const address = await service.ready();
  expect(service.stdout()).toContain(`export DPS_URL=${address} DPS_OPERATOR_KEY=sandbox-operator`);
  const { told, ended } = demo(['de'], { DATA_DIR: dataDir, TMPDIR: await ownTemporary() });
  expect([await ended, told.err, told.out.match(/NOT OK.*/g)]).toEqual([0, '', null]);
  expect(told.out).toContain(`Playing 1 country on ${address}`);
  expect(told.out).toContain('What the buyer reads: Achtung! Kreditaufnahme kostet Geld. ');
  const [, number = ''] = /DE {2}(\S+) /.exec(told.out) ?? [];
  const order = await fetch(`${address}/api/v3/orders/${number}`, { headers: { 'x-auth-key': 'sandbox-de' } });
  expect(order.status).toBe(200);
  service.kill('SIGTERM');
  await service.exit();
  expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
});

test('the service that the demo started ends when the demo’s output is cut', { timeout: 120_000 }, async () => {
  const folder = await ownTemporary();
  const { child, told, ended } = demo(['de'], { DATA_DIR: join(folder, 'none'), TMPDIR: folder, PORT: await freePort() });
  await until('it is about to start one', () => told.out.includes('starting one of our own') || child.exitCode !== null);
  child.stdout.destroy();
  expect(await ended).not.toBe(null);
  expect(readdirSync(folder).filter((name) => name.startsWith('dps-'))).toEqual([]);
});

test('the demo prints its usage, and accepts no option as a country', { timeout: 120_000 }, async () => {
  const env = { TMPDIR: await ownTemporary() };
  const [help, none] = [demo(['--help'], env), demo(['--halp'], env)];
  expect([await help.ended, help.told.out]).toEqual([0, expect.stringContaining('npm run demo')]);
  expect([await none.ended, none.told.err]).toEqual([2, expect.stringContaining('no, se, fi')]);
  const gone = demo([], { ...env, DPS_URL: 'http://127.0.0.1:9' });
  expect([await gone.ended, gone.told.err]).toEqual([1, expect.stringContaining('DPS_URL')]);
});
