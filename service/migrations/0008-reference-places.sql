-- Reference data of postal codes and places, shared by all merchants. An import is filled out of sight and becomes current
-- by one statement, so that no reader ever sees half of one.
create table reference_imports (
  id uuid primary key,
  label text not null,
  credit text not null,
  content_hash text not null,
  place_count integer not null check (place_count >= 0),
  state text not null check (state in ('Loading', 'Current', 'Old')),
  started_at timestamptz not null default now(),
  current_at timestamptz
);

create table reference_places (
  import_id uuid not null references reference_imports (id) on delete cascade,
  country text not null,
  postal_code text not null,
  place text not null,
  latitude double precision,
  longitude double precision,
  primary key (import_id, country, postal_code, place)
);
