// Everything the application is made of, passed by hand.
import type { Logger } from 'pino';
import type { Book } from '../db/book.ts';
import type { Db } from '../db/db.ts';
import type { Archive } from '../documents/archive.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { FigureReader } from '../observe/figures.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Readiness } from '../observe/readiness.ts';
import type { Traces } from '../observe/traces.ts';
import type { Peers } from '../processes/peers.ts';
import type { Secrets } from '../secrets.ts';
import type { LoadedRegister } from '../sources/place-register.ts';
import type { CodeOutlet, Sources } from '../sources/sources.ts';
import type { Addresses } from '../webhooks/addresses.ts';
import type { Deliverer } from '../webhooks/deliver.ts';
import type { Sender } from '../webhooks/sender.ts';
import type { Auth } from './auth.ts';
import type { Shedding } from './shedding.ts';

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
  /** The other processes on this port. */
  readonly peers: Peers;
  readonly archive: Archive;
  readonly places: LoadedRegister;
  /** What webhooks go out through. */
  readonly webhooks: { readonly addresses: Addresses; readonly sender: Sender; readonly deliverer: Deliverer };
  readonly log: Logger;
  /** Counters, gauges and histograms (observe/catalogue.ts). */
  readonly metrics: Metrics;
  readonly traces: Traces;
  /** How many processes share the port. */
  readonly processes: number;
  readonly figures: FigureReader;
  readonly readiness: Readiness;
  readonly shedding: Shedding;
  /** Who scrapes shows it; without one an operator's key is asked for in live mode, and nothing in the sandbox. */
  readonly metricsKey?: string;
  /** Real time in milliseconds. */
  readonly clock: () => number;
}
