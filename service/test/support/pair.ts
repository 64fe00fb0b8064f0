// Two services on one database, listening: requests of a race arrive over real connections at two books that know nothing
// of each other, as they do when several processes share a port.

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { compose, type Service } from '../../src/compose.ts';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { untilReached } from './app.ts';
import { asService, lookingInto, type Query, type TestDatabase, testDatabase } from './database.ts';
import { keptLog } from './kept-logs.ts';
import { withoutPlaces } from './settings.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: Record<string, unknown>;
  readonly headers: Headers;
}

export interface Pair {
  readonly services: readonly Service[];
  readonly connection: pg.ClientConfig;
  /** Ask the services in turn. */
  readonly ask: (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;
  readonly query: Query;
  readonly close: () => Promise<void>;
}

export async function startPair(env: NodeJS.ProcessEnv = {}): Promise<Pair> {
  const database = await testDatabase();
  const services = [await startOne(database, env), await startOne(database, env)];
  const admin = new pg.Pool({ ...database.connection, max: 2 });
  // The database is dropped while a connection may still be on its way out: its last word is for nobody.
  admin.on('connect', (client) => client.on('error', () => {}));
  admin.on('error', () => {});
  let turn = 0;
  return {
    services,
    connection: database.connection,
    async ask(method, path, body, headers = {}) {
      turn += 1;
      const address = services[turn % services.length]?.app.server.address();
      if (address === null || typeof address !== 'object') throw new Error('not listening');
      const response = await fetch(`http://127.0.0.1:${address.port}${path}`, {
        method,
        headers: { 'x-auth-key': 'sandbox-de', ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      return { status: response.status, text, json: JSON.parse(text), headers: response.headers };
    },
    query: lookingInto(admin),
    async close() {
      for (const service of services) {
        await service.app.close();
        await service.close();
      }
      await admin.end();
      await database.drop();
    },
  };
}

/** Put a shop's test clock ahead; the jobs run with it. */
export async function advance(pair: Pair, country: CountryCode, seconds: number): Promise<Answer> {
  const [merchant] = await pair.query('select id from merchants where country = $1', [country]);
  const clock = `/admin/v1/merchants/${String(merchant?.['id'])}/clock`;
  return untilReached(
    { advanceSeconds: seconds },
    (asked) => pair.ask('PUT', clock, asked, { 'x-auth-key': 'sandbox-operator' }),
    ({ json }) => json,
  );
}

async function startOne(database: TestDatabase, env: NodeJS.ProcessEnv): Promise<Service> {
  const config = readConfig({ LOG_LEVEL: keptLog ? 'trace' : 'silent', PORT: '0', POOL_SIZE: '8', ...withoutPlaces, ...env });
  const service = await compose({
    config,
    connection: asService(database.connection),
    encryptionKeys: [Buffer.alloc(32, 7)],
    ...(keptLog && { logTo: keptLog }),
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  return service;
}

export const summary = (amount: number) => ({
  totalGrossAmount: amount,
  totalNetAmount: amount,
  items: [{ productId: 'p', description: 'thing', grossUnitPrice: amount, netUnitPrice: amount, quantity: 1 }],
});

/** An order of a person of their own, unless one is named. */
export const orderBody = (number: string, amount: number, customerNumber: string = randomUUID()) => ({
  payment: { type: 'Invoice' },
  customer: {
    customerCategory: 'Person',
    customerNumber,
    firstName: 'Ida',
    lastName: 'Weber',
    email: 'ida@example.com',
    birthDate: '1990-01-01',
    address: { street: 'Weg 1', postalCode: '10115', postalPlace: 'Berlin' },
  },
  order: { number, ...summary(amount) },
});

/** The same request so many times at one moment. */
export const atOnce = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_each, index) => work(index)));

export function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
