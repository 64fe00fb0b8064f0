// What the request pipeline is made of, passed by hand. What single features need beside it they name themselves (compose.ts
// makes all of it).
import type { Logger } from 'pino';
import type { Book } from '../book/book.ts';
import type { DocumentUrls } from '../book/endpoint.ts';
import type { Chance } from '../core/chance.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import type { FigureReader } from '../observe/figures.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Readiness } from '../observe/readiness.ts';
import type { Traces } from '../observe/traces.ts';
import type { Peers } from '../processes/peers.ts';
import type { CodeOutlet, Sources } from '../sources/sources.ts';
import type { Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import type { Auth } from './caller.ts';
import type { Shedding } from './shedding.ts';

export interface Deps {
  readonly mode: 'sandbox' | 'live';
  readonly basePath: string;
  readonly publicUrl: string;
  readonly rateLimitPerMinute: number;
  /** Of customer look-ups with one key; 0 is no limit of their own. */
  readonly lookupLimitPerMinute: number;
  /** How many files may be received at once in this process. */
  readonly uploadsAtOnce: number;
  /** From the approval of another account to its being in force. */
  readonly accountChangeHours: number;
  readonly db: Db;
  readonly book: Book;
  readonly auth: Auth;
  readonly sources: Sources;
  /** Sends the codes of confirmations; without one the sandbox shows them, and live mode leaves the order to a person. */
  readonly codeOutlet?: CodeOutlet;
  readonly secrets: Secrets;
  /** The other processes on this port. */
  readonly peers: Peers;
  /** A merchant by its id; where an organisation is given, only one of that organisation's. */
  readonly findMerchant: (id: string, organisationId: string | null) => Promise<MerchantOnClock | undefined>;
  /** Where a document is fetched from now on: by the merchant, and by the consumer. */
  readonly documentUrls: (merchantId: string, documentId: string) => DocumentUrls;
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
  readonly chance: Chance;
}
