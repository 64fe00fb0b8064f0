// An operator at night has to hear whether the service has too much to do or lacks its database: both are answered 503.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { asOperator, command } from './support/command.ts';

const busy = { code: '400.247', message: 'The service is busy; ask again in a moment.' };

it.each([
  [['database: no answer'], 3, 'The service is not ready: database: no answer.\nIt is safe to repeat'],
  [[], 1, 'The service is busy; ask again in a moment.\nIt is safe to repeat'],
])('tells a service without its database from a busy one: %j', async (troubles, code, words) => {
  const server = createServer(({ url: path }, response) => {
    response.statusCode = path === '/readyz' && troubles.length === 0 ? 200 : 503;
    response.end(JSON.stringify(path === '/readyz' ? { troubles } : busy));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const env = asOperator(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await command(['jobs'], env)).toMatchObject({ code, err: expect.stringContaining(words) });
    expect(JSON.parse((await command(['jobs', '--json'], env)).err)).toEqual({ status: 503, messages: [busy] });
  } finally {
    server.close();
  }
});
