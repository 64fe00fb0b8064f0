--! concurrently
-- What a batch counts is a row for each mark, and marks are hashes: in the index of their key each changed a page by chance. Behind the
-- batch that made them they are side by side.
create unique index concurrently if not exists velocities_by_writer on velocities (merchant_id, hour_at, writer, subject);
-- One by hash reads two pages for a counter, one of them always the same, where the one before did one for each of its levels. A subject
-- has few rows, one for each hour and writer, so no page of it is followed by many others. By tails, as the whole subject is in the key's
-- index, too, which would seem as good while statistics know little of the table.
create index concurrently if not exists velocities_subject on velocities using hash (right(subject, 7));
drop index concurrently if exists velocities_by_subject;
