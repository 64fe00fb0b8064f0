// Everything wired by hand: from a configuration and a migrated database to an application with its jobs.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { DestinationStream, Logger } from 'pino';
import { buildApp } from './app.ts';
import { createHeadSigner } from './audit/signing.ts';
import { createBook } from './book/book.ts';
import type { Storage } from './book/storage.ts';
import { outdatedDirectories } from './core/bank/national.ts';
import { accountLetterPaper } from './customer-account/letter-data.ts';
import { statementPaper } from './customer-account/statement-data.ts';
import type { ServiceDeps } from './deps.ts';
import { createArchive } from './documents/archive.ts';
import { documentUrls } from './documents/link.ts';
import type { Paper } from './documents/paper.ts';
import { createPrinter } from './documents/printer.ts';
import type { Auth } from './http/caller.ts';
import { createLog } from './http/log.ts';
import { createJobs } from './jobs/jobs.ts';
import { allJobs } from './jobs.ts';
import { createAuth } from './keys/auth.ts';
import { createKeyUses } from './keys/key-uses.ts';
import { loads } from './loads.ts';
import { findMerchant } from './merchants/find-merchant.ts';
import { loadMerchant } from './merchants/load-merchant.ts';
import { settleOnce } from './merchants/settle-once.ts';
import { createMetrics } from './observe/metrics.ts';
import { openTraces } from './observe/traces.ts';
import { observe, traced, tracedSender } from './observed.ts';
import { orderPapers } from './orders/papers.ts';
import { type RoleInUse, roleInUse } from './postgres/service-role.ts';
import { createYoungTables } from './postgres/young-tables.ts';
import { alone, type Peers } from './processes/peers.ts';
import { createPlaceRegister } from './reference/place-register.ts';
import { rejectionPaper } from './risk/rejection-data.ts';
import { openKeyRing } from './rotation/key-ring.ts';
import { chance } from './runtime/chance.ts';
import type { Config, Mode } from './runtime/config.ts';
import { createDemoShops } from './sandbox/demo-shops.ts';
import { settlementPaper } from './settlement/settlement-data.ts';
import { openSources } from './sources/open-sources.ts';
import { createDb, type Db } from './store/db.ts';
import type { Secrets } from './store/secrets.ts';
import { lookups, sealedTables, tables } from './tables.ts';
import { createAddresses } from './webhooks/addresses.ts';
import { createDeliverer } from './webhooks/deliver.ts';
import { createSender } from './webhooks/sender.ts';

/** What the book reads and writes. */
export const storage: Storage = { tables, lookups, loads, loadMerchant };

export interface Service {
  readonly app: FastifyInstance;
  readonly deps: ServiceDeps;
  /** Finish what runs, then let go of the database. The application is closed before. */
  readonly close: () => Promise<void>;
}

export interface ServiceInput {
  readonly config: Config;
  readonly connection: pg.ClientConfig;
  /** Newest first. */
  readonly encryptionKeys: readonly Buffer[];
  /** Where the log goes; to the standard output, where nothing is said. */
  readonly logTo?: DestinationStream;
  /** The other processes on this port, if there are any. */
  readonly peers?: Peers;
}

/** Connections that are not the book's: reads, and the side lane of members that are tried alone. */
const otherConnections = 4;

/** Drawing takes tens of milliseconds: what waits behind so many documents is better asked for again. */
const printQueueLimit = 64;
/** With its drawing this is less than the minute after which an idle connection is closed. */
const printWaitLimitMs = 20_000;
/** Only a drawing that hangs takes so long: a statement of a thousand lines takes some seconds where processors are few. */
const printTimeLimitMs = 30_000;
const printLimits = { queueLimit: printQueueLimit, waitLimitMs: printWaitLimitMs, timeLimitMs: printTimeLimitMs };

/** Connections to a database that this service was made for, and the keys that it was made with. */
async function openOwn(
  { config, connection, encryptionKeys }: Pick<ServiceInput, 'config' | 'connection' | 'encryptionKeys'>,
  log: Logger,
): Promise<{ db: Db; secrets: Secrets }> {
  const { mode, poolSize, preparedStatements } = config;
  const db = createDb({ connection, poolSize, preparedStatements });
  const secrets = await ownDatabase(db, mode, encryptionKeys, connection).catch(async (fault: unknown) => {
    await db.close();
    throw fault;
  });
  await warnOfRole(db, mode, log);
  if (mode === 'sandbox') await createDemoShops(db);
  return { db, secrets };
}

