// The load generator, in a process of its own so that it does not share the service's event loop. It is told what to do by
// a message, answers with what it measured, and ends.
import autocannon, { type Client, type Request } from 'autocannon';
import { authorizeBody } from './bodies.ts';

export interface Plan {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Captures of a cent on these orders, shared out among the connections … */
  readonly captureFrom?: readonly string[];
  /** … or authorizations of new orders of new people, told apart by this mark. */
  readonly authorizeMark?: string;
}

export interface Measured {
  /** Answered with 2xx. */
  readonly good: number;
  /** Other statuses, broken connections, time-outs. */
  readonly bad: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const timeoutSeconds = 20;

async function measure(plan: Plan): Promise<Measured> {
  const times: number[] = [];
  let bad = 0;
  const next = clients(plan);
  const since = performance.now();
  const run = autocannon({
    url: plan.url,
    connections: plan.connections,
    duration: plan.seconds,
    timeout: timeoutSeconds,
    setupClient: (client: Client) => client.setRequests(next()),
  });
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status >= 200 && status < 300) times.push(milliseconds);
    else bad += 1;
  });
  const { errors, timeouts } = await run;
  const seconds = (performance.now() - since) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { good: times.length, bad: bad + errors + timeouts, seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** The requests of one connection after the other. */
function clients(plan: Plan): () => Request[] {
  const headers = { 'x-auth-key': plan.key, 'content-type': 'application/json' };
  let client = 0;
  return () => {
    const index = client;
    client += 1;
    if (plan.authorizeMark !== undefined) return [authorization(headers, `${plan.authorizeMark}-${index}`)];
    const orders = plan.captureFrom ?? [];
    const own = orders.filter((_order, place) => place % plan.connections === index);
    const body = JSON.stringify({ orderDetails: { totalGrossAmount: 0.01, totalNetAmount: 0.01, currency: 'EUR' } });
    return (own.length > 0 ? own : [...orders]).map((order) => ({
      method: 'POST',
      path: `/api/v3/orders/${order}/captures`,
      headers,
      body,
    }));
  };
}

function authorization(headers: Record<string, string>, mark: string): Request {
  let count = 0;
  return {
    method: 'POST',
    path: '/api/v3/checkout/authorize',
    headers,
    body: '',
    setupRequest: (request) => {
      count += 1;
      return { ...request, body: authorizeBody(`${mark}-${count}`, 104.95) };
    },
  };
}

process.once('message', (plan: Plan) => {
  measure(plan).then(
    (measured) => process.send?.(measured, undefined, undefined, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
