// Everything the application is made of, passed by hand.
import type { Logger } from 'pino';
import type { Book } from '../db/book.ts';
import type { Db } from '../db/db.ts';
import type { Archive } from '../documents/archive.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Secrets } from '../secrets.ts';
import type { CodeOutlet, Sources } from '../sources/sources.ts';
import type { Auth } from './auth.ts';

export interface Deps {
  readonly mode: 'sandbox' | 'live';
  readonly basePath: string;
  readonly publicUrl: string;
  readonly rateLimitPerMinute: number;
  /** Of customer look-ups with one key; 0 is no limit of their own. */
  readonly lookupLimitPerMinute: number;
  readonly db: Db;
  readonly book: Book;
  readonly auth: Auth;
  readonly sources: Sources;
  /** Sends the codes of confirmations; without one the sandbox shows them, and live mode leaves the order to a person. */
  readonly codeOutlet?: CodeOutlet;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
  readonly archive: Archive;
  /** Take up reference data that became current. */
  readonly refreshPlaces: () => Promise<void>;
  readonly log: Logger;
  /** Real time in milliseconds. */
  readonly clock: () => number;
}