export async function compose({ config, connection, encryptionKeys, peers = alone, logTo }: ServiceInput): Promise<Service> {
  const headSigner = createHeadSigner(encryptionKeys);
  const log = createLog(config.logLevel, logTo, peers.worker);
  warnOfOldData(log);
  const metrics = createMetrics();
  const traces = await openTraces(config.traces, metrics, log);
  const { poolSize, queueLimit, heads, eventDays } = config;
  const clock = Date.now;
  const { db, secrets } = await openOwn({ config, connection, encryptionKeys }, log);
  const book = createBook({
    db,
    storage,
    secrets,
    chance,
    clock,
    queueLimit,
    metrics,
    traces,
    youngTables: createYoungTables(db),
    batchesAtOnce: Math.max(1, poolSize - otherConnections),
  });
  const places = createPlaceRegister(db, log, config.shippedPlaces);
  const addresses = createAddresses(config.webhookAllowedNetworks);
  const sender = tracedSender(traces, createSender({ addresses, clock }));
  const deliverer = createDeliverer({ db, secrets, sender, log, metrics, clock });
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}${config.basePath}`;
  const jobs = createJobs(
    allJobs({ secrets, headSigner, places, deliverer, heads, eventDays, publicUrl }).map(traced(traces)),
    { db, book, log, clock },
    { holder: `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}` },
  );
  const printer = createPrinter({ ...printLimits, metrics });
  const sources = openSources({ config, log, metrics, traces, clock, hash: secrets.hash, places });
  const observed = observe({ config, metrics, traces, db, book, jobs });
  const keyUses = createKeyUses(db, (err) => log.error({ err }, 'the last uses of keys were not written'));
  const deps: ServiceDeps = {
    webhooks: { addresses, sender, deliverer },
    publicUrl,
    findMerchant: (id, organisationId) => findMerchant(id, { db }, organisationId),
    documentUrls: (merchantId, documentId) => documentUrls({ publicUrl, secrets, clock }, merchantId, documentId),
    ...configured(config),
    db,
    book,
    chance,
    auth: together(createAuth(db, config.mode, keyUses), peers),
    sources,
    places,
    ...(sources.outlet && { codeOutlet: sources.outlet }),
    secrets,
    headSigner,
    jobs,
    peers,
    archive: createArchive({ db, book, secrets, printer, papers: allPapers(publicUrl, secrets) }),
    log,
    ...observed.watching,
    clock,
  };
  const app = buildApp(deps);
  app.addHook('onListen', async () => places.begin());
  // Requests that wait for a document are refused now, rather than cut off when the time for open requests ends.
  app.addHook('preClose', async () => printer.stopTaking());
  return {
    app,
    deps,
    async close() {
      await places.close();
      await jobs.stop();
      await deliverer.close();
      await printer.close();
      await keyUses.stop();
      await book.drain();
      await db.close();
      await observed.close();
    },
  };
}

/** What composes documents; orders first, as most documents are theirs. */
const allPapers = (publicUrl: string, { signers }: Pick<Secrets, 'signers'>): readonly Paper[] => [
  ...orderPapers,
  statementPaper,
  accountLetterPaper,
  settlementPaper,
  rejectionPaper({ publicUrl, signer: signers[0] }),
];

/** What the pipeline takes from the configuration as it is. */
const configured = ({ mode, basePath, rateLimitPerMinute, lookupLimitPerMinute, uploadsAtOnce, accountChangeHours }: Config) => ({
  mode,
  basePath,
  rateLimitPerMinute,
  lookupLimitPerMinute,
  uploadsAtOnce,
  accountChangeHours,
});

function warnOfOldData(log: Logger): void {
  for (const outdated of outdatedDirectories(Date.now())) log.warn(outdated);
}

/** The role may do what the service never does. */
async function warnOfRole(db: Db, mode: Mode, log: Logger): Promise<void> {
  const [role] = (await db.read(roleInUse, 'UPDATE')) as unknown as RoleInUse[];
  if (role?.changesSealedRows && mode === 'live')
    log.warn('the database role may change sealed rows; run the service as one that may not: dps db migrate --service-role …');
}

/** What one process changed, the others on this port forget at once; elsewhere it is at most as old as anything cached. */
function together(auth: Auth, peers: Peers): Auth {
  peers.on('forget', () => auth.forget());
  return {
    ...auth,
    forget() {
      auth.forget();
      peers.send('forget');
    },
  };
}

/**
 * Without its keys no customer is found again, nothing sealed can be opened, and limits can be used twice. In another mode,
 * the published keys of the sandbox would open a live database.
 */
async function ownDatabase(db: Db, mode: Mode, encryptionKeys: readonly Buffer[], connection: pg.ClientConfig): Promise<Secrets> {
  const made = await settleOnce(db, 'mode', mode);
  if (made !== mode) throw new Error(`The database was made in ${made} mode; set MODE=${made}, or DATABASE_URL to another one.`);
  return openKeyRing(db, encryptionKeys, { connection, tables: sealedTables, now: Date.now() });
}
