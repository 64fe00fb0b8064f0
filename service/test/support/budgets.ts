// What an operation may cost the database: counts, so that they hold on every machine. Statements, round trips and rows are exact,
// and bytes of its log (WAL) have some head-room. docs/performance.md shows this table.

export interface Budget {
  readonly operation: string;
  readonly trips: number;
  readonly statements: number;
  /** Rows inserted, updated or deleted, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** At most so many bytes of WAL, full pages left out. */
  readonly walBytes: number;
}

export const budgets: readonly Budget[] = [
  {
    operation: 'authorize',
    trips: 2,
    statements: 26,
    rows: {
      audit: 1,
      credit_decisions: 1,
      customer_numbers: 1,
      customer_profiles: 1,
      customers: 1,
      event_streams: 1,
      exposures: 1,
      ledger: 1,
      order_contents: 1,
      orders: 1,
      outbox: 1,
      unsealed: 1,
      velocities: 3,
    },
    walBytes: 10_300,
  },
  {
    operation: 'capture',
    trips: 2,
    statements: 16,
    rows: { audit: 1, captures: 1, event_streams: 1, exposures: 1, ledger: 2, orders: 1, outbox: 1, unsealed: 1 },
    walBytes: 5600,
  },
  {
    operation: 'refund',
    trips: 2,
    statements: 19,
    rows: { audit: 1, captures: 1, event_streams: 1, exposures: 1, ledger: 1, orders: 1, outbox: 1, refunds: 1, unsealed: 1 },
    walBytes: 5000,
  },
  {
    operation: 'void',
    trips: 2,
    statements: 15,
    rows: { audit: 1, event_streams: 1, exposures: 1, ledger: 1, orders: 1, outbox: 1, unsealed: 1, voids: 1 },
    walBytes: 4000,
  },
  {
    operation: 'account event',
    trips: 2,
    statements: 15,
    rows: {
      account_days: 1,
      account_entries: 1,
      account_events: 1,
      accounts: 1,
      audit: 1,
      event_streams: 1,
      ledger: 1,
      outbox: 1,
      unsealed: 1,
    },
    walBytes: 4100,
  },
  { operation: 'GET order', trips: 1, statements: 1, rows: {}, walBytes: 0 },
  { operation: 'GET captures', trips: 1, statements: 1, rows: {}, walBytes: 0 },
  { operation: 'payment-methods', trips: 2, statements: 6, rows: { checkout_decisions: 1, checkouts: 1 }, walBytes: 2800 },
  { operation: 'installment-plans', trips: 0, statements: 0, rows: {}, walBytes: 0 },
];

/**
 * From its first orders to its thousands: rows and entries of indexes that an order reads of a table do not grow, but for a few people
 * who are alike; an index that is a level deeper takes a block more for each look.
 */
export const growthBudgets = { read: { times: 1.3, more: 4 }, blocks: { times: 2.5, more: 1 } };
