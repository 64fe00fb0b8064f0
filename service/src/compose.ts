// Everything wired by hand: from a configuration and a migrated database to an application with its jobs.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createDemoShops } from './admin/demo-shops.ts';
import { settleKeyMark } from './admin/merchants.sql.ts';
import { buildApp } from './app.ts';
import { chance } from './chance.ts';
import type { Config } from './config.ts';
import { germanBanksWarning } from './core/bank/german.ts';
import { dayAt } from './core/dates.ts';
import { createBook } from './db/book.ts';
import { createDb, type Db } from './db/db.ts';
import { createArchive } from './documents/archive.ts';
import { createPrinter } from './documents/printer.ts';
import { createAuth } from './http/auth.ts';
import type { Deps } from './http/deps.ts';
import { createLog } from './http/log.ts';
import { declineOverdueReviews } from './jobs/decline-overdue-reviews.ts';
import { expireAuthorizations } from './jobs/expire-authorizations.ts';
import { createJobs } from './jobs/jobs.ts';
import { keepAccounts } from './jobs/keep-accounts.ts';
import { learnPlacesFrom } from './jobs/learn-places.ts';
import { purgeCheckouts } from './jobs/purge-checkouts.ts';
import { purgeListEntries } from './jobs/purge-list-entries.ts';
import { purgeStoredAnswers } from './jobs/purge-stored-answers.ts';
import { purgeVelocities } from './jobs/purge-velocities.ts';
import { createSecrets } from './secrets.ts';
import { openSources } from './sources/open-sources.ts';
import { createPlaceRegister } from './sources/place-register.ts';

export interface Service {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  /** Finish what runs, then let go of the database. The application is closed before. */
  readonly close: () => Promise<void>;
}

export interface Ground {
  readonly config: Config;
  readonly connection: pg.ClientConfig;
  readonly encryptionKey: Buffer;
}

/** Connections that are not the book's: reads, and the side lane of members that are tried alone. */
const otherConnections = 4;

/** Drawing takes tens of milliseconds: what waits behind so many documents is better asked for again. */
const printQueueLimit = 64;
const printTimeLimitMs = 10_000;

export async function compose({ config, connection, encryptionKey }: Ground): Promise<Service> {
  const secrets = createSecrets(encryptionKey);
  const log = createLog(config.logLevel);
  const outdated = germanBanksWarning(dayAt(Date.now(), 'Europe/Berlin'));
  if (outdated !== undefined) log.warn(outdated);
  const { poolSize, preparedStatements, queueLimit } = config;
  const clock = Date.now;
  const db = createDb({ connection, poolSize, preparedStatements });
  await demandSameKey(db, secrets.keyMark);
  if (config.mode === 'sandbox') await createDemoShops(db);
  const book = createBook({ db, secrets, chance, clock, queueLimit, lanes: Math.max(1, poolSize - otherConnections) });
  const places = createPlaceRegister(db, log);
  await places.refresh();
  const jobs = createJobs(
    [
      declineOverdueReviews,
      expireAuthorizations,
      keepAccounts,
      learnPlacesFrom(places),
      purgeStoredAnswers,
      purgeCheckouts,
      purgeVelocities,
      purgeListEntries,
    ],
    { db, book, log, clock },
    randomUUID(),
  );
  const printer = createPrinter({ queueLimit: printQueueLimit, timeLimitMs: printTimeLimitMs });
  const sources = openSources({ config, log, clock, hash: secrets.hash, places });
  const deps: Deps = {
    mode: config.mode,
    basePath: config.basePath,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}${config.basePath}`,
    rateLimitPerMinute: config.rateLimitPerMinute,
    lookupLimitPerMinute: config.lookupLimitPerMinute,
    db,
    book,
    auth: createAuth(db, config.mode),
    sources,
    refreshPlaces: () => places.refresh(),
    ...(sources.outlet && { codeOutlet: sources.outlet }),
    secrets,
    jobs,
    archive: createArchive({ db, book, secrets, printer }),
    log,
    clock,
  };
  const app = buildApp(deps);
  // Who waits for a document is told so at once, rather than cut off when the patience with open requests ends.
  app.addHook('preClose', async () => printer.stopTaking());
  return {
    app,
    deps,
    async close() {
      await places.close();
      await jobs.stop();
      await printer.close();
      await book.drain();
      await db.close();
    },
  };
}

/** Another key would find nobody again, open nothing that was sealed, and let limits be used twice. */
async function demandSameKey(db: Db, keyMark: string): Promise<void> {
  const [row] = await db.read(settleKeyMark, keyMark);
  // Two first starts at once: the one that came second sees the other's mark only when it asks again.
  const [settled] = row?.['value'] ? [row] : await db.read(settleKeyMark, keyMark);
  if (settled?.['value'] === keyMark) return;
  await db.close();
  throw new Error(
    'The database was made with another encryption key; set ENCRYPTION_KEY to that one (it was in DATA_DIR/encryption.key).',
  );
}
