// Places learned from deliveries: who was seen where, what that teaches, and what a process reads of it.
import type { Statement } from '../store/table.ts';

/** Up to which capture a merchant's deliveries were looked at. */
export const findPlaceMark: Statement = {
  name: 'find_place_mark',
  text: `select w.captured_at::text as "capturedAt", w.capture_number as "captureNumber" from place_marks w where w.merchant_id = $1`,
};

/**
 * The next captures ($5 at most) after one ($2, $3) and not later than $4. They are taken by index before anything is joined to them,
 * or a book of a million orders is read for nothing. 'kept': nothing of it was returned or refunded. The address is the receiver's,
 * else the buyer's.
 */
export const listConfirmedDeliveries: Statement = {
  name: 'list_confirmed_deliveries',
  text: `select x.inserted_at::text as "capturedAt", x.number as "captureNumber",
  x.refunded_minor = 0 and x.return_notified_at is null as kept, coalesce(k.merged_into, k.key) as "customerKey",
  coalesce(c.delivery_customer->'address', c.customer->'address') as address
from (
  select d.* from captures d
  where d.merchant_id = $1 and (d.inserted_at, d.number) > ($2::timestamptz, $3) and d.inserted_at <= $4::timestamptz
  order by d.inserted_at, d.number limit $5::int
) x
join orders o on o.merchant_id = $1 and o.id = x.order_id
join customers k on k.merchant_id = $1 and k.key = o.customer_key
left join order_contents c on c.merchant_id = $1 and c.order_id = o.id
order by x.inserted_at, x.number`,
};

/** Who was seen where ($1), and up to which capture each merchant was looked at ($2): both or neither. */
export const insertSightings: Statement = {
  name: 'insert_sightings',
  text: `with seen as (
  insert into place_sightings (merchant_id, country, postal_code, place_key, customer_key, place)
  select s."merchantId", s.country, s.code, s.key, s."customerKey", s.name
  from json_to_recordset($1::json) as s("merchantId" uuid, country text, code text, key text, "customerKey" text, name text)
  on conflict do nothing
)
insert into place_marks as w (merchant_id, captured_at, capture_number)
select s."merchantId", s."capturedAt", s."captureNumber"
from json_to_recordset($2::json) as s("merchantId" uuid, "capturedAt" timestamptz, "captureNumber" text)
on conflict (merchant_id) do update set captured_at = excluded.captured_at, capture_number = excluded.capture_number
where (w.captured_at, w.capture_number) < (excluded.captured_at, excluded.capture_number)`,
};

/** Places where so many customers ($1) were seen; people who became one since count once. */
export const learnPlaces: Statement = {
  name: 'learn_places',
  plannedAnew: true,
  text: `insert into learned_places (merchant_id, country, postal_code, place_key, place)
select s.merchant_id, s.country, s.postal_code, s.place_key, min(s.place) from place_sightings s
join customers k on k.merchant_id = s.merchant_id and k.key = s.customer_key
group by s.merchant_id, s.country, s.postal_code, s.place_key
having count(distinct coalesce(k.merged_into, k.key)) >= $1::int
on conflict do nothing returning place_key`,
};

/** Something that changes whenever there are other learned places. */
export const findLearnedMark: Statement = {
  name: 'find_learned_mark',
  text: `select count(*) || ' ' || coalesce(max(l.learned_at)::text, '') as mark from learned_places l`,
};

export const listLearnedPlaces: Statement = {
  name: 'list_learned_places',
  text: `select l.merchant_id as "merchantId", l.country, l.postal_code as code, l.place as name from learned_places l
order by l.merchant_id, l.country, l.postal_code, l.place_key`,
};
