// What is wrong with the settings, the database or the words that were given: said in a line or one JSON object, never as a stack.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, openAccount } from '../../service/test/support/accounts.ts';
import { startApp, type TestApp } from '../../service/test/support/app.ts';
import { commands } from '../src/dps.ts';
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
  [['accounts', 'show', '--merchant', 'de', '']],
  [['settlements', 'show', '--merchant', 'de', '']],
  [['settlements', 'export', '--merchant', 'de', '', '--to', '/dev/null']],
  [['papers', 'export', '', '--merchant', 'de', '--to', '/dev/null']],
  [['policy', 'show', '--merchant', 'de', '--version', '']],
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

it.each([
  [['doktor'], "unknown command 'doktor'"],
  [['jobs', 'rum'], 'too many arguments'],
  [['bank', 'imprt'], "unknown command 'imprt'"],
])('help of a command that there is not: %j', async (parameters, words) => {
  const without = await command(parameters, {});
  expect([without.code, without.err]).toEqual([2, expect.stringContaining(words)]);
  for (const help of ['--help', '-h']) expect(await command([...parameters, help], {})).toEqual(without);
  expect(await command([...parameters.slice(0, -1), '--help'], {})).toMatchObject({ code: 0, err: '' });
});

/** All commands that do something, with the words that lead to them. */
const leavesOf = (above: Command, path: readonly string[] = []): [string, Command][] =>
  above.commands.flatMap((each): [string, Command][] => {
    const words = [...path, each.name()];
    return each.commands.length > 0 ? leavesOf(each, words) : [[words.join(' '), each]];
  });

it('a merchant is named by --merchant everywhere, and by its place where the merchant itself is meant', () => {
  const all = leavesOf(commands({ env: {}, out: () => undefined, err: () => undefined }, () => undefined));
  const byPlace = all.filter(([, each]) => each.registeredArguments.some((argument) => argument.name() === 'merchant'));
  expect(byPlace.map(([name]) => name).filter((name) => !name.startsWith('merchants '))).toEqual([]);
  expect(byPlace.length).toBeGreaterThan(4);
});

it.each([
  [['settlements', 'list', 'de']],
  [['settlements', 'payout', 'de', 'EUR-000001', 'paid']],
  [['webhooks', 'delete', 'de', 'https://shop.example/hook']],
  [['accounts', 'pay', 'de', '1', '--amount', '5', '--on', '2026-11-20', '--transaction', 'T']],
  [['bank', 'assign', 'x', 'de', '--capture', '1', '--reason', 'x']],
  [['bank', 'collections', 'de']],
  [['clock', 'set', 'de', '--advance', '1d']],
  [['policy', 'show', 'de']],
  [['overdue', 'list', 'de']],
])('a merchant named by its place is refused with what to write: %j', async (parameters) => {
  const { code, out, err } = await command(parameters, {});
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/'--merchant <merchant>' not specified\n.*--merchant de/)]);
  expect(await command([...parameters, '--merchant', 'de'], {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('too many'),
  });
});

it('the help of a command and of its words, and the same words of the exit codes as in the document', async () => {
  for (const words of [
    ['doctor'],
    ['health'],
    ['jobs', 'run'],
    ['jobs', 'run', 'x'],
    ['help', 'doctor'],
    ['clock', 'set', '--merchant', 'de'],
  ])
    expect(await command([...words, '--help'], {}), words.join(' ')).toMatchObject({ code: 0, err: '' });
  const page = readFileSync(join(import.meta.dirname, '../../docs/administration.md'), 'utf8');
  const codesIn = (text: string) => /0 done,[^.]*\./.exec(text.replaceAll(/\s+/g, ' '))?.[0];
  expect(codesIn((await command(['--help'], {})).out)).toBe(codesIn(page));
});

it.each([
  [['webhooks', 'create', '--merchant', 'de', 'nonsense'], /^Error: <url>: /],
  [['keys', 'rotate', 'x', '--overlap', '999', '--reason', 'x'], /^Error: --overlap: Value out of range/],
  [
    ['accounts', 'pay', '--merchant', 'de', '1', '--amount', '5', '--on', '2026-13-01', '--transaction', 'T'],
    /^Error: --on: Value format/,
  ],
  [
    ['accounts', 'pay', '--merchant', 'de', '1', '--amount', '5', '--on', '2026-11-20', '--transaction', 'T'],
    /^Error: <accountNumber>: There is no/,
  ],
  [['orders', 'show', 'none', '--merchant', 'de'], /^Error: <order>: There is no/],
  [['overdue', 'pause', '--merchant', 'de', 'none', '--until', 'x', '--reason', 'x'], /^Error: --until: Value format/],
  [
    ['orders', 'search', '--merchant', 'de', '--min-amount', 'x', '--from', 'y'],
    /\n--from: Value format.*\n--min-amount: Value format/s,
  ],
  [['bank', 'unmatched', '--import', 'x'], /^Error: --import: Value format/],
  [
    ['events', '--merchant', 'de', '--after', 'x'],
    /^Error: --after: This place in the list is not known; begin without --after\./,
  ],
])('a refusal names what was typed, not what the interface calls it: %j', async (parameters, words) => {
  const { code, err } = await command(parameters, asOperator(url));
  expect([code, err]).toEqual([1, expect.stringMatching(words)]);
  const messages = (JSON.parse((await command([...parameters, '--json'], asOperator(url))).err) as { messages: object[] })
    .messages;
  expect(messages[0]).toHaveProperty('fieldReference', expect.not.stringMatching(/^[-<]/));
});

it('a refusal of more than is owed names the switch that allows it', async () => {
  const number = await openAccount(app);
  await add(app, number);
  const paid = ['accounts', 'pay', '--merchant', 'de', number, '--amount', '500', '--on', '2026-11-20', '--transaction', 'T-1'];
  expect((await command(paid, asOperator(url))).err).toMatch(
    /^Error: --amount: The payment is above .*; --overpaid makes what is over/,
  );
});
