// When which job ran, who runs it now, and who works for which merchant. Leases are compared with the database's own clock,
// the same for every process.
import type { Statement } from '../store/table.ts';

const later = (seconds: string): string => `now() + ${seconds} * interval '1 second'`;

/**
 * Take the lease $2 of a job for $3 seconds; $4 says whether by hand, which needs not wait for the next run. A lease that
 * was never ended shows that a process died in the middle. If it is not taken, the row that is there is returned. The moment comes
 * from the row to insert, as a cluster calls no clock where each of its nodes would read its own.
 */
export const takeLease: Statement = {
  name: 'take_job_lease',
  text: `with taken as (
  insert into job_runs as j (name, lease_holder, lease_until, started_at)
  values ($1, $2, ${later('$3::float8')}, now())
  on conflict (name) do update set lease_holder = $2, lease_until = excluded.lease_until, started_at = excluded.started_at,
    failure_count = j.failure_count + case when j.lease_until > '-infinity' then 1 else 0 end,
    failures_in_row = j.failures_in_row + case when j.lease_until > '-infinity' then 1 else 0 end,
    failed_at = case when j.lease_until > '-infinity' then j.lease_until else j.failed_at end,
    last_failure = case when j.lease_until > '-infinity' then 'its process ended in the middle' else j.last_failure end
  where j.lease_until < excluded.started_at and ($4::bool or j.next_run_at is null or j.next_run_at <= excluded.started_at)
  returning 1
)
select exists (select from taken) as taken, j.lease_holder as "heldBy", j.started_at as "startedAt",
  j.lease_until > now() as held, extract(epoch from j.next_run_at - now())::float8 as "waitSeconds"
from (values ($1::text)) as asked (name) left join job_runs j using (name)`,
};

/** Not once it has ended: a renewal on its way at that moment would take the lease again, for no run. */
export const renewLease: Statement = {
  name: 'renew_job_lease',
  text: `update job_runs set lease_until = ${later('$3::float8')}
where name = $1 and lease_holder = $2 and lease_until > '-infinity' returning 1`,
};

/**
 * End it: $3 done, $4 why it failed or null, $5 seconds to the next run. After failures the pauses double, up to five minutes
 * or the job's own pace, so that what is broken is not tried all the time and what is mended is seen soon. Its moments are computed
 * first: a cluster computes none while it updates the copies of a row.
 */
export const endLease: Statement = {
  name: 'end_job_lease',
  text: `with clock as materialized (
  select now() as at, case when $4::text is null then ${later('$5::float8')}
    else ${later('least($5::float8 * 2 ^ least(failures_in_row, 10), greatest($5::float8, 300))')} end as next
  from job_runs where name = $1
)
update job_runs set lease_until = '-infinity', finished_at = clock.at, done_count = done_count + $3::bigint,
  failure_count = failure_count + case when $4::text is null then 0 else 1 end,
  failures_in_row = case when $4::text is null then 0 else failures_in_row + 1 end,
  last_failure = coalesce($4, last_failure),
  failed_at = case when $4::text is null then failed_at else clock.at end,
  succeeded_at = case when $4::text is null then clock.at else succeeded_at end,
  next_run_at = clock.next
from clock where name = $1 and lease_holder = $2`,
};

export const listRuns: Statement = {
  name: 'list_job_runs',
  text: `select name, started_at as "startedAt", finished_at as "finishedAt", succeeded_at as "succeededAt",
  failed_at as "failedAt", next_run_at as "nextRunAt", done_count as "doneCount", failure_count as "failureCount",
  failures_in_row as "failuresInRow", last_failure as "lastFailure",
  case when lease_until > now() then lease_holder end as "heldBy"
from job_runs`,
};

/**
 * A merchant's share of a job: for $4 seconds that of $3, unless another process holds it. Two statements in one, as a cluster adds
 * no seconds to a moment in the condition of an upsert.
 */
export const takeClaim: Statement = {
  name: 'take_merchant_claim',
  text: `with taken as (
  update merchant_claims set holder = $3, lease_until = ${later('$4::float8')}
  where merchant_id = $1 and name = $2 and lease_until < now() returning 1
), made as (
  insert into merchant_claims (merchant_id, name, holder, lease_until) values ($1, $2, $3, ${later('$4::float8')})
  on conflict (merchant_id, name) do nothing returning 1
)
select 1 from taken union all select 1 from made`,
};

export const renewClaim: Statement = {
  name: 'renew_merchant_claim',
  text: `update merchant_claims set lease_until = ${later('$4::float8')}
where merchant_id = $1 and name = $2 and holder = $3 and lease_until > '-infinity' returning 1`,
};

export const endClaim: Statement = {
  name: 'end_merchant_claim',
  text: `update merchant_claims set lease_until = '-infinity' where merchant_id = $1 and name = $2 and holder = $3`,
};
