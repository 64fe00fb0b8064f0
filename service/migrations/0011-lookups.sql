-- Look-ups find a merchant's customer by customer number, and by national number through its keyed hash.
create index customers_by_number on customers (merchant_id, number) where number is not null;
create index customer_profiles_by_national_id on customer_profiles (merchant_id, national_id_key)
  where national_id_key is not null;
