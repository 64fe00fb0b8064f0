--! concurrently
-- Keyed hashes are looked for by their last seven characters (store/key-tail.sql.ts). As they are random, each new one changes a page of its own, which is
-- written to the log whole after every checkpoint: the fewer pages an index has, the fewer those are. With the hashes whole, those of
-- people who are alike were nearly three times as large, and the one of the counters nearly six times. Namesakes stay as they are: most are read
-- from their index alone, which only has what it keeps whole.
create index concurrently if not exists customer_profiles_by_birth on customer_profiles (merchant_id, right(born_key, 7), right(customer_key, 7))
  where born_key is not null;
create index concurrently if not exists customer_profiles_by_email on customer_profiles (merchant_id, right(email_key, 7), right(customer_key, 7))
  where email_key is not null;
create index concurrently if not exists customer_profiles_by_phone on customer_profiles (merchant_id, right(phone_key, 7), right(customer_key, 7))
  where phone_key is not null;
create index concurrently if not exists customer_profiles_by_address on customer_profiles (merchant_id, right(address_key, 7), right(customer_key, 7))
  where address_key is not null;
create unique index concurrently if not exists velocities_in_time on velocities (merchant_id, hour_at, subject, writer);
create index concurrently if not exists velocities_by_subject on velocities (merchant_id, right(subject, 7));
drop index concurrently if exists customer_profiles_born_in_order;
drop index concurrently if exists customer_profiles_email_in_order;
drop index concurrently if exists customer_profiles_phone_in_order;
drop index concurrently if exists customer_profiles_address_in_order;
