-- A capture may be repaid early in parts, so costs fall away more than once: each time is a row, by the payment that did it. Until the
-- day of the payment the costs of the credit came to what is counted here, and anew from then on. What a reduction takes off one kind of
-- cost may have been paid of the other, so that only both together are never below zero.
alter table cost_returns
  add column transaction_id text not null default '',
  add column saved_minor bigint,
  add column counted_on date,
  add column counted_interest_minor bigint,
  add column counted_fee_minor bigint;
alter table cost_returns drop constraint cost_returns_interest_minor_check;
alter table cost_returns drop constraint cost_returns_fee_minor_check;
alter table cost_returns add constraint cost_returns_returned_check check (interest_minor + fee_minor >= 0);
alter table cost_returns drop constraint cost_returns_pkey;
alter table cost_returns add constraint cost_returns_pkey primary key (merchant_id, capture_number, reason, transaction_id);
