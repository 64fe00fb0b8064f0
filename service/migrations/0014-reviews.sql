-- Orders that wait: who decided them and why, and how often a consumer tried to confirm the identity.

create table order_reviews (
  merchant_id uuid not null,
  order_id uuid not null,
  decision text not null check (decision in ('approve', 'decline')),
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);

create table identity_checks (
  merchant_id uuid not null,
  order_id uuid not null,
  attempt_count integer not null check (attempt_count >= 0),
  send_count integer not null check (send_count >= 0),
  sent_at timestamptz,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);

create index orders_pending on orders (merchant_id, inserted_at, id) where state = 'Pending';
create index list_entries_standing on list_entries (merchant_id, inserted_at, id) where removed_at is null;
