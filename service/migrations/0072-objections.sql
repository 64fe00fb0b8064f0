-- A person asked somebody to look at an automated rejection: what they say, until when they are answered, and the answer. One for
-- each decision. What the person and the one who answers say is sealed.
create table objections (
  merchant_id uuid not null references merchants (id),
  -- Of credit_decisions, account_applications or checkout_decisions.
  decision_id uuid not null,
  -- Of the letter with the answer.
  document_id uuid not null,
  kind text not null check (kind in ('order', 'account', 'checkout')),
  subject text not null,
  order_id uuid,
  customer_key text,
  checkout_id uuid,
  currency text not null,
  amount_minor bigint not null,
  language text not null,
  statement text,
  asked_at timestamptz not null,
  answer_by timestamptz not null,
  outcome text check (outcome in ('stands', 'changed')),
  answer text,
  reason text,
  decided_by text,
  answered_at timestamptz,
  primary key (merchant_id, decision_id),
  constraint objections_answered check ((outcome is null) = (answered_at is null))
);
create unique index objections_document on objections (merchant_id, document_id);
create index objections_open on objections (merchant_id, asked_at, decision_id) where answered_at is null;
create index objections_customer on objections (merchant_id, customer_key);
create index objections_order on objections (merchant_id, order_id);

-- Until when a customer's orders are not held to what a person found wrong in a rejection.
alter table customers add column cleared_until timestamptz;
