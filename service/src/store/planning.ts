// How the server plans what we send: once a connection and by index, so that no plan depends on the statistics of the day.
import type { Call } from './call.ts';

/** By which the server knows our connections. */
export const serviceName = 'deferred-payment-service';

export const sessionSettings = [
  '-c default_transaction_isolation=read\\ committed',
  // A lost client or a stuck lock must not hold a merchant up for longer than this.
  '-c lock_timeout=2000',
  '-c statement_timeout=5000',
  '-c idle_in_transaction_session_timeout=5000',
  '-c timezone=UTC',
  '-c jit=off',
  // A plan is made once a connection and reads by index, independent of statistics: one made while a table was empty still holds
  // when the table is large, and no batch pays for planning. `plannedAnew` statements are the exception.
  '-c plan_cache_mode=force_generic_plan',
  '-c dps.plans=force_generic_plan',
  '-c enable_seqscan=off',
  // A row looked at in vain costs more than anything: so an index is used by all its columns even while the table is small.
  '-c cpu_tuple_cost=1',
  '-c cpu_index_tuple_cost=1',
  // By these costs all is worth a process more, which takes longer to start than most statements to end, and a processor from the book.
  '-c max_parallel_workers_per_gather=0',
].join(' ');

/** Sent on every new connection. A cluster finds the shard by the values of a statement, which a generic plan does not know. */
export const planningOfCluster = `select set_config('plan_cache_mode', 'auto', false), set_config('dps.plans', 'auto', false)
from pg_extension where extname = 'citus'`;

/** Around a statement that is planned for its values, by all means the planner has; both hold for the transaction alone. */
const planningFor = (name: string, settings: Readonly<Record<string, string>>): Call => {
  const set = Object.entries(settings).map(([setting, value]) => `set_config('${setting}', ${value}, true)`);
  return { statement: { name, text: `select ${set.join(', ')}` }, values: [] };
};
const planAnew = planningFor('plan_anew', {
  plan_cache_mode: `'force_custom_plan'`,
  enable_seqscan: `'on'`,
  cpu_tuple_cost: `'0.01'`,
  cpu_index_tuple_cost: `'0.005'`,
});
const planOnce = planningFor('plan_once', {
  // Not set where a pooler passes no settings on.
  plan_cache_mode: `coalesce(current_setting('dps.plans', true), 'auto')`,
  enable_seqscan: `'off'`,
  cpu_tuple_cost: `'1'`,
  cpu_index_tuple_cost: `'1'`,
});

export const withPlanning = (each: Call): Call[] => (each.statement.plannedAnew ? [planAnew, each, planOnce] : [each]);
export const isPlanning = (each: Call | undefined): boolean => each === planAnew || each === planOnce;
