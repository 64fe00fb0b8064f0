--! concurrently
-- Namesakes are many, and most of them are another person by their birth date alone: with it in the index none of their rows is read.
create index concurrently if not exists customer_profiles_namesakes on customer_profiles (merchant_id, name_key, customer_key)
  include (birth_date) where name_key is not null;
drop index concurrently if exists customer_profiles_name_in_order;
