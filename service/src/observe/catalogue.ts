// Every metric in one table: name, kind, what it says, and which values each label may have. A label's values are a closed
// list, or names that the program itself gives (routes, jobs, codes); so nothing of a person, and no merchant, can get
// into one. A part that counts something adds its row here (C92).

import { currencies } from '../core/money.ts';
import { paymentTypes } from '../core/payment-types.ts';
import { actionCodes } from '../core/refusals/row.ts';

/** Names that the program gives: bounded by the code, and by `mostOwnNames` should the code be wrong. */
export const ownNames = 'own names';
type LabelValues = readonly string[] | typeof ownNames;
type LabelTable = Readonly<Record<string, LabelValues>>;

/**
 * How the processes of one service come together: what is counted is summed, what all of them read from one database is
 * the same in each, so the largest counts.
 */
export type Together = 'sum' | 'max' | 'min' | 'average';

export interface MetricRow {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: LabelTable;
  readonly buckets?: readonly number[];
  readonly together: Together;
}

const counter = <Labels extends LabelTable>(help: string, labels: Labels) =>
  ({ kind: 'counter', help, labels, together: 'sum' }) as const;
const gauge = <Labels extends LabelTable, How extends Together>(help: string, labels: Labels, together: How) =>
  ({ kind: 'gauge', help, labels, together }) as const;
const histogram = <Labels extends LabelTable>(help: string, labels: Labels, buckets: readonly number[]) =>
  ({ kind: 'histogram', help, labels, buckets, together: 'sum' }) as const;

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const none = {} as const;

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const;
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
const decisionKinds = ['authorize', 'update', 'account', 'checkout'] as const;
const decisionOutcomes = ['Accepted', 'Pending', 'Rejected', 'NotEvaluated', 'other'] as const;
export const sourceOutcomes = ['answered', 'remembered', 'late', 'failed', 'skipped'] as const;

