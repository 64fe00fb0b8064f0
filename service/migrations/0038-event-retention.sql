-- Events up to this number are kept no longer: who polls from before it is told so.
alter table event_streams add column purged_number bigint not null default 0;
