// Withdrawals of consumers from the credit of their orders.
import type { DutyOf } from '../core/law/with-duty.ts';
import type { CostReturn, Withdrawal } from '../core/order/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';
import { orderIds } from './orders.sql.ts';

export const withdrawals: Table<Withdrawal> = {
  name: 'withdrawals',
  columns: {
    orderId: 'uuid',
    noticedOn: 'date',
    payBy: 'date',
    medium: 'text',
    principalMinor: 'bigint',
    interestMinor: 'bigint',
    returnedMinor: 'bigint',
    insertedAt: 'timestamptz',
  },
  key: ['orderId'],
};

export const costReturns: Table<CostReturn> = {
  name: 'costReturns',
  columns: {
    captureNumber: 'text',
    reason: 'text',
    transactionId: 'text',
    orderId: 'uuid',
    interestMinor: 'bigint',
    feeMinor: 'bigint',
    creditMinor: 'bigint',
    savedMinor: 'bigint',
    countedOn: 'date',
    countedInterestMinor: 'bigint',
    countedFeeMinor: 'bigint',
    changedRows: 'json',
    insertedAt: 'timestamptz',
  },
  key: ['captureNumber', 'reason', 'transactionId'],
  defaults: { transactionId: '' },
  sets: ['interestMinor', 'feeMinor', 'savedMinor', 'countedOn', 'countedInterestMinor', 'countedFeeMinor', 'changedRows'],
};

/** Below the lock of the order. */
export const listCostReturns: Statement = {
  name: 'list_cost_returns',
  text: `select ${selectList(costReturns, 'x')} from cost_returns x
where x.merchant_id = $1 and x.order_id = any(array(${orderIds}))`,
};

/** Below the lock of the order. */
export const listWithdrawals: Statement = {
  name: 'list_withdrawals',
  text: `select ${selectList(withdrawals, 'w')} from withdrawals w
where w.merchant_id = $1 and w.order_id = any(array(${orderIds}))`,
};

/** An order by its number ($2), its own id or the id of a contract it was placed on ($3), with when its last agreement was concluded and when it was decided. */
export const findAgreedOrder: Statement = {
  name: 'find_agreed_order',
  text: `select o.id, o.number, o.currency, o.authorized_minor as "authorizedMinor", n.customer ->> 'conversationLanguage' as "customerLanguage",
  (select greatest(max(k.made_at), max(k.used_at)) from contracts k where k.merchant_id = $1 and k.order_id = o.id) as "agreedAt",
  greatest(
    (select w.decided_at from order_reviews w where w.merchant_id = $1 and w.order_id = o.id and w.decision = 'approve'),
    (select i.confirmed_at from identity_checks i where i.merchant_id = $1 and i.order_id = o.id)) as "decidedAt"
from orders o join order_contents n on n.merchant_id = o.merchant_id and n.order_id = o.id
where o.merchant_id = $1 and (o.number_key = $2 or o.id = $3::uuid
  or o.id = (select k.order_id from contracts k where k.merchant_id = $1 and k.id = $3::uuid))
order by o.state = 'Rejected', o.inserted_at desc limit 1`,
};

const now = `($1::timestamptz + m.clock_offset_ms * interval '1 millisecond')`;
/** When an order was concluded: placed, moved to another agreement, approved by a person, or its consumer confirmed the identity. */
const concluded = `greatest(o.inserted_at, k.used_at, w.decided_at, i.confirmed_at)`;
const due = `${concluded} + interval '1 day'`;
const remindable = (duties: readonly DutyOf[]): string => `from merchants m
join (values ${duties.map(({ country, since }) => `('${country}', '${since}'::date)`).join(', ')}) as d (country, since) on d.country = m.country
join orders o on o.merchant_id = m.id
left join contracts k on k.merchant_id = o.merchant_id and k.order_id = o.id and not exists (
  select 1 from contracts l where l.merchant_id = o.merchant_id and l.order_id = o.id and (l.made_at, l.id) > (k.made_at, k.id))
left join order_reviews w on w.merchant_id = o.merchant_id and w.order_id = o.id and w.decision = 'approve'
left join identity_checks i on i.merchant_id = o.merchant_id and i.order_id = o.id
where o.state in ('Authorized', 'PartlyCaptured', 'Captured')
  and (${concluded} at time zone m.time_zone)::date >= d.since
  and (k.id is null or ${concluded} - k.made_at < interval '1 day')
  and exists (select 1 from order_contents n where n.merchant_id = o.merchant_id and n.order_id = o.id
    and n.customer is not null and n.customer ->> 'customerCategory' is distinct from 'Company')
  and not exists (select 1 from withdrawals t where t.merchant_id = o.merchant_id and t.order_id = o.id)
  and not exists (select 1 from documents p where p.merchant_id = o.merchant_id and p.id = coalesce(k.id, o.id))`;

/**
 * Orders whose reminder of the right of withdrawal is due, until the right ends; where it does not end, for two weeks. Of those with
 * ids from $6 to before $7, of shops whose clock is the real one or ($8) was put forward.
 */
export const withdrawalRemindersDue = (duties: readonly DutyOf[]): Statement => ({
  name: 'list_withdrawal_reminders',
  text: `select o.merchant_id as "merchantId", o.number, o.id, k.id as "contractId",
  (extract(epoch from ${concluded}) * 1000)::float8 as "concludedAt", ${due} as "at",
  (extract(epoch from ${now} - (${due})) * 1000)::float8 as "lateMs"
${remindable(duties)} and o.id >= $6::uuid and o.id < $7::uuid and (m.clock_offset_ms <> 0) = $8::boolean
  and ${due} <= ${now} and ${due} > ${now} - interval '14 days' and ($5::uuid is null or m.id = $5)
  and (${due}, o.id) > ($2::timestamptz, $3::uuid)
order by ${due}, o.id limit $4::int`,
});

/** When the next one of merchant $1 is due after $2. */
export const nextWithdrawalReminder = (duties: readonly DutyOf[]): Statement => ({
  name: 'find_next_withdrawal_reminder',
  text: `select min(${due}) as "at" ${remindable(duties)}
  and m.id = $1 and ${due} > $2::timestamptz`,
});
