-- People as they were last seen, two of them that an operator found to be one, and what a merchant knows of them beforehand.

-- Set when an operator merged this customer into another: orders keep naming this row, the other one is the person. Only
-- ever points to a customer that is itself not merged.
alter table customers add column merged_into text;
alter table customers add constraint customers_merged_into
  foreign key (merchant_id, merged_into) references customers (merchant_id, key);
alter table customers add constraint customers_not_itself check (merged_into <> key);
create index customers_merged on customers (merchant_id, merged_into) where merged_into is not null;

-- The person as last seen in an order that stood, or as an update said. Keys are keyed hashes: of the number, and of what
-- makes two people alike; '' after a merge, when the row is nobody any more.
create table customer_profiles (
  merchant_id uuid not null,
  customer_key text not null,
  category text,
  first_name text,
  last_name text,
  company_name text,
  email text,
  phone text,
  mobile_phone text,
  birth_date date,
  address json,
  language text,
  distribution_type text,
  national_id text,
  national_id_key text,
  name_key text,
  born_key text,
  email_key text,
  phone_key text,
  address_key text,
  seen_at timestamptz not null,
  primary key (merchant_id, customer_key),
  foreign key (merchant_id, customer_key) references customers (merchant_id, key)
) with (fillfactor = 85);
create index customer_profiles_national_id on customer_profiles (merchant_id, national_id_key) where national_id_key is not null;
create index customer_profiles_name on customer_profiles (merchant_id, name_key) where name_key is not null;
create index customer_profiles_born on customer_profiles (merchant_id, born_key) where born_key is not null;
create index customer_profiles_email on customer_profiles (merchant_id, email_key) where email_key is not null;
create index customer_profiles_phone on customer_profiles (merchant_id, phone_key) where phone_key is not null;
create index customer_profiles_address on customer_profiles (merchant_id, address_key) where address_key is not null;

-- Who was merged into whom, by whom and why.
create table customer_merges (
  merchant_id uuid not null,
  id uuid not null,
  customer_key text not null,
  into_key text not null,
  reason text not null,
  merged_by text not null,
  merged_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_key) references customers (merchant_id, key),
  foreign key (merchant_id, into_key) references customers (merchant_id, key)
);
create index customer_merges_customer on customer_merges (merchant_id, customer_key);

-- The merchant's negative and positive lists. What an entry says of somebody is sealed; `keys` are the keyed hashes under
-- which it is found, each of them also a row of list_keys.
create table list_entries (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  list text not null check (list in ('negative', 'positive')),
  kind text not null check (kind in ('person', 'address', 'email', 'phone', 'bankAccount', 'company')),
  content text not null,
  content_key text not null,
  keys text not null,
  reason text not null,
  entered_by text not null,
  inserted_at timestamptz not null,
  expires_at timestamptz,
  removed_at timestamptz,
  removed_by text,
  removed_reason text,
  primary key (merchant_id, id)
);
create unique index list_entries_content on list_entries (merchant_id, content_key) where removed_at is null;

create table list_keys (
  merchant_id uuid not null,
  key text not null,
  entry_id uuid not null,
  primary key (merchant_id, key, entry_id),
  foreign key (merchant_id, entry_id) references list_entries (merchant_id, id)
);

-- Until when a pending order has to be decided; nobody did: it is declined by a job.
alter table orders add column decide_by timestamptz;
create index orders_undecided on orders (decide_by, id) where state = 'Pending';
