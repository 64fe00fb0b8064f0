// Orders that expire soon, found by the thresholds of their merchant's contract (core/order/warn.ts).
import type { Statement } from '../store/table.ts';

/** A merchant's thresholds in days, and the moment a threshold of an order has come: days of the merchant's own calendar. */
const thresholds = `cross join lateral (
  select w.days::int as days from json_array_elements_text(
    case when json_typeof(m.contract->'expiryWarningDays') = 'array' then m.contract->'expiryWarningDays' else '[3, 1]' end
  ) as w (days)
) as w`;
const now = `($1::timestamptz + m.clock_offset_ms * interval '1 millisecond')`;
const moment = `(o.expires_on + 1 - w.days)::timestamp at time zone m.time_zone`;
const capturable = `o.state in ('Authorized', 'PartlyCaptured') and o.authorized_minor > o.captured_minor + o.voided_minor
  and w.days > 0 and (o.warned_days is null or o.warned_days > w.days) and ${moment} > o.inserted_at`;

/** Page by page: candidates only, the book decides again under the lock. */
export const listExpiringOrders: Statement = {
  name: 'list_expiring_orders',
  text: `select o.merchant_id as "merchantId", o.number, o.id, max(${moment}) as "at",
  (extract(epoch from ${now} - max(${moment})) * 1000)::float8 as "lateMs"
from merchants m
${thresholds}
join orders o on o.merchant_id = m.id
where ${capturable}
  -- What an index can tell before each order is looked at by its own merchant's thresholds and time.
  and o.expires_at > $1::timestamptz and o.expires_at <= $1::timestamptz + (
    select max(m.clock_offset_ms) * interval '1 millisecond' + (max(w.days) + 1) * interval '1 day' from merchants m ${thresholds})
  and o.expires_at > ${now} and ${moment} <= ${now} and ($5::uuid is null or m.id = $5)
group by o.merchant_id, o.number, o.id, m.clock_offset_ms
having (max(${moment}), o.id) > ($2::timestamptz, $3::uuid)
order by max(${moment}), o.id limit $4::int`,
};

/** When the next warning of merchant $1 is due after $2. */
export const findNextWarning: Statement = {
  name: 'find_next_warning',
  text: `select min(${moment}) as "at" from merchants m ${thresholds} join orders o on o.merchant_id = m.id
where m.id = $1 and ${capturable} and ${moment} > $2::timestamptz`,
};
