// Receivers of webhooks on loopback: they keep what they got and answer as they are told.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { TestApp } from './app.ts';

export interface Got {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly event: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** Answers a request; undefined answers 204. */
export type Answering = (got: Got, response: ServerResponse, count: number) => undefined | 'answered';

export interface Receiver {
  readonly url: string;
  readonly got: Got[];
  /** The distinct sequence numbers that came, in order. */
  numbers(): number[];
  close(): Promise<void>;
}

export async function startReceiver(answer: Answering = () => undefined): Promise<Receiver> {
  const got: Got[] = [];
  const server: Server = createServer((request, response) => {
    void read(request).then((text) => {
      const headers = request.headers as Record<string, string>;
      const one = { id: headers['webhook-id'] ?? '', headers, text, event: JSON.parse(text) as Got['event'] };
      got.push(one);
      if (answer(one, response, got.length) === undefined) response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    numbers: () => [...new Set(got.map(({ event }) => Number(event.data['sequence'])))].sort((a, b) => a - b),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Throws unless the signature is right. */
export const verify = (secret: string, { text, headers }: Got): unknown => new Webhook(secret).verify(text, headers);

export const operator = { key: 'sandbox-operator' };

export async function endpointsPath(app: Pick<TestApp, 'query'>, country = 'DE'): Promise<string> {
  const [merchant] = await app.query('select id from merchants where country = $1', country);
  return `/admin/v1/merchants/${String(merchant?.['id'])}/webhook-endpoints`;
}

/** Let every retry, pause and lease be over: what waits is due now. */
export async function makeDue(app: Pick<TestApp, 'query'>): Promise<void> {
  await app.query(`update webhook_deliveries set due_at = now() where state = 'Pending'`);
  await app.query(`update webhook_endpoints set paused_until = '-infinity', lease_until = '-infinity'`);
}

/** The job by hand; how much it did. */
export async function deliver(app: Pick<TestApp, 'ask'>): Promise<number> {
  const answer = await app.ask('POST', '/admin/v1/jobs/deliver-webhooks/run', undefined, operator);
  if (answer.status !== 200 || answer.body['skipped'] === true) throw new Error(answer.text);
  return Number(answer.body['done']);
}
