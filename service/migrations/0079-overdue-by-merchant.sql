--! concurrently
-- What is overdue is looked for of one merchant, longest first, or of all of them, each by its own clock. An index of the day alone was
-- of use only once there were statistics: until then every capture of a merchant was read.
create index concurrently if not exists captures_overdue on captures (merchant_id, due_on, number)
  where amount_minor - refunded_minor - paid_minor + credit_minor > 0;
drop index concurrently if exists captures_due;
