// `dps doctor`: one line for each thing that has to be right, and what to do where it is not.
import { isWholeKey } from '../../service/src/admin/keys.ts';
import { ask, defaultUrl, messageOf, type Reach } from './admin-api.ts';
import { Failure } from './failure.ts';
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
  return [service, ...(await checkDatabase(reach)), await checkVersion(reach, merchantKey), await checkKey(reach)];
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
  const database: Check =
    status === 200
      ? { name: 'database', ok: true, found: `ready (${milliseconds.toFixed(0)} ms)` }
      : {
          name: 'database',
          ok: false,
          found: `not ready (${status})`,
          advice: 'Does PostgreSQL run, and is DATABASE_URL of the service right? Its log says more.',
        };
  return [database, ...warningsOf(body).map((found): Check => ({ name: 'data', warning: true, found }))];
}

function warningsOf(body: unknown): string[] {
  const warnings = (body as { warnings?: unknown } | undefined)?.warnings;
  return Array.isArray(warnings) ? warnings.map(String) : [];
}

async function checkVersion(reach: Reach, merchantKey: string | undefined): Promise<Check> {
  const key = merchantKey ?? (reach.url === defaultUrl ? 'sandbox-no' : undefined);
  if (key === undefined)
    return { name: 'version', found: 'not looked at', advice: 'Give a merchant’s key with --merchant-key or DPS_MERCHANT_KEY.' };
  const { status, body } = await ask({ ...reach, key }, 'GET', '/api/v3/version');
  const version = typeof body === 'object' && body !== null && 'version' in body ? String(body.version) : undefined;
  if (status === 200 && version !== undefined) return { name: 'version', ok: true, found: version };
  const advice = 'Give a merchant’s key with --merchant-key or DPS_MERCHANT_KEY.';
  return { name: 'version', ok: false, found: messageOf(body).text ?? `answered with ${status}`, advice };
}

async function checkKey(reach: Reach): Promise<Check> {
  if (reach.key === undefined)
    return {
      name: 'operator key',
      ok: false,
      found: 'none',
      advice: 'Give it with --key or DPS_OPERATOR_KEY; dps key create --operator makes one.',
    };
  const { status, body } = await ask(reach, 'GET', '/admin/v1/merchants');
  if (status === 200) return { name: 'operator key', ok: true, found: `accepted, ${countOf(body)} merchants` };
  const found = messageOf(body).text ?? `answered with ${status}`;
  if (status === 403)
    return {
      name: 'operator key',
      ok: false,
      found,
      advice: 'Make a key with the scope admin:read: dps key create --operator …',
    };
  const damaged = reach.key.startsWith('dps_') && !isWholeKey(reach.key);
  const unknown = 'It is unknown here, revoked or expired, or it is a merchant’s key; dps key create --operator makes one.';
  return {
    name: 'operator key',
    ok: false,
    found,
    advice: damaged ? 'The key is cut off or mistyped: its checksum is wrong.' : unknown,
  };
}

function countOf(body: unknown): number {
  const merchants = (body as { merchants?: unknown } | undefined)?.merchants;
  return Array.isArray(merchants) ? merchants.length : 0;
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
