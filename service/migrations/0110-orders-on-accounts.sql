--! breaking
-- What the version before captures by account says nothing of one, and would be charged to none.
--
-- What is captured of an order by account is charged to the buyer's customer account, which asks for it from then on: the charge counts
-- among what the capture was paid, and what is refunded after it is given back to the account in turn.
alter table captures
  -- True where the account is to ask for it, false where the order has to, after all; null of every other way to pay.
  add column on_account boolean,
  -- The account, and how much of paid_minor it was charged.
  add column charged_account text,
  add column charged_minor bigint not null default 0,
  add constraint captures_charged check (0 <= charged_minor and charged_minor <= paid_minor and (charged_minor = 0 or charged_account is not null));
-- A mandate of a contract stood in the contract alone once: its debit collects the order, which no account may ask for as well.
update orders o set terms = (o.terms::jsonb || jsonb_build_object('mandateNumber', n.mandate_number))::json from contracts n
where n.merchant_id = o.merchant_id and n.order_id = o.id and n.mandate_number is not null and o.payment_type = 'Account'
  and o.terms is not null and o.terms ->> 'mandateNumber' is null;
update captures c set on_account = true from orders o
where o.merchant_id = c.merchant_id and o.id = c.order_id and o.payment_type = 'Account';

alter table accounts
  -- The order whose agreement an account was opened by, where none was applied for.
  add column order_number text,
  -- When an order with an agreement of its own was last charged to it, after it was opened.
  add column agreed_at timestamptz;
