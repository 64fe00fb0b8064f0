--! concurrently
create index concurrently if not exists bank_entries_party on bank_entries (party_key) where party_key <> '';
create index concurrently if not exists bank_entries_unkeyed on bank_entries (id) where party_key is null and details is not null;
-- What is done with and still tells somebody's name.
create index concurrently if not exists bank_entries_closed on bank_entries (updated_at) where details is not null and state in ('SentBack', 'Ignored');
create index concurrently if not exists bank_entries_told on bank_entries (booked_on) where details is not null and state in ('Booked', 'SentBack', 'Ignored');
