// The way to a running service: /admin/v1 with the operator's key. Each call has a time limit.
import type { Command } from 'commander';
import { withoutSlashes } from '../../service/src/runtime/addresses.ts';
import { exitCodes, Failure, type Refused } from './failure.ts';
import { defaultUrl, type Found, findService } from './find-service.ts';
import { howToRepeat, wasNeverSent, whyNoAnswer } from './no-answer.ts';
import { typedAs, withTyped } from './typed.ts';

export const sandboxKey = 'sandbox-operator';

export interface Reach {
  readonly url: string;
  readonly key: string | undefined;
  /** What said that the service is there. */
  readonly by: Found['by'] | '--url';
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly milliseconds: number;
}

const isItThere = 'Is the address right, and does the service run there?';
const nameIt = 'name its address with --url or DPS_URL';
/** What to do where nothing answers, by what said that something would. */
const startIt: Readonly<Record<Reach['by'], string>> = {
  '--url': isItThere,
  DPS_URL: `DPS_URL says so. ${isItThere}`,
  PORT: `PORT says so. Start the service there with npm start, or ${nameIt}.`,
  DATA_DIR: `The service on this data folder said so; it may be stopping. Start it with npm start, or ${nameIt}.`,
  default: `Start it with npm start, or ${nameIt}; PORT and DATA_DIR are read as the service reads them.`,
};
const limitMs = 15_000;
const fileLimitMs = 120_000;

/** Where and with which key: by option, environment, the service of this folder, or the sandbox's defaults. */
export function reachOf(options: { url?: string; key?: string }, env: NodeJS.ProcessEnv): Reach {
  const found = options.url === undefined ? findService(env) : ({ url: withoutSlashes(options.url), by: '--url' } as const);
  const { url, by } = found;
  if ('emptyDir' in found)
    throw new Failure(`No service runs on DATA_DIR=${found.emptyDir}.`, startIt.default, exitCodes.unreachable);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Failure(`"${url}" is no address.`, `Write it like ${defaultUrl}.`, exitCodes.usage);
  }
  const given = options.key ?? (env.DPS_OPERATOR_KEY?.trim() || undefined);
  // The sandbox's well-known key is only tried on this machine's own service, and never on an address that was named.
  const isOwn = by !== '--url' && by !== 'DPS_URL' && (!('mode' in found) || found.mode !== 'live');
  return { url, by, key: given ?? (isOwn ? sandboxKey : undefined) };
}

/**
 * One call, whatever it is answered; an unreachable service is a failure, and so is an answer that is lost. A file goes as it is, and
 * may take its time.
 */
export async function ask(
  { url, key, by }: Reach,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const file = body instanceof Uint8Array ? new Uint8Array(body) : undefined;
  const since = performance.now();
  const withinMs = file ? fileLimitMs : limitMs;
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(key !== undefined && { 'x-auth-key': key }),
        ...(body && { 'content-type': file ? 'application/octet-stream' : 'application/json' }),
      },
      signal: AbortSignal.timeout(withinMs),
      // The key is for this address and for no other.
      redirect: 'manual',
      ...(body && { body: file ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), milliseconds: performance.now() - since };
  } catch (error) {
    const why = whyNoAnswer(error, withinMs);
    if (method !== 'GET' && !wasNeverSent(error)) throw answerLost(url, why, headers);
    throw new Failure(`No service answers on ${url} (${why}).`, startIt[by], exitCodes.unreachable);
  }
}

/** A change was sent, and its answer is missing: who asks again without knowing that moves money twice. */
const answerLost = (url: string, why: string, headers: Readonly<Record<string, string>> = {}): Failure =>
  new Failure(
    `The answer of ${url} is lost (${why}). It is not known whether it was done.`,
    howToRepeat(headers['idempotency-key']),
    exitCodes.unreachable,
  );

/** A file of the administration, whole; whatever is refused is a failure as elsewhere. */
export async function download(reach: Reach, path: string): Promise<Buffer> {
  const { url, key = '' } = reach;
  const response = await fetch(url + path, {
    headers: { 'x-auth-key': key },
    signal: AbortSignal.timeout(4 * limitMs),
    redirect: 'manual',
  }).catch(() => undefined);
  // A connection that breaks off in the middle is told of like one that never was.
  const file = response?.status === 200 ? await response.arrayBuffer().catch(() => undefined) : undefined;
  if (file) return Buffer.from(file);
  // Asked again, the same refusal is told in the words of every other call.
  await demand(reach, 'GET', path);
  throw new Failure(`The file did not come: ${path}`);
}

