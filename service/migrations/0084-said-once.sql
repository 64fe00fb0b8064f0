-- What many rows of a merchant say alike is kept once: the policy of its decisions (eight hundred bytes in each) and what its invoices
-- say of the creditor (seven hundred in each capture). A row holds the mark, which is made of the text; rows from before keep the JSON.
create table common_contents (
  merchant_id uuid not null,
  mark uuid not null,
  content json not null,
  primary key (merchant_id, mark)
);
alter table credit_decisions add column policy_mark uuid;
alter table credit_decisions alter column policy drop not null;
alter table credit_decisions add constraint credit_decisions_policy check (policy is not null or policy_mark is not null) not valid;
alter table checkout_decisions add column policy_mark uuid;
alter table checkout_decisions alter column policy drop not null;
alter table checkout_decisions add constraint checkout_decisions_policy check (policy is not null or policy_mark is not null) not valid;
alter table account_applications add column policy_mark uuid;
alter table account_applications alter column policy drop not null;
alter table account_applications add constraint account_applications_policy check (policy is not null or policy_mark is not null) not valid;
alter table captures add column invoice_terms_mark uuid;
alter table captures add column invoice_due json;
