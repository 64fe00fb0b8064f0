// Requests as public shop clients put them on the wire (test/traffic), each file from the top on a database of its own: the
// answers are what these clients go on with. `{{20:captureNumber}}` stands for that member of the answer to exchange 20.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, startApp } from '../support/app.ts';

interface Exchange {
  readonly n: number;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text. */
  readonly body?: string;
  readonly status: number;
  readonly outcome?: string;
}

const folder = join(import.meta.dirname, '../traffic');
const files = readdirSync(folder);

const memberOf = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], value);

function hasNull(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}

test('no exchange is missing', () => expect(files).toHaveLength(4));

test.each(files)('the recorded requests of %s are answered as they were', async (file) => {
  const exchanges = readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange);
  const app = await startApp();
  try {
    const answers = new Map<number, Answer>();
    const filled = (text: string): string =>
      text.replace(/\{\{(\d+):([^}]+)\}\}/g, (_all, n: string, path: string) => {
        const value = memberOf(answers.get(Number(n))?.body, path);
        if (typeof value !== 'string' && typeof value !== 'number')
          throw new Error(`exchange ${n} was not answered with ${path}`);
        return String(value);
      });
    const wrong: unknown[] = [];
    for (const { n, method, path, headers, body, status, outcome } of exchanges) {
      try {
        const payload = body === undefined ? {} : { payload: filled(body) };
        const answer = await app.inject({ method, url: filled(path), headers: { ...headers }, ...payload });
        answers.set(n, answer);
        const right = answer.status === status && (outcome === undefined || answer.body['outcome'] === outcome);
        if (!right || hasNull(answer.body))
          wrong.push([n, method, path, status, outcome, answer.status, answer.text.slice(0, 200)]);
      } catch (error) {
        wrong.push([n, method, path, String(error)]);
      }
    }
    expect(wrong).toEqual([]);
  } finally {
    await app.stop();
  }
});
