// A process of the service without its sockets: the real endpoints, operation, book and jobs, on a database of the history's.
import { importBankStatement } from '../../../service/src/bank/bank-statements.operation.ts';
import { createBook } from '../../../service/src/book/book.ts';
import { storage } from '../../../service/src/compose.ts';
import type { Chance } from '../../../service/src/core/chance.ts';
import type { MerchantOnClock } from '../../../service/src/core/merchant.ts';
import { Refusal } from '../../../service/src/core/refusals.ts';
import { mergeCustomers } from '../../../service/src/customers/merge.operation.ts';
import { endpoints } from '../../../service/src/endpoints.ts';
import type { Deps } from '../../../service/src/http/deps.ts';
import { servedEndpoint } from '../../../service/src/http/endpoint.ts';
import { claimOf } from '../../../service/src/http/idempotency.ts';
import { servedOperation } from '../../../service/src/http/operation.ts';
import { type Asked, type Served, sentBody } from '../../../service/src/http/pipeline.ts';
import { createJobs, type Job } from '../../../service/src/jobs/jobs.ts';
import { createMetrics } from '../../../service/src/observe/metrics.ts';
import { noTraces } from '../../../service/src/observe/traces.ts';
import { bookPayment } from '../../../service/src/orders/payments.operation.ts';
import { returnPayment } from '../../../service/src/orders/return.operation.ts';
import { erasePerson } from '../../../service/src/privacy/erase.operation.ts';
import type { WithArchive } from '../../../service/src/privacy/erase.ts';
import { adjustSettlement } from '../../../service/src/settlement/adjustments.operation.ts';
import { endPayout } from '../../../service/src/settlement/payout.operation.ts';
import { makePayoutFile } from '../../../service/src/settlement/payout-files.operation.ts';
import { closeSettlement } from '../../../service/src/settlement/settlements.operation.ts';
import type { Sources } from '../../../service/src/sources/sources.ts';
import type { Db } from '../../../service/src/store/db.ts';
import type { Hashing, Secrets } from '../../../service/src/store/secrets.ts';
import { type BodyForm, bodyForm } from '../../../service/src/wire/validate.ts';

/** Nothing is sealed, and hashes can be read: what a history shows is about none of it. */
const same = (text: string): string => text;
const hashing: Hashing = { hash: same, hashes: (text) => [text], signers: [{ link: same, code: same, token: same }] };
export const plainSecrets: Secrets = { ...hashing, keys: [], seal: same, open: same, hashing: () => hashing };

const asked = [
  'authorize',
  'updateOrder',
  'createCapture',
  'createRefund',
  'createVoid',
  'applyForAccount',
  'addEvent',
  'getOrder',
];
const operations = [
  mergeCustomers,
  bookPayment,
  returnPayment,
  importBankStatement,
  closeSettlement,
  adjustSettlement,
  makePayoutFile,
  endPayout,
  erasePerson,
];

/** A request as it is sent, once or again. */
export interface Sent {
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: object;
  /** In place of a body. */
  readonly file?: string;
  readonly key: string | undefined;
  readonly requestId: string;
  /** The client has left. */
  readonly left: () => boolean;
}

export type Answer =
  | { readonly kind: 'answered'; readonly text: string; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly id: string }
  /** 500: it may have been done. */
  | { readonly kind: 'fault'; readonly message: string };

export interface ServiceProcess {
  ask(sent: Sent): Promise<Answer>;
  readonly jobs: ReturnType<typeof createJobs>;
}

export interface ProcessOptions {
  readonly name: string;
  readonly db: Db;
  readonly merchant: MerchantOnClock;
  readonly chance: Chance;
  readonly clock: () => number;
  readonly sources: Sources;
  readonly jobs: readonly Job[];
  readonly leaseSeconds: number;
  readonly secrets?: Secrets;
}

export function startProcess(options: ProcessOptions): ServiceProcess {
  const { name, db, merchant, chance, clock, sources, jobs, leaseSeconds, secrets = plainSecrets } = options;
  const book = createBook({
    db,
    storage,
    secrets,
    chance,
    clock,
    batchesAtOnce: 3,
    queueLimit: 100,
    metrics: createMetrics(),
    traces: noTraces,
    youngTables: { grew: () => undefined },
  });
  const log = { error: () => undefined, warn: () => undefined, info: () => undefined } as unknown as Deps['log'];
  const own = { db, book, secrets, sources, chance, clock, log, publicUrl: 'http://history', basePath: '' };
  // No history keeps documents, so an erasure has none to settle.
  const deps = own as unknown as Deps & WithArchive;
  const served = new Map<string, Served>(
    [
      ...endpoints.filter(({ id }) => asked.includes(id)).map((endpoint) => servedEndpoint(endpoint, deps)),
      ...operations.map((operation) => servedOperation(operation, deps)),
    ].map((each) => [each.id, each]),
  );
  return {
    jobs: createJobs(jobs, { db, book, log, clock }, { holder: name, leaseSeconds }),
    async ask(sent) {
      const endpoint = served.get(sent.operation);
      if (!endpoint) throw new Error(`no operation ${sent.operation}`);
      try {
        const answer = await endpoint.answer(requestOf(endpoint, sent, merchant, secrets));
        if (answer instanceof Refusal) return { kind: 'refused', id: answer.notices[0].id };
        if (!('text' in answer)) throw new Error(`${sent.operation} answered with a file`);
        return { kind: 'answered', text: answer.text, replayed: answer.replayed === true };
      } catch (fault) {
        return { kind: 'fault', message: String(fault) };
      }
    },
  };
}

const forms = new Map<object, BodyForm>();

/** What the pipeline hands to an endpoint (http/pipeline.ts). */
function requestOf(
  served: Served,
  { params, body, file = '', key, requestId, left }: Sent,
  merchant: MerchantOnClock,
  { hashes }: Secrets,
): Asked {
  const schema = served.body ?? {};
  const form = forms.get(schema) ?? bodyForm(schema);
  forms.set(schema, form);
  const socket = {
    get destroyed() {
      return left();
    },
  };
  const request = { id: requestId, raw: { socket } } as unknown as Asked['request'];
  const caller = { keyId: '00000000-0000-7000-9000-000000000001', scopes: [], merchant } as unknown as Asked['caller'];
  const claimed = key === undefined ? undefined : served.claimed?.(params, caller);
  return {
    request,
    caller,
    merchant,
    params,
    query: {},
    body: sentBody(form, form.read(body), body),
    file: Buffer.from(file),
    ...(key !== undefined && claimed !== undefined && { claim: claimOf(key, served.method, claimed, body, hashes) }),
  };
}
