-- What is asked for by person: whom an act was about, whose answer was stored, and where to look when a person is told
-- everything, or erased.
alter table customers add column erased_at timestamptz;
alter table audit add column customer_id uuid;
alter table stored_answers add column customer_key text;
alter table stored_answers add column checkout_id uuid;

create index audit_customer on audit (merchant_id, customer_id) where customer_id is not null;
create index audit_account on audit (merchant_id, account_number) where account_number is not null;
create index stored_answers_customer on stored_answers (merchant_id, customer_key) where customer_key is not null;
create index stored_answers_checkout on stored_answers (merchant_id, checkout_id) where checkout_id is not null;
create index customers_ids on customers (merchant_id, id);
create index customer_numbers_customer on customer_numbers (merchant_id, customer_key);
create index customer_merges_into on customer_merges (merchant_id, into_key);
create index accounts_of_customer on accounts (merchant_id, customer_key);
create index place_sightings_customer on place_sightings (merchant_id, customer_key);
create index checkouts_customer on checkouts (merchant_id, customer_number) where customer_number is not null;
create index contracts_order on contracts (merchant_id, order_id) where order_id is not null;
create index contracts_checkout on contracts (merchant_id, checkout_id);
create index documents_order on documents (merchant_id, order_id) where order_id is not null;
