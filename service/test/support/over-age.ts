// Rows of every table that a job purges: some just over their time, some just not.

/** Rows that a job deletes: so many of each an hour too old, and so many an hour younger. */
interface Purged {
  readonly table: string;
  readonly keptFor: string;
  /** Values by column; `i` counts them, `name` is "old" or "young", `at` when it was. */
  readonly values: Readonly<Record<string, string>>;
  /** The column that holds `name`. */
  readonly named: string;
  readonly under?: string;
  /** Goes with another row, uncounted. */
  readonly uncounted?: true;
}

const id = (kind: string): string => `md5('${kind}' || name || i)::uuid`;
export const purgedByJob: Readonly<Record<string, readonly Purged[]>> = {
  'purge-stored-answers': [
    {
      table: 'stored_answers',
      keptFor: '30 days',
      named: 'request_id',
      values: { claim: 'name || i', body_hash: `''`, answer: `'{}'`, request_id: 'name', inserted_at: 'at' },
    },
  ],
  'purge-checkouts': [
    {
      table: 'checkouts',
      keptFor: '2 days',
      named: 'currency',
      values: {
        id: id('checkout'),
        currency: 'name',
        amount_minor: '1',
        order_details: `'{}'`,
        expires_at: 'at',
        inserted_at: 'at',
      },
    },
    {
      table: 'documents',
      keptFor: '2 days',
      named: 'language',
      uncounted: true,
      values: { id: id('paper'), kind: `'Contract'`, subject: 'name || i', language: 'name', made_at: 'at' },
    },
    {
      table: 'contracts',
      keptFor: '2 days',
      named: 'payment_type',
      values: {
        id: id('contract'),
        number: 'name || i',
        checkout_id: id('checkout'),
        payment_type: 'name',
        amount_minor: '1',
        currency: `'SEK'`,
        terms: `'{}'`,
        document_id: id('paper'),
        made_at: 'at',
        expires_at: 'at',
        inserted_at: 'at',
      },
    },
    {
      table: 'checkout_decisions',
      keptFor: '180 days',
      named: 'outcome',
      values: {
        id: id('decision'),
        checkout_id: id('checkout'),
        outcome: 'name',
        amount_minor: '1',
        ...Object.fromEntries(['application', 'facts', 'policy', 'reasons', 'methods'].map((each) => [each, `'{}'`])),
        decided_at: 'at',
        inserted_at: 'at',
      },
    },
  ],
  'purge-velocities': [
    {
      table: 'velocities',
      keptFor: '8 days',
      named: 'writer',
      values: { subject: `'s' || i`, hour_at: 'at', writer: 'name', count: '1' },
    },
  ],
  'purge-list-entries': [
    {
      table: 'list_entries',
      keptFor: '30 days',
      named: 'entered_by',
      values: {
        id: id('entry'),
        list: `'negative'`,
        kind: `'email'`,
        content: `''`,
        content_key: 'name || i',
        keys: `''`,
        reason: `''`,
        entered_by: 'name',
        inserted_at: 'at',
        expires_at: 'at',
      },
    },
    {
      table: 'list_keys',
      keptFor: '30 days',
      named: 'key',
      uncounted: true,
      values: { key: 'name', entry_id: id('entry') },
    },
  ],
  'purge-bank-entries': [
    {
      table: 'bank_imports',
      keptFor: '0 days',
      named: 'format',
      uncounted: true,
      under: 'i = 1',
      values: {
        id: id('import'),
        content_key: 'name',
        format: `'kept'`,
        statement_count: '1',
        entry_count: '1',
        repeated_count: '0',
        pending_count: '0',
        imported_by: `''`,
        imported_at: 'at',
      },
    },
    {
      table: 'bank_entries',
      keptFor: '400 days',
      named: 'details',
      values: {
        id: id('movement'),
        import_id: `md5('import' || name || 1)::uuid`,
        position: 'i',
        entry_key: 'name || i',
        account: `''`,
        statement_id: `''`,
        direction: `'credit'`,
        is_reversal: 'false',
        is_undivided: 'false',
        currency: `'SEK'`,
        amount_minor: '1',
        booked_on: 'at',
        value_on: 'at',
        details: 'name',
        party_key: `''`,
        state: `'SentBack'`,
        booked_minor: '0',
        bookings: `'[]'`,
        inserted_at: 'at',
        updated_at: 'at',
      },
    },
  ],
  'purge-events': [
    {
      table: 'event_streams',
      keptFor: '0 days',
      named: `'kept'`,
      uncounted: true,
      under: `i = 1 and name = 'old'`,
      values: { last_number: '20000' },
    },
    {
      table: 'outbox',
      keptFor: '400 days',
      named: 'type',
      values: {
        id: id('told'),
        sequence_number: `i + case name when 'old' then 0 else 10000 end`,
        type: 'name',
        subject: `''`,
        amount_minor: '0',
        happened_at: 'at',
      },
    },
  ],
  'purge-deliveries': [
    {
      table: 'webhook_endpoints',
      keptFor: '0 days',
      named: 'url',
      uncounted: true,
      under: 'i = 1',
      values: {
        id: id('endpoint'),
        url: `'kept'`,
        description: `''`,
        events: `'{order.none}'`,
        concurrency: '1',
        enabled: 'false',
      },
    },
    {
      table: 'webhook_deliveries',
      keptFor: '90 days',
      named: 'event_type',
      values: {
        endpoint_id: `md5('endpoint' || name || 1)::uuid`,
        number: 'i',
        event_id: id('event'),
        event_type: 'name',
        state: `'Delivered'`,
        inserted_at: 'at',
      },
    },
    {
      table: 'webhook_attempts',
      keptFor: '90 days',
      named: 'reason',
      values: {
        endpoint_id: `md5('endpoint' || name || 1)::uuid`,
        id: id('attempt'),
        attempted_at: 'at',
        milliseconds: '1',
        reason: 'name',
      },
    },
  ],
};
/** More than a purge deletes with one statement. */
export const seeds = 5500;

export async function seedOverAge(query: (text: string) => Promise<unknown>, merchantId: string): Promise<void> {
  for (const { table, keptFor, values, under } of Object.values(purgedByJob).flat()) {
    const owner = table.startsWith('bank_')
      ? { columns: [], values: [] }
      : { columns: ['merchant_id'], values: [`'${merchantId}'::uuid`] };
    await query(
      `insert into ${table} (${[...owner.columns, ...Object.keys(values)].join(', ')}) select ${[...owner.values, ...Object.values(values)].join(', ')}
       from generate_series(1, ${seeds}) i cross join (values ('old', interval '1 hour'), ('young', interval '-1 hour')) as ages (name, beyond)
       cross join lateral (select now() - interval '${keptFor}' - beyond) as moments (at) where ${under ?? 'true'}`,
    );
  }
}
