// What is wrong with the settings, the database or the words that were given: said in a line or one JSON object, never as a stack.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../service/test/support/app.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
let gone: string;
beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  gone = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((closed) => server.close(closed));
});
afterAll(() => app.stop());

const ENCRYPTION_KEYS = '0a'.repeat(32);

/** The exit code, and the one failure of it for machines. */
async function failed(
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<[number, { message: string; hint?: string }]> {
  const [plain, { code, out, err }] = [await command(parameters, env), await command([...parameters, '--json'], env)];
  expect([code, out, plain.out]).toEqual([plain.code, '', '']);
  const failure = JSON.parse(err) as { message: string; hint?: string };
  expect(plain.err).toContain(failure.message);
  expect(plain.err).not.toMatch(/\n {4}at /);
  return [code, failure];
}

it.each([[['db', 'reseal']], [['db', 'reseal', '--dry-run']], [['ledger', 'verify']], [['audit', 'heads']]])(
  'a database that is down, at one place or at several: %j',
  async (parameters) => {
    for (const hosts of [gone, `${gone},${gone}`]) {
      const [code, { message, hint }] = await failed(parameters, {
        DATABASE_URL: `postgres://u:secret@${hosts}/x`,
        ENCRYPTION_KEYS,
      });
      expect([code, message, hint]).toEqual([3, expect.stringContaining(`ECONNREFUSED ${gone}`), 'Is DATABASE_URL right?']);
      expect(message).not.toContain('secret');
    }
  },
);

it.each([[['db', 'reseal']], [['ledger', 'verify']], [['audit', 'heads']]])('a setting that is wrong: %j', async (parameters) => {
  const [code, { message }] = await failed(parameters, { DATABASE_URL: `postgres://u@${gone}/x`, ENCRYPTION_KEYS: 'bad' });
  expect([code, message]).toEqual([2, expect.stringContaining('ENCRYPTION_KEYS')]);
});

it.each([
  [['orders', 'show', '', '--merchant', 'de']],
  [['orders', 'show', ' ', '--merchant', 'de']],
  [['orders', 'show', '..', '--merchant', 'de']],
  [['orders', 'void', '', '--merchant', 'de', '--reason', 'x']],
  [['orders', 'early-repayment', '', '--merchant', 'de']],
  [['accounts', 'show', 'de', '']],
  [['settlements', 'show', 'de', '']],
  [['settlements', 'export', 'de', '', '--to', '/dev/null']],
  [['policy', 'show', 'de', '--version', '']],
  [['merchants', 'contract', 'show', 'de', '--version', '']],
  [['risk', 'explain', '', '--merchant', 'de']],
  [['jobs', 'run', '']],
  [['keys', 'revoke', '', '--reason', 'x']],
  [['payouts', 'approve', '']],
  [['bank', 'ignore', '', '--reason', 'x']],
  [['lists', 'remove', '.', '--merchant', 'de', '--reason', 'x']],
])('a word that names nothing: %j', async (parameters) => {
  const [code, { message }] = await failed(parameters, asOperator(url));
  expect([code, message]).toEqual([2, expect.stringMatching(/^"[ .]*" names nothing\.$/)]);
});
