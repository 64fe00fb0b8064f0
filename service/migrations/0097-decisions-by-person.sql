--! concurrently
create index concurrently if not exists checkout_decisions_customer on checkout_decisions (merchant_id, customer_key) where customer_key is not null;
