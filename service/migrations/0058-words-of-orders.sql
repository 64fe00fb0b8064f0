-- The words by which an order is found, as core/search-words.ts makes them of its customer. Null in rows from before, where the index
-- order_contents_before makes them.
alter table order_contents add column words text;
