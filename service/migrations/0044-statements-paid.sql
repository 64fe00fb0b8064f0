-- How many statements are overdue: when they are paid they count as paid late, as so many invoices would.
alter table accounts add column overdue_count integer not null default 0 check (overdue_count >= 0);
