// Captures that are to be charged to a customer account, or of which something is to be given back to it.
import { anyMerchant } from '../store/all-merchants.sql.ts';
import type { Statement } from '../store/table.ts';

/** As the index says it. */
const toCharge = `c.on_account and (c.amount_minor - c.refunded_minor - c.paid_minor + c.credit_minor > 0
  or (c.credit_minor > 0 and c.charged_minor > 0))`;

/** Of any merchant, page by page, the oldest first: candidates only, the book decides again under the lock. */
export const listCapturesToCharge: Statement = {
  name: 'list_captures_to_charge',
  text: `select c.merchant_id as "merchantId", c.number, c.inserted_at as "insertedAt", o.number as "orderNumber", o.terms, o.currency,
  o.customer_key as "customerKey", c.charged_account as "chargedAccount", c.credit_minor > 0 and c.charged_minor > 0 as "isBack",
  case when c.charged_account is null and not exists (
    select 1 from payment_returns r where r.merchant_id = c.merchant_id and r.order_id = c.order_id and r.capture_number = c.number
  ) then c.invoiced_on else (c.updated_at at time zone m.time_zone)::date end as "valueOn",
  (extract(epoch from $1::timestamptz + m.clock_offset_ms * interval '1 millisecond' - c.updated_at) * 1000)::float8 as "lateMs"
from captures c join merchants m on m.id = c.merchant_id
join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
where ${toCharge} and c.merchant_id = ${anyMerchant} and ($6::uuid is null or c.merchant_id = $6)
  and (c.inserted_at, c.merchant_id, c.number) > ($2::timestamptz, $3::uuid, $4::text)
order by c.inserted_at, c.merchant_id, c.number limit $5::int`,
};

/** When the next one of merchant $1 is due after $2: at once. */
export const findNextCharge: Statement = {
  name: 'find_next_charge',
  text: `select min(c.updated_at) as "at" from captures c where c.merchant_id = $1 and ${toCharge} and c.updated_at > $2::timestamptz`,
};
