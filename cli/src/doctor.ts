// `dps doctor`: one line for each thing that has to be right, and what to do where it is not.
import { isWholeKey } from '../../service/src/keys/make-key.ts';
import { ask, isMerchants, messageOf, type Reach, sandboxKey, textsOf } from './admin-api.ts';
import { Failure } from './failure.ts';
import type { Job } from './operate.ts';
import { paint } from './table.ts';

export interface Check {
  readonly name: string;
  /** Nothing where it could not be looked at, or where it works and wants attention. */
  readonly ok?: boolean;
  readonly warning?: true;
  readonly found: string;
  readonly advice?: string;
}

export async function examine(reach: Reach, merchantKey: string | undefined): Promise<Check[]> {
  const service = await checkService(reach);
  if (service.ok !== true) return [service];
  const own = [...(await checkDatabase(reach)), await checkVersion(reach, merchantKey)];
  return [
    service,
    ...own,
    await checkKey(reach),
    ...(await checkMerchants(reach)),
    ...(await checkAccounts(reach)),
    ...(await checkJobs(reach)),
  ];
}

async function checkService(reach: Reach): Promise<Check> {
  try {
    const { status, body, milliseconds } = await ask({ ...reach, key: undefined }, 'GET', '/livez');
    const ok = status === 200 && typeof body === 'object' && body !== null && 'status' in body;
    if (ok) return { name: 'service', ok, found: `answers on ${reach.url} (${milliseconds.toFixed(0)} ms)` };
    return {
      name: 'service',
      ok,
      found: `${reach.url}/livez was answered with ${status}`,
      advice: 'Something else listens there; name the address with --url.',
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { name: 'service', ok: false, found: error.message, ...(error.hint !== undefined && { advice: error.hint }) };
  }
}

/** The database, and what the service says has aged. */
async function checkDatabase(reach: Reach): Promise<Check[]> {
  const { status, body, milliseconds } = await ask({ ...reach, key: undefined }, 'GET', '/readyz');
  const troubles = textsOf(body, 'troubles');
  const database: Check =
    status === 200
      ? { name: 'database', ok: true, found: `ready (${milliseconds.toFixed(0)} ms)` }
      : {
          name: 'database',
          ok: false,
          found: `not ready (${status})${troubles.length > 0 ? `: ${troubles.join('; ')}` : ''}`,
          advice: 'docs/runbook.md has a heading for it; the log of the service says more.',
        };
  const nodesAway = textsOf(body, 'nodesAway');
  const warned = textsOf(body, 'warnings').map((found): Check => {
    if (!nodesAway.some((node) => found.includes(node))) return { name: 'data', warning: true, found };
    return { name: 'cluster', ok: false, found, advice: 'docs/runbook.md has a heading for it.' };
  });
  return [database, ...warned];
}

async function checkVersion(reach: Reach, merchantKey: string | undefined): Promise<Check> {
  // Who brings an operator's key of their own is in no sandbox, or has said goodbye to its keys.
  const key = merchantKey ?? (reach.key === sandboxKey ? 'sandbox-no' : undefined);
  if (key === undefined)
    return { name: 'version', found: 'not looked at', advice: 'Give a merchant’s key with --merchant-key or DPS_MERCHANT_KEY.' };
  const { status, body } = await ask({ ...reach, key }, 'GET', '/api/v3/version');
  const version = typeof body === 'object' && body !== null && 'version' in body ? String(body.version) : undefined;
  if (status === 200 && version !== undefined) return { name: 'version', ok: true, found: version };
  const advice = 'It is read with a merchant’s key: --merchant-key or DPS_MERCHANT_KEY.';
  return { name: 'version', ok: false, found: messageOf(body).text ?? `answered with ${status}`, advice };
}

async function checkKey(reach: Reach): Promise<Check> {
  if (reach.key === undefined)
    return {
      name: 'operator key',
      ok: false,
      found: 'none',
      advice: 'Give it with --key or DPS_OPERATOR_KEY; dps keys create --operator makes one.',
    };
  const { status, body } = await ask(reach, 'GET', '/admin/v1/merchants');
  if (status === 200) return { name: 'operator key', ok: true, found: `accepted, ${countOf(body)}` };
  const found = messageOf(body).text ?? `answered with ${status}`;
  if (status === 403)
    return {
      name: 'operator key',
      ok: false,
      found,
      advice: 'Make a key with the scope admin:read: dps keys create --operator …',
    };
  const damaged = reach.key.startsWith('dps_') && !isWholeKey(reach.key);
  const unknown = 'It is unknown here, revoked or expired; dps keys create --operator makes one.';
  // Anything else than a refused key says nothing about the key.
  if (status !== 401) return { name: 'operator key', found: `not looked at: ${found}` };
  if (await isMerchants(reach))
    return {
      name: 'operator key',
      ok: false,
      found: 'this is a merchant’s key',
      advice: 'Give an operator’s with --key or DPS_OPERATOR_KEY; dps keys create --operator makes one.',
    };
  return {
    name: 'operator key',
    ok: false,
    found,
    advice: damaged ? 'The key is cut off or mistyped: its checksum is wrong.' : unknown,
  };
}

/** Above that a job is called late; the pauses of all jobs that run often are shorter. */
const longestLagSeconds = 600;
/** So many merchants are looked at for keys; who has more has other ways. */
const mostLookedAt = 25;

/** Is there a merchant, does it take orders, and has its shop a key? */
async function checkMerchants(reach: Reach): Promise<Check[]> {
  if (reach.key === undefined) return [];
  const { status, body } = await ask(reach, 'GET', '/admin/v1/merchants');
  if (status !== 200) return [];
  const { merchants } = body as { merchants: readonly { id: string; name: string; country: string; active: boolean }[] };
  if (merchants.length === 0) {
    const advice = 'Make one: dps organisations create …, then dps merchants create …';
    return [{ name: 'merchants', warning: true, found: 'none', advice }];
  }
  const resting = merchants.filter(({ active }) => !active).map(({ name }) => name);
  const keyless: string[] = [];
  const aboveLaw: string[] = [];
  for (const { id, name, country } of merchants.slice(0, mostLookedAt)) {
    const keys = await ask(reach, 'GET', `/admin/v1/merchants/${id}/keys`);
    const known = (keys.body as { keys?: readonly { state: string }[] }).keys ?? [];
    if (keys.status === 200 && !known.some(({ state }) => state === 'active')) keyless.push(`${name} (${country})`);
    const contract = await ask(reach, 'GET', `/admin/v1/merchants/${id}/contracts/active`);
    const above = (contract.body as { aboveLaw?: readonly { field: string; text: string }[] } | undefined)?.aboveLaw ?? [];
    aboveLaw.push(...above.map(({ field, text }) => `${name} (${country}), ${field}: ${text}`));
  }
  const found = (what: string, names: readonly string[]): Check[] =>
    names.length === 0 ? [] : [{ name: 'merchants', warning: true, found: `${what}: ${names.join(', ')}` }];
  return [
    ...found('take no new orders', resting),
    ...found('without a key that works', keyless),
    ...found('contracts that ask more than the law allows, which is capped or not offered', aboveLaw),
  ];
}

/** Accounts that wait for a second person, or for their time. */
async function checkAccounts(reach: Reach): Promise<Check[]> {
  if (reach.key === undefined) return [];
  const found: Check[] = [];
  for (const [state, what, next] of [
    ['Proposed', 'wait for a second person', 'dps payouts approve … or reject …'],
    ['Approved', 'come into force soon', 'dps payouts reject … stops one.'],
  ]) {
    const { status, body } = await ask(reach, 'GET', `/admin/v1/account-changes?state=${state}`);
    if (status !== 200) return [];
    const all = (body as { changes: readonly { merchantName?: string; currency: string; state: string }[] }).changes;
    const open = all.filter((each) => each.state === state);
    const names = open.map(({ merchantName = 'the operator', currency }) => `${merchantName} (${currency})`).join(', ');
    const advice = `dps payouts changes shows them; ${next}`;
    if (open.length > 0) found.push({ name: 'accounts', warning: true, found: `changes of accounts ${what}: ${names}`, advice });
  }
  return found;
}

function countOf(body: unknown): string {
  const { merchants, next } = (body ?? {}) as { merchants?: readonly unknown[]; next?: string };
  const count = merchants?.length ?? 0;
  return `${count}${next === undefined ? '' : ' and more'} ${count === 1 ? 'merchant' : 'merchants'}`;
}

/** Do the jobs run, and end well? A key that is limited to one organisation is not told. */
async function checkJobs(reach: Reach): Promise<Check[]> {
  if (reach.key === undefined) return [];
  const { status, body } = await ask(reach, 'GET', '/admin/v1/jobs');
  if (status !== 200) return [];
  const { jobs } = body as { jobs: readonly Job[] };
  const failing = jobs.filter(({ failuresInRow }) => failuresInRow > 0).map(({ name }) => name);
  const late = jobs.filter((job) => (job.lagSeconds ?? 0) > longestLagSeconds && job.failuresInRow === 0).map(({ name }) => name);
  const found = (what: string, names: readonly string[], advice: string): Check[] =>
    names.length === 0 ? [] : [{ name: 'jobs', warning: true, found: `${what}: ${names.join(', ')}`, advice }];
  return [
    ...found('failed at last', failing, 'dps jobs tells why; dps jobs run … tries again.'),
    ...found('late', late, 'Does any process run jobs (JOBS=off)? docs/runbook.md, "A job is stuck".'),
  ];
}

export function checkLines(checks: readonly Check[]): string[] {
  return checks.flatMap(({ name, ok, warning, found, advice }) => {
    const verdict = warning
      ? paint.yellow('warn  ')
      : ok === undefined
        ? paint.dim('-     ')
        : ok
          ? paint.green('ok    ')
          : paint.red('not ok');
    return [
      `${verdict}  ${name.padEnd(12)}  ${found}${ok !== true && advice !== undefined ? `${found.endsWith('.') ? '' : '.'} ${advice}` : ''}`,
    ];
  });
}
