-- Places that deliveries confirmed and no register has, as one merchant's customers write them. A sighting is one customer
-- at one place; several customers make a place learned.
create table place_sightings (
  merchant_id uuid not null references merchants (id),
  country text not null,
  postal_code text not null,
  place_key text not null,
  customer_key text not null,
  place text not null,
  primary key (merchant_id, country, postal_code, place_key, customer_key)
);

create table learned_places (
  merchant_id uuid not null references merchants (id),
  country text not null,
  postal_code text not null,
  place_key text not null,
  place text not null,
  learned_at timestamptz not null default now(),
  primary key (merchant_id, country, postal_code, place_key)
);

-- Up to which capture a merchant's deliveries were looked at.
create table place_marks (
  merchant_id uuid not null references merchants (id),
  captured_at timestamptz not null,
  capture_number text not null,
  primary key (merchant_id)
);

create index captures_time on captures (merchant_id, inserted_at, number);
