--! concurrently
-- What is to be charged to an account, or given back to it: nearly always nothing.
create index concurrently if not exists captures_to_charge on captures (merchant_id, inserted_at, number)
  where on_account and (amount_minor - refunded_minor - paid_minor + credit_minor > 0 or (credit_minor > 0 and charged_minor > 0));
-- Orders that were agreed on other terms have an account of their own: a person may have several of one currency.
create index concurrently if not exists accounts_of_customer on accounts (merchant_id, customer_key, currency) where state <> 'Declined';
drop index concurrently if exists accounts_customer;
