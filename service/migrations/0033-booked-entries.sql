--! concurrently
-- Which entries of bank statements were booked on a capture or an account: asked when a person is told everything, or erased.
create index concurrently if not exists bank_entries_bookings on bank_entries using gin ((bookings::jsonb) jsonb_path_ops);
