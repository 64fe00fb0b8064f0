// Every operation of the document, asked along the lives of orders, accounts and merchants, right and wrong, by as many callers at once
// as there are lanes: no answer is a fault of ours (5xx), and each is what the document says of its status.
import { type Dispatcher, Pool } from 'undici';
import { document, documented, faultOf } from '../../service/test/support/document.ts';
import { readFlags, wholeNumber } from '../flags.ts';
import { startOwnService } from '../own-service.ts';
import { createLane, type Lane, type Request } from './fuzz/lane.ts';

const mostShown = 20;

/** What was seen: how often each operation was answered with each status, and what was wrong. */
interface Seen {
  readonly statuses: Map<string, Map<number, number>>;
  readonly faults: Map<string, { count: number; readonly first: string }>;
}

export async function run(parameters: readonly string[]): Promise<boolean> {
  const values = readFlags(parameters, { seed: { type: 'string' }, requests: { type: 'string' }, lanes: { type: 'string' } });
  const seed = wholeNumber('seed', values.seed, { usual: Math.floor(Math.random() * 1e6), least: 0 });
  const requests = wholeNumber('requests', values.requests, { usual: 100_000 });
  const lanes = wholeNumber('lanes', values.lanes, { usual: 18, most: 1000 });
  console.log(
    `seed ${seed}, ${requests} requests; again with: npm run test:faults -- fuzz --seed ${seed} --requests ${requests}`,
  );
  const service = await startOwnService({ env: { LOG_LEVEL: 'error' }, onLog: (text) => process.stderr.write(text) });
  try {
    return await hunt(service.url, { seed, requests, lanes });
  } finally {
    await service.stop();
  }
}

async function hunt(
  url: string,
  { seed, requests, lanes }: { readonly seed: number; readonly requests: number; readonly lanes: number },
) {
  const pool = new Pool(url, { connections: lanes, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const shown: unknown = await (await pool.request({ path: '/openapi.json', method: 'GET' })).body.json();
  if (JSON.stringify(shown) !== JSON.stringify(document))
    throw new Error('openapi.json is not what the service says; run npm run generate');
  const merchants = await merchantsOf(pool);
  const seen: Seen = { statuses: new Map(), faults: new Map() };
  const since = performance.now();
  let left = requests;
  const work = async (number: number): Promise<void> => {
    const lane = createLane({ seed, lane: number, operations: documented, merchants });
    while (left > 0) {
      left -= 1;
      if (left % 10_000 === 0) console.log(`${requests - left} after ${((performance.now() - since) / 1000).toFixed(0)} s`);
      await ask(pool, lane, seen, `lane ${number}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => work(number)));
  const seconds = (performance.now() - since) / 1000;
  await pool.close();
  return report(seen, requests, seconds);
}

/** The merchants of the demo shops, by their keys. */
async function merchantsOf(pool: Pool): Promise<Map<string, string>> {
  const { body } = await pool.request({
    path: '/admin/v1/merchants?limit=100',
    method: 'GET',
    headers: { 'x-auth-key': 'sandbox-operator' },
  });
  const { merchants } = (await body.json()) as { merchants: readonly { readonly id: string; readonly country: string }[] };
  return new Map(merchants.map(({ id, country }) => [`sandbox-${country.toLowerCase()}`, id]));
}

async function ask(pool: Pool, lane: Lane, seen: Seen, who: string): Promise<void> {
  const request = lane.next();
  const { method, path, headers, body } = request;
  try {
    const answer = await pool.request({
      method: method as Dispatcher.HttpMethod,
      path,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await answer.body.text();
    const status = answer.statusCode;
    count(seen, request.operation, status);
    const named = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    const fault =
      status >= 500
        ? `${request.operation} ${status}: ${text.slice(0, 300)}`
        : faultOf(method, path, { status, headers: named, text });
    if (fault !== undefined) note(seen, request, fault, who);
    lane.learn(status, isJson(named) ? JSON.parse(text) : undefined);
  } catch (error) {
    note(seen, request, `${request.operation} was not answered: ${String(error)}`, who);
  }
}

const isJson = (headers: Readonly<Record<string, string>>): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

function count({ statuses }: Seen, operation: string, status: number): void {
  const counts = statuses.get(operation) ?? new Map<number, number>();
  counts.set(status, (counts.get(status) ?? 0) + 1);
  statuses.set(operation, counts);
}

/** Faults of one kind once, with the request that first led to it. */
function note({ faults }: Seen, { method, path, headers, body }: Request, fault: string, who: string): void {
  const kind = fault
    .replace(/ in [[{].*$/s, '')
    .replace(/[0-9a-f-]{36}|\d+/g, '#')
    .slice(0, 160);
  const known = faults.get(kind);
  if (known) known.count += 1;
  else
    faults.set(kind, {
      count: 1,
      first: `${fault}\n  ${who}: ${method} ${path}\n  ${JSON.stringify(headers)}\n  ${body?.slice(0, 2000) ?? ''}`,
    });
}

function report({ statuses, faults }: Seen, requests: number, seconds: number): boolean {
  const byStatus = new Map<number, number>();
  for (const counts of statuses.values())
    for (const [status, times] of counts) byStatus.set(status, (byStatus.get(status) ?? 0) + times);
  const sorted = [...byStatus].sort(([one], [other]) => one - other);
  const never = documented.map(({ operationId }) => operationId).filter((id) => !statuses.get(id)?.has(200));
  console.log(`${requests} requests in ${seconds.toFixed(0)} s, ${Math.round(requests / seconds)} a second`);
  console.log(`by status: ${sorted.map(([status, times]) => `${status} × ${times}`).join(', ')}`);
  console.log(`${statuses.size} operations asked, never answered with 200: ${never.join(', ') || 'none'}`);
  for (const [, { count: times, first }] of [...faults].slice(0, mostShown)) console.error(`\nFAULT, ${times} times: ${first}`);
  console.log(`${faults.size} kinds of faults`);
  return faults.size === 0;
}
