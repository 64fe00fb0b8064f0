-- Whoever shares a mark is read in one order, from the index, however many thousands share it; lists are purged by age, and
-- the account of a contract's mandate is looked up on the lists when its order comes.
create index customer_profiles_name_in_order on customer_profiles (merchant_id, name_key, customer_key) where name_key is not null;
create index customer_profiles_born_in_order on customer_profiles (merchant_id, born_key, customer_key) where born_key is not null;
create index customer_profiles_email_in_order on customer_profiles (merchant_id, email_key, customer_key) where email_key is not null;
create index customer_profiles_phone_in_order on customer_profiles (merchant_id, phone_key, customer_key) where phone_key is not null;
create index customer_profiles_address_in_order on customer_profiles (merchant_id, address_key, customer_key)
  where address_key is not null;
drop index customer_profiles_name, customer_profiles_born, customer_profiles_email, customer_profiles_phone, customer_profiles_address;

create index list_entries_over on list_entries (merchant_id, least(expires_at, removed_at)) where least(expires_at, removed_at) is not null;
create index list_keys_entry on list_keys (merchant_id, entry_id);

-- Keyed hash of bank_account, as on the lists.
alter table contracts add column bank_account_key text;
