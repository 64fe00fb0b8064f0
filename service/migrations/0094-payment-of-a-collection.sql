-- Which payment was booked for a direct debit, so that what the bank takes back undoes that one, and not another of the same amount. Not
-- known of those that were collected before: theirs is found by its amount, as it was.
alter table collections add column transaction_id text;
