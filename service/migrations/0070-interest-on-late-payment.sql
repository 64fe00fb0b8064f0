-- Interest on late payment is charged with reminders: what of a capture's charges is interest, and what of it was paid. Null until
-- some is charged, so that no other row grows.
alter table captures
  add column late_interest_minor bigint,
  add column late_interest_paid_minor bigint;

-- With a letter, and all of it that is open with the letter.
alter table capture_reminders
  add column interest_minor bigint not null default 0,
  add column interest_open_minor bigint not null default 0;
