// What the confirmation page shows of an order.
import type { Statement } from '../store/table.ts';

export const findOrderToConfirm: Statement = {
  name: 'find_order_to_confirm',
  text: `select o.number, o.state, o.authorized_minor as "authorizedMinor", o.currency, m.name as "merchantName", m.language,
  c.customer ->> 'conversationLanguage' as "customerLanguage", c.customer ->> 'mobilePhone' as "mobilePhone",
  c.customer ->> 'email' as "email", coalesce(c.customer -> 'address' ->> 'countryCode', m.country) as country
from orders o
join merchants m on m.id = o.merchant_id
join order_contents c on c.merchant_id = o.merchant_id and c.order_id = o.id
where o.merchant_id = $1 and o.id = $2`,
};
