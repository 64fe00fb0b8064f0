-- The book writes a child only below a parent that it holds locked in the same transaction, and never deletes a parent: these checks
-- read and locked a parent's row again for each row written. What they proved is proved by the tests' look at the books.
alter table orders drop constraint orders_merchant_id_fkey, drop constraint orders_merchant_id_customer_key_fkey;
alter table order_contents drop constraint order_contents_merchant_id_order_id_fkey;
alter table credit_decisions drop constraint credit_decisions_merchant_id_order_id_fkey;
alter table captures drop constraint captures_merchant_id_order_id_fkey;
alter table capture_installments drop constraint capture_installments_merchant_id_capture_number_fkey;
alter table refunds drop constraint refunds_merchant_id_capture_number_fkey;
alter table voids drop constraint voids_merchant_id_order_id_fkey;
alter table shipping_details drop constraint shipping_details_merchant_id_capture_number_fkey;
alter table customers drop constraint customers_merchant_id_fkey;
alter table customer_numbers drop constraint customer_numbers_merchant_id_customer_key_fkey;
alter table customer_profiles drop constraint customer_profiles_merchant_id_customer_key_fkey;
alter table exposures drop constraint exposures_merchant_id_customer_key_fkey;
alter table checkouts drop constraint checkouts_merchant_id_fkey;
alter table account_events drop constraint account_events_merchant_id_account_number_fkey;
alter table account_entries drop constraint account_entries_merchant_id_account_number_fkey;
alter table account_days drop constraint account_days_merchant_id_account_number_fkey;
alter table account_months drop constraint account_months_merchant_id_account_number_fkey;

-- Each was the beginning of another index on the same columns.
drop index orders_amounts;
drop index customer_profiles_national_id;