const whereKeysAre =
  'Give it with --key or DPS_OPERATOR_KEY. A sandbox has sandbox-operator; elsewhere dps keys create --operator makes one.';

/** Is the key, which is none of the operator's, one of a shop? */
export const isMerchants = async (reach: Reach): Promise<boolean> => (await ask(reach, 'GET', '/api/v3/version')).status === 200;

/** A call to the administration that has to succeed. */
export async function demand<Answer>(
  reach: Reach,
  method: string,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  if (reach.key === undefined) {
    throw new Failure('An operator key is needed.', whereKeysAre, exitCodes.usage);
  }
  const reply = await ask(reach, method, path, body, headers);
  if (reply.status === 200 && typeof reply.body === 'object') return reply.body as Answer;
  if (reply.status === 200) throw new Failure(`What answers on ${reach.url} is no Deferred Payment Service.`, isItThere);
  // A proxy says so of a service that did not answer it in time, and may go on all the same.
  if (method !== 'GET' && (reply.status === 502 || reply.status === 504))
    throw answerLost(reach.url, String(reply.status), headers);
  if (reply.status >= 300 && reply.status < 400)
    throw new Failure(
      `${reach.url} answers with a redirect (${reply.status}), which is not followed with a key.`,
      'Give the address it leads to with --url or DPS_URL, if that is right.',
    );
  if (reply.status === 401 && (await isMerchants(reach)))
    throw new Failure(
      'This is a merchant’s key; an operator’s is needed here.',
      whereKeysAre,
      exitCodes.failed,
      refusedWith(reply),
    );
  if (reply.status === 503) await demandReady(reach, reply);
  throw refusalOf(reply, `${method} ${path} was answered with ${reply.status}.`);
}

/** One answer stands for a service that has too much to do and for one without its database: it says itself which it is. */
async function demandReady(reach: Reach, reply: Reply): Promise<void> {
  const troubles = textsOf((await ask({ ...reach, key: undefined }, 'GET', '/readyz')).body, 'troubles');
  if (troubles.length === 0) return;
  const what = 'It is safe to repeat when that is mended; docs/runbook.md has a heading for it.';
  throw new Failure(`The service is not ready: ${troubles.join('; ')}.`, what, exitCodes.unreachable, refusedWith(reply));
}

/** A list of texts of `/readyz`. */
export function textsOf(body: unknown, member: 'troubles' | 'warnings' | 'nodesAway'): string[] {
  const texts = (body as Readonly<Record<string, unknown>> | undefined)?.[member];
  return Array.isArray(texts) ? texts.map(String) : [];
}

const refusedWith = ({ status, body }: Reply): Refused => ({ status, messages: Array.isArray(body) ? body : [body] });

function refusalOf(reply: Reply, otherwise: string): Failure {
  const { status, body } = reply;
  const { text, code } = messageOf(body);
  const refused = text === undefined ? undefined : refusedWith(reply);
  const words = (ran: Command | undefined): string => {
    const faults = faultsOf(body, ran);
    if (faults.length > 1) return `${faults.length} things are wrong:\n${faults.join('\n')}`;
    return faults[0] ?? withTyped(text ?? otherwise, ran);
  };
  return new Failure(words, hintFor(status, code), exitCodes.failed, refused);
}

function hintFor(status: number, code: string | undefined): string | undefined {
  if (status === 401) return 'The key is not known here, or expired; give another with --key or DPS_OPERATOR_KEY.';
  if (status === 403 && code === '400.241')
    return 'Make a key with that scope: dps keys create --operator --scopes admin:read,admin:write …';
  if (status === 503)
    return 'It is safe to repeat. Where it stays so the log of the service says why; docs/runbook.md has headings for it.';
  if (status === 404 && code === '400.242') return 'Is this a Deferred Payment Service, and of this version?';
  return undefined;
}

/** Every message of a refusal that names a member, with that member as it was typed. */
function faultsOf(body: unknown, ran: Command | undefined): string[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((each) => {
    const { message, fieldReference } = (each ?? {}) as { message?: unknown; fieldReference?: unknown };
    if (typeof message !== 'string' || typeof fieldReference !== 'string') return [];
    return [`${typedAs(fieldReference, ran) ?? fieldReference}: ${withTyped(message, ran)}`];
  });
}

/** The first message of a refusal. */
export function messageOf(body: unknown): { text?: string; code?: string } {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  if (typeof first !== 'object' || first === null) return {};
  const { message, code } = first as { message?: unknown; code?: unknown };
  return { ...(typeof message === 'string' && { text: message }), ...(typeof code === 'string' && { code }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