// Not `job` and `instance`: Prometheus sets those itself, and would rename ours.
export const metricTable = {
  // Traffic.
  dps_http_requests_total: counter('Requests answered, by route template.', {
    route: ownNames,
    method: methods,
    status: ownNames,
  }),
  dps_http_request_duration_seconds: histogram(
    'From the first byte read to the last byte written.',
    { route: ownNames, method: methods, status_class: statusClasses },
    seconds,
  ),
  dps_http_requests_in_flight: gauge('Requests being worked on.', none, 'sum'),
  dps_http_malformed_total: counter('What arrived and was no HTTP.', none),
  dps_refusals_total: counter('Refusals sent to a caller, by public code and by what the caller is asked to do.', {
    code: ownNames,
    action: actionCodes,
  }),
  dps_faults_total: counter('Requests answered 500: each has a line in the log.', { route: ownNames }),
  dps_requests_shed_total: counter('Requests answered 503 before they were looked at, by what was too high.', {
    reason: ['event_loop', 'pool', 'share', 'operator'],
  }),
  dps_requests_rate_limited_total: counter('Requests answered 429, by the limit that was used up.', {
    limit: ['requests', 'lookups', 'keys'],
  }),

  // Decisions and money, counted when the database has them.
  dps_decisions_total: counter('Credit decisions, by the code of the first reason; none when accepted.', {
    kind: decisionKinds,
    outcome: decisionOutcomes,
    reason: ownNames,
  }),
  dps_money_total: counter('Amounts in units of the currency, as the events tell them. The ledger is the truth.', {
    movement: ownNames,
    currency: currencies,
    payment_type: [...paymentTypes, 'none'],
  }),
  dps_events_total: counter('What happened, by type of event.', { type: ownNames }),

  // The book.
  dps_book_batch_size: histogram('Writes that shared a transaction.', none, [1, 2, 4, 8, 16, 32, 64]),
  dps_book_batch_duration_seconds: histogram('Both trips of a batch, and its decisions.', none, seconds),
  dps_book_wait_seconds: histogram('How long a write waited for its batch to begin.', none, seconds),
  dps_book_writes: gauge('Writes waiting or being written.', none, 'sum'),
  dps_book_write_limit: gauge('Above this many writes, further ones are refused.', none, 'sum'),
  dps_book_batches: gauge('Batches being written.', none, 'sum'),
  dps_book_retries_total: counter('Writes tried alone, because their batch came to nothing.', {
    outcome: ['settled', 'busy', 'fault'],
  }),
  dps_book_refused_total: counter('Writes refused with 503.', { reason: ['full', 'share', 'abandoned'] }),

  // Webhooks.
  dps_webhook_attempts_total: counter('Events posted to endpoints.', { outcome: ['delivered', 'failed'] }),
  dps_webhook_attempt_duration_seconds: histogram('How long a receiver took.', none, seconds),
  dps_webhook_deliveries_given_up_total: counter('Deliveries that used up all their attempts.', none),
  dps_webhook_endpoints_disabled_total: counter('Endpoints that were disabled by themselves.', { reason: ['gone', 'failing'] }),

  // The database.
  dps_db_trips_total: counter('Round trips to the database.', none),
  dps_db_statements_total: counter('Statements sent to the database.', none),
  dps_db_pool_connections: gauge('Connections of the pool.', { state: ['busy', 'idle'] }, 'sum'),
  dps_db_pool_waiting: gauge('Who waits for a connection.', none, 'sum'),
  dps_db_pool_limit: gauge('Connections the pool may have.', none, 'sum'),

  // Outside.
  dps_source_calls_total: counter('Questions to outside sources, by what became of them.', {
    source: ownNames,
    outcome: sourceOutcomes,
  }),
  dps_source_duration_seconds: histogram('How long a source took to answer, or not to.', { source: ownNames }, seconds),
  dps_source_breaker_open: gauge(
    '1 while a source is left alone because it failed several times in a row.',
    { source: ownNames },
    'max',
  ),
  dps_documents_total: counter('Documents drawn.', { outcome: ['drawn', 'busy', 'failed'] }),
  dps_documents_duration_seconds: histogram('From the request to print to the PDF, waiting included.', none, seconds),
  dps_documents_waiting: gauge('Documents waiting to be drawn.', none, 'sum'),

  dps_trace_exports_total: counter('Batches of spans sent to the receiver of traces, where there is one.', {
    outcome: ['sent', 'failed'],
  }),

  // Read from the database every so often (observe/figures.ts); the same for every process.
  dps_database_up: gauge('1 when the database answered the last time these figures were read.', none, 'min'),
  dps_database_oldest_transaction_seconds: gauge('Age of the oldest transaction on the database, of whomever.', none, 'max'),
  dps_job_last_success_seconds: gauge('When a job last ended well, in seconds since 1970.', { job_name: ownNames }, 'max'),
  dps_job_interval_seconds: gauge('How often a job is meant to run.', { job_name: ownNames }, 'max'),
  dps_job_done: gauge('Things a job has done, ever.', { job_name: ownNames }, 'max'),
  dps_job_failures: gauge('Runs of a job that failed, ever.', { job_name: ownNames }, 'max'),
  dps_job_failures_in_row: gauge('Runs of a job that failed since it last ended well.', { job_name: ownNames }, 'max'),
  dps_job_lag_seconds: gauge(
    'How long the oldest work of a job waits, or by how much its run is late.',
    { job_name: ownNames },
    'max',
  ),
  dps_outbox_unnumbered: gauge('Events that have no number yet; counted up to 10 000.', none, 'max'),
  dps_outbox_oldest_seconds: gauge('Age of the oldest event without a number.', none, 'max'),
  dps_webhook_deliveries_waiting: gauge('Deliveries that are due and not made; counted up to 10 000.', none, 'max'),
  dps_webhook_oldest_seconds: gauge('By how much the delivery that is due longest is late.', none, 'max'),
  dps_webhook_endpoints_disabled: gauge('Endpoints disabled because they failed for long or answered 410.', none, 'max'),
  dps_reviews_waiting: gauge(
    'Orders and accounts that wait to be decided; each counted up to 10 000.',
    { of: ['orders', 'accounts'] },
    'max',
  ),
  dps_reviews_oldest_seconds: gauge('Age of the oldest that waits.', { of: ['orders', 'accounts'] }, 'max'),
  dps_migrations_pending: gauge('Migrations this version brings that the database has not.', none, 'max'),
  dps_cluster_nodes_away: gauge('Nodes of a cluster that its coordinator cannot reach.', none, 'max'),

  // The process.
  dps_processes: gauge('Processes that share this port (WORKERS).', none, 'max'),
  dps_processes_reporting: gauge('Processes whose figures are in this answer.', none, 'sum'),
  dps_build_info: gauge('1, with what runs here.', { version: ownNames, node: ownNames, mode: ['sandbox', 'live'] }, 'max'),
  dps_event_loop_delay_seconds: gauge('How late the event loop was in the last second, at worst.', none, 'max'),
} as const satisfies Readonly<Record<string, MetricRow>>;

type MetricTable = typeof metricTable;
type NameOf<Kind extends MetricRow['kind']> = {
  [Name in keyof MetricTable]: MetricTable[Name]['kind'] extends Kind ? Name : never;
}[keyof MetricTable];

export type MetricName = keyof MetricTable;
export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;

/** A value outside a closed list is counted as 'other', where the list has one. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in keyof MetricTable[Name]['labels']]: string;
};
