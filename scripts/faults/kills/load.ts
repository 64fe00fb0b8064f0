// Shops that do not give up: an order, its captures, a refund, a purchase on an account; each with a key, until it is answered.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { applyExample, eventExample } from '../../../service/src/customer-account/examples.ts';
import { orderBody } from '../../../service/test/support/pair.ts';

export type What = 'order' | 'capture' | 'refund' | 'account' | 'account event';

/** What the service said that it did. */
export interface Acknowledged {
  readonly what: What;
  readonly key: string;
  readonly path: string;
  readonly body: object;
  readonly text: string;
}

export interface Load {
  readonly acknowledged: Acknowledged[];
  /** How often a request was sent again. */
  readonly repeated: () => number;
  work(clients: number): Promise<void>;
  stop(): void;
}

const requestMs = 20_000;
export const shop = { 'x-auth-key': 'sandbox-de', 'content-type': 'application/json' };

/** One sending; undefined where it was not answered, or with "later". */
export async function post(url: string, body: object, key: string): Promise<{ status: number; text: string } | undefined> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { ...shop, 'idempotency-key': key },
      body: JSON.stringify(body),
      headersTimeout: requestMs,
      bodyTimeout: requestMs,
      reset: true,
    });
    const text = await answer.body.text();
    return answer.statusCode === 503 || answer.statusCode >= 500 || answer.statusCode === 409
      ? undefined
      : { status: answer.statusCode, text };
  } catch {
    return undefined;
  }
}

export function createLoad(address: () => string): Load {
  const acknowledged: Acknowledged[] = [];
  let stopped = false;
  let repeated = 0;

  const insist = async (what: What, path: string, body: object): Promise<Record<string, unknown>> => {
    const key = randomUUID();
    for (;;) {
      const answer = await post(address() + path, body, key);
      if (answer && answer.status !== 200) throw new Error(`${what} was answered ${answer.status}: ${answer.text}`);
      if (answer) {
        acknowledged.push({ what, key, path, body, text: answer.text });
        return JSON.parse(answer.text) as Record<string, unknown>;
      }
      repeated += 1;
      await pause(50 + 100 * Math.random());
    }
  };

  const life = async (account: string): Promise<void> => {
    const number = `K-${randomUUID()}`;
    await insist('order', '/api/v3/checkout/authorize', orderBody(number, 100));
    const path = `/api/v3/orders/${number}`;
    const capture = await insist('capture', `${path}/captures`, { orderDetails: { totalGrossAmount: 40 } });
    const event = { ...eventExample.body, totalAmount: 0.01, totalTax: 0, items: undefined, time: new Date().toISOString() };
    await insist('account event', `/api/v3/customer-account/${account}/event`, { ...event, accountTransactionId: randomUUID() });
    const items = [{ grossUnitPrice: 15, quantity: 1 }];
    await insist('refund', `${path}/refunds`, { captureNumber: capture['captureNumber'], items });
    await insist('capture', `${path}/captures`, {});
  };

  const client = async (): Promise<void> => {
    const customer = { ...applyExample.body.customer, customerNumber: randomUUID(), email: `${randomUUID()}@example.com` };
    const opened = await insist('account', '/api/v3/customer-account', { ...applyExample.body, accountLimit: 100, customer });
    const account = String((opened['account'] as { accountNumber?: unknown } | undefined)?.accountNumber);
    while (!stopped) await life(account);
  };

  return {
    acknowledged,
    repeated: () => repeated,
    stop() {
      stopped = true;
    },
    async work(clients) {
      await Promise.all(Array.from({ length: clients }, client));
    },
  };
}
