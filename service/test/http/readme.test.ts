// The first payment of the README, played as it is written there: each command, and its answer with ids and days masked as `…`.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

const root = resolve(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const block = /```console\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
const steps = [...block.matchAll(/^\$ (curl .*)\n(\{.*\})$/gm)].map(([, command = '', answer = '']) => ({ command, answer }));

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** A curl command as a request: `--json @file`, `-H`, `-X` and the address are what the README uses. */
function requestOf(command: string): Parameters<TestApp['inject']>[0] {
  const [, ...words] = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, ''));
  const headers: Record<string, string> = {};
  let [method, url, payload] = ['GET', '', undefined as string | undefined];
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(': ');
      headers[name.toLowerCase()] = value;
    } else if (word === '-X') {
      method = words.shift() ?? '';
    } else if (word === '--json') {
      method = 'POST';
      headers['content-type'] = 'application/json';
      payload = readFileSync(join(root, (words.shift() ?? '').slice(1)), 'utf8');
    } else {
      url = word.replace(/^http:\/\/[^/]+/, '');
    }
  }
  return { method: method as 'GET' | 'POST', url, headers, ...(payload !== undefined && { payload }) };
}

/** The answer with every text masked that the README masks. */
const masked = (answer: unknown, shown: unknown): unknown => {
  if (shown === '…' && typeof answer === 'string' && answer !== '') return '…';
  if (typeof answer !== 'object' || answer === null || typeof shown !== 'object' || shown === null) return answer;
  if (Array.isArray(answer)) return answer.map((each, index) => masked(each, (shown as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(answer).map(([name, each]) => [name, masked(each, (shown as Record<string, unknown>)[name])]),
  );
};

it('the first payment of the README is answered as the README shows', async () => {
  expect(steps.length).toBeGreaterThanOrEqual(3);
  for (const { command, answer } of steps) {
    const shown: unknown = JSON.parse(answer);
    const given = await app.inject(requestOf(command));
    expect([command, given.status, masked(given.body, shown)]).toEqual([command, 200, shown]);
  }
});
