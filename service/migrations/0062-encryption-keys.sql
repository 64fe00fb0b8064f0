-- The keys that sealed something here, by the name that stands in sealed values.
create table encryption_keys (
  id text primary key,
  -- Three letters that its hashes begin with; empty for the key that the database was made with.
  tag text not null,
  inserted_at timestamptz not null default now(),
  -- Since then another key makes what is new.
  succeeded_at timestamptz,
  -- Nothing needs it any more.
  retired_at timestamptz
);

-- The key under which the person is found by a newer encryption key: that row leads here.
alter table customers add column known_as text;
