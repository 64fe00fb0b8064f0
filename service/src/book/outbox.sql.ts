// Events as rows, written in the transaction of the change they report, with their numbers in the merchant's stream and a delivery for
// each endpoint that wants them (C83, C84; docs/adr/0013-webhooks.md).
import type { Instant } from '../core/dates.ts';
import type { JsonObject } from '../core/json.ts';
import { passesSql } from '../core/webhooks/filter.ts';
import { givenColumns, type InsertedBy, type Statement, type Table, valuesFrom } from '../store/table.ts';

export interface OutboxRow {
  readonly id: string;
  readonly type: string;
  readonly orderId: string | null;
  readonly accountNumber: string | null;
  readonly subject: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly happenedAt: Instant;
  /** Of the resource, after the event (core/event-data.ts). */
  readonly version: number;
  /** `data` as it is delivered, but for the merchant and the sequence number. */
  readonly data: JsonObject;
}

const columns: Table<OutboxRow>['columns'] = {
  id: 'uuid',
  type: 'text',
  orderId: 'uuid',
  accountNumber: 'text',
  subject: 'text',
  currency: 'text',
  amountMinor: 'bigint',
  happenedAt: 'timestamptz',
  version: 'int',
  data: 'json',
};

/**
 * The next $2 numbers of the merchant's stream. The transaction that takes them keeps the stream's row to its end, so numbers follow
 * the order in which events become visible, without a gap: hence the last lock of a transaction, just before its events and its commit.
 */
export const takeNumbers: Statement = {
  name: 'take_event_numbers',
  text: `insert into event_streams as s (merchant_id, last_number) values ($1::uuid, $2::int)
on conflict (merchant_id) do update set last_number = s.last_number + excluded.last_number`,
};

/** With the last numbers that were taken, in the order of the rows. The merchant as the stream has it, so that a cluster sees one shard. */
const insertEvents: InsertedBy = (given, of, alike) => {
  const { names, selected, arrays, own } = givenColumns({ columns }, given, alike);
  const [values, number, rows] =
    of === 'one row'
      ? [valuesFrom(2, { columns }, given).join(', '), 's.last_number', '']
      : [
          selected,
          's.last_number - cardinality($2::uuid[]) + r.place',
          `, unnest(${arrays}) with ordinality as r(${own}, place)`,
        ];
  return {
    name: 'insert_outbox',
    text: `insert into outbox (merchant_id, ${names}, sequence_number)
select s.merchant_id, ${values}, ${number} from event_streams s${rows} where s.merchant_id = $1::uuid`,
  };
};

/** A delivery of each of these events ($2) for each endpoint that wants it. A later statement than the lock, so that it sees each endpoint. */
export const queueDeliveries: Statement = {
  name: 'queue_deliveries',
  text: `insert into webhook_deliveries (merchant_id, endpoint_id, number, event_id, event_type, state)
select o.merchant_id, e.id, o.sequence_number, o.id, o.type, 'Pending' from webhook_endpoints e
join outbox o on o.merchant_id = e.merchant_id and o.id = any($2::uuid[]) and ${passesSql('o.type', 'e.events')}
where e.merchant_id = $1::uuid and e.enabled and e.deleted_at is null`,
};

export const outbox: Table<OutboxRow> = { name: 'outbox', columns, key: ['id'], insertedBy: insertEvents };
