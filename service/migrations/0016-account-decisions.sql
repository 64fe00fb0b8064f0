-- What the engine said to an application, so that it is run again as every other decision is.
alter table account_applications add column result json;
create index account_applications_decided on account_applications (merchant_id, decided_at, id);
create index account_applications_account on account_applications (merchant_id, account_number);
