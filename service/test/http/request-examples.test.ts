// The requests that the interface's document shows can be sent as they are: none of them has a member that is refused.
import { afterAll, beforeAll, expect, it } from 'vitest';
import document from '../../../openapi.json' with { type: 'json' };
import { type Json, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface Described {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly example?: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { value?: Json }>> }>>;
  };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

const requests = Object.entries(document.paths as unknown as Paths)
  .filter(([url]) => url.startsWith('/admin/'))
  .flatMap(([url, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const filled = parameters.reduce(
        (path, { name, example = '' }) => path.replace(`{${name}}`, encodeURIComponent(example)),
        url,
      );
      const examples = requestBody?.content['application/json']?.examples ?? {};
      return Object.values(examples).map(({ value }) => [method.toUpperCase(), filled, value] as const);
    }),
  );

it('are of many operations', () => expect(requests.length).toBeGreaterThan(40));

it.each(requests)('%s %s', async (method, url, body) => {
  const answer = await app.ask(method as 'POST', url, body, { key: 'sandbox-operator' });
  // What it is about may be missing here, or in a state that does not allow it.
  if (answer.status !== 400) return expect(answer.status, answer.text).toBeLessThan(500);
  expect(answer.messages, answer.text).toEqual([]);
});
