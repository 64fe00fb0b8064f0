-- What an event tells, and which version of its order or account it made. Events from before have none of it.
alter table orders add column version integer not null default 0;
alter table accounts add column version integer not null default 0;
alter table outbox add column version integer;
alter table outbox add column data json;
