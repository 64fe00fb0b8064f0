--! concurrently
-- What a batch counts is a row for each mark, and marks are hashes: in the index of their key each changed a page by chance. Behind the
-- batch that made them they are side by side. That index begins with the hour alone, as one by merchant and hour would be read for the
-- counters of a merchant whom statistics do not know yet.
create unique index concurrently if not exists velocities_by_writer on velocities (hour_at, merchant_id, writer, subject);
-- One by hash reads and changes two pages for a counter, one of them always the same, where the one by tails did one for each of its levels. A
-- subject has few rows, one for each hour and writer, so no page of it is followed by many others.
create index concurrently if not exists velocities_subject on velocities using hash (right(subject, 7));
drop index concurrently if exists velocities_by_subject;
