// The time that a request takes grows with its length and no faster, whatever characters it holds and wherever they are.
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isEncoded } from '../../src/http/body.ts';
import { withoutBlanks } from '../../src/http/entrance.ts';
import { type Json, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

/** Characters that patterns with nested or neighbouring repetitions are slow on, each followed by what no pattern ends with. */
const worst = ['%20', '%09', ' ', '/', '.', '-', '0', 'a', 'A', 'A0', '=', '\t ', ',', '(', '?', '@'];
const most = 16_000;
const filled = (part: string, length: number): string => `${part.repeat(length / part.length)}!`;

/** The least of several times, as others use the machine as well. */
async function timeOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3; count += 1) {
    const since = performance.now();
    await work();
    least = Math.min(least, performance.now() - since);
  }
  return least;
}

/**
 * 16 times the length may take 16 times as long; what looks back takes 256 times as long. A quick answer is measured once, as what
 * looks back 16 000 times is none.
 */
async function expectProportional(what: string, ask: (length: number) => unknown): Promise<void> {
  const since = performance.now();
  await ask(most);
  if (performance.now() - since < 8) return;
  const short = Math.max(await timeOf(() => ask(most / 16)), 2);
  expect((await timeOf(() => ask(most))) / short, what).toBeLessThan(48);
}

it('the address is cut and a coding is read in a time that grows with their length', async () => {
  for (const part of worst) {
    // A hundred at once, so that the times are above what a clock can measure.
    const many = (work: (text: string) => unknown) => (length: number) => {
      const text = `/a${filled(part, length)}x`;
      for (let count = 0; count < 100; count += 1) work(text);
    };
    await expectProportional(`address ${part}`, many(withoutBlanks));
    await expectProportional(`coding ${part}`, many(isEncoded));
  }
});

it('an address without stray blanks at its end is the address', () => {
  const cut = ['/a%20', '/a%20%09/', '/a%20?b=c%20', '/a/%20', '/a/%20/b', '/a', '/%20%20', '/a%20b'].map(withoutBlanks);
  expect(cut).toEqual(['/a', '/a/', '/a?b=c', '/a/%20', '/a/%20/b', '/a', '/%20', '/a%20b']);
});

it('every place of a request takes hostile text of 16 kB in a time that grows with its length', async () => {
  const operator = { key: 'sandbox-operator' };
  for (const part of worst) {
    const coded = (length: number) =>
      part.startsWith('%') ? filled(part, length) : encodeURIComponent(filled(part, length / 3));
    const header = (name: string) => (length: number) =>
      app.ask('POST', '/api/v3/validate/address', {}, { headers: { [name]: filled(part, length).trim() } });
    await expectProportional(`path ${part}`, (length) => app.ask('GET', `/a${coded(length)}`));
    await expectProportional(`parameter ${part}`, (length) => app.ask('GET', `/api/v3/orders/${coded(length)}`));
    await expectProportional(`query ${part}`, (length) =>
      app.ask('GET', `/admin/v1/orders?name=${coded(length)}`, undefined, operator),
    );
    for (const name of [
      'x-auth-key',
      'authorization',
      'content-type',
      'content-encoding',
      'traceparent',
      'x-request-id',
      'accept-language',
    ])
      await expectProportional(`${name} ${part}`, header(name));
  }
}, 120_000);

it('every member of a body takes hostile text of 16 kB in a time that grows with its length', async () => {
  const { paths } = (await app.ask('GET', '/openapi.json')).body as { paths: Record<string, Record<string, Described>> };
  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    (['POST', 'PUT', 'PATCH'] as const).flatMap((method) => {
      const examples = methods[method.toLowerCase()]?.requestBody?.content?.['application/json']?.examples ?? {};
      return Object.values(examples).map(({ value }) => ({ method, path, value }));
    }),
  );
  expect(bodies.length).toBeGreaterThan(50);
  for (const { method, path, value } of bodies) {
    const at = path.replace(/\{\w+\}/g, '1');
    const key = path.startsWith('/admin') ? { key: 'sandbox-operator' } : {};
    for (let member = 0; member < textsOf(value); member += 1)
      for (const part of [' ', '0', 'a', 'A0', '.'])
        await expectProportional(`${method} ${path} ${member} ${part}`, (length) =>
          app.ask(method, at, replaced(value, member, filled(part, length)), key),
        );
  }
}, 300_000);

interface Described {
  readonly requestBody?: {
    readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly value: Json }>> }>>;
  };
}

const textsOf = (body: Json): number => {
  let count = 0;
  JSON.stringify(body, (_, value: unknown) => {
    if (typeof value === 'string') count += 1;
    return value;
  });
  return count;
};

/** A body with another text in the place of one of its own. */
function replaced(body: Json, member: number, text: string): Json {
  let count = -1;
  const put = (_: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    count += 1;
    return count === member ? text : value;
  };
  return JSON.parse(JSON.stringify(body, put)) as Json;
}
