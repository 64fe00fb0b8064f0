-- When a job runs next, since when it works or fails, and who holds what a job does for one merchant. All of it is about
-- real time: what is due is decided by the merchant's own.
alter table job_runs
  add column next_run_at timestamptz,
  add column succeeded_at timestamptz,
  add column failed_at timestamptz,
  add column failures_in_row integer not null default 0;

-- A merchant's share of a job, so that several processes work on different merchants: a lease like a job's own.
create table merchant_claims (
  merchant_id uuid not null,
  name text not null,
  holder text not null,
  lease_until timestamptz not null,
  primary key (merchant_id, name)
);
