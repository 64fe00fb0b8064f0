-- Values that stood for "none" because a column could not be set to null.
alter table accounts alter column next_step_on drop not null;
update accounts set next_step_on = null where next_step_on = '9999-12-31';
update list_entries set expires_at = null where expires_at >= '9999-12-31';
update payouts set reason = null where reason = '';
update payouts set paid_on = null where state <> 'Paid' and paid_on is not null;
update customer_profiles set national_id_key = nullif(national_id_key, ''), name_key = nullif(name_key, ''), born_key = nullif(born_key, ''),
  email_key = nullif(email_key, ''), phone_key = nullif(phone_key, ''), address_key = nullif(address_key, '')
where '' in (national_id_key, name_key, born_key, email_key, phone_key, address_key);
-- A capture that a returned payment opened again is not settled.
update captures set settled_on = null where settled_on is not null and amount_minor - refunded_minor - paid_minor + credit_minor > 0;
