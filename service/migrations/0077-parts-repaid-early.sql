-- A capture may be repaid early in parts, so costs fall away more than once: each time is a row, by the payment that did it. Until the
-- day of the payment the costs of the credit are what is counted here, and anew from then on; which installments it changed is kept
-- for a payment that the bank takes back. What a reduction takes off one kind of
-- cost may have been paid of the other, and what is taken back may be less than was paid since, so that either may be below zero.
alter table cost_returns
  add column transaction_id text not null default '',
  add column saved_minor bigint,
  add column counted_on date,
  add column counted_interest_minor bigint,
  add column counted_fee_minor bigint,
  add column changed_rows json;
alter table cost_returns drop constraint cost_returns_interest_minor_check;
alter table cost_returns drop constraint cost_returns_fee_minor_check;
alter table cost_returns drop constraint cost_returns_check;
alter table cost_returns add constraint cost_returns_credit_minor_check check (credit_minor >= 0);
alter table cost_returns drop constraint cost_returns_pkey;
alter table cost_returns add constraint cost_returns_pkey primary key (merchant_id, capture_number, reason, transaction_id);
