// A receiver of webhooks of our own, that keeps what was delivered.
import { request } from 'undici';
import { type Got, startReceiver } from '../../../service/test/support/receiver.ts';

export interface Deliveries {
  readonly got: readonly Got[];
  /** The distinct numbers that came, in order. */
  readonly numbers: () => number[];
  /** All events of the German demo shop, from now on. */
  register(address: string): Promise<void>;
  close(): Promise<void>;
}

export const operator = { 'x-auth-key': 'sandbox-operator', 'content-type': 'application/json' };

/** Asked as the operator. */
export async function asOperator(method: 'GET' | 'POST', url: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await request(url, { method, headers: operator, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${method} ${url} was answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

export async function merchantId(address: string): Promise<string> {
  const { merchants } = (await asOperator('GET', `${address}/admin/v1/merchants?limit=100`)) as {
    readonly merchants: readonly { readonly id: string; readonly country: string }[];
  };
  return merchants.find(({ country }) => country === 'DE')?.id ?? '';
}

export async function startDeliveries(): Promise<Deliveries> {
  const receiver = await startReceiver();
  return {
    got: receiver.got,
    numbers: () => receiver.numbers(),
    close: () => receiver.close(),
    async register(address) {
      await asOperator('POST', `${address}/admin/v1/merchants/${await merchantId(address)}/webhook-endpoints`, {
        url: receiver.url,
      });
    },
  };
}
