// Merchants, test clock and jobs of a running service.
import { demand, type Reach } from './admin-api.ts';
import { Failure } from './failure.ts';
import { inPath } from './in-path.ts';
import { listAll } from './pages.ts';
import { table } from './terminal.ts';
import { durationText } from './time.ts';

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly now: string;
  readonly organisationId?: string;
  readonly active: boolean;
}

export interface Clock {
  readonly now: string;
  readonly offsetSeconds: number;
}

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly succeededAt?: string;
  readonly nextRunAt?: string;
  readonly heldBy?: string;
  readonly lagSeconds?: number;
  readonly doneCount: number;
  readonly failureCount: number;
  readonly failuresInRow: number;
  readonly lastFailure?: string;
}

/** How a command names the merchant that it is about, but under `merchants`, whose objects are merchants themselves. */
export const ofMerchant = ['--merchant <merchant>', 'by id, country or name'] as const;
export interface OfMerchant {
  readonly merchant: string;
}

/** What to do about a command that says by no --merchant whose things it is about: a word at another place does not say it. */
export const merchantHint = (said: string): string | undefined =>
  said.includes(`'${ofMerchant[0]}' not specified`)
    ? 'Name the merchant with --merchant, by id, country or name: --merchant de. Its place in the line does not name it.'
    : undefined;

export async function listMerchants(reach: Reach): Promise<readonly Merchant[]> {
  return (await listAll(reach, '/admin/v1/merchants', 'merchants')) as unknown as Merchant[];
}

/** A merchant by id, by country where it is the only one there, or by name. */
export function pickMerchant<Known extends Pick<Merchant, 'id' | 'name' | 'country'>>(
  merchants: readonly Known[],
  wanted: string,
): Known {
  const text = wanted.trim().toLowerCase();
  const found = merchants.filter(({ id, country, name }) => [id, country, name].some((each) => each.toLowerCase() === text));
  const [one] = found;
  if (one && found.length === 1) return one;
  if (one)
    throw new Failure(
      `"${wanted}" means ${found.length} merchants.`,
      `Name one by its id: ${found.map(({ id, name }) => `${id} (${name})`).join(', ')}.`,
    );
  const known = merchants.map(({ name, country }) => `${country} (${name})`).join(', ');
  throw new Failure(`There is no merchant "${wanted}".`, `By id, country or name; there are ${known || 'none'}.`);
}

export function merchantLines(merchants: readonly Merchant[]): string[] {
  return table(
    ['country', 'name', 'currency', 'orders', 'its time', 'id'],
    merchants.map(({ id, name, country, currency, active, now }) => [country, name, currency, active ? 'yes' : 'no', now, id]),
  );
}

const clockPath = (merchant: Merchant): string => `/admin/v1/merchants/${merchant.id}/clock`;
export const readClock = (reach: Reach, merchant: Merchant): Promise<Clock> => demand(reach, 'GET', clockPath(merchant));

export interface ClockOnItsWay extends Clock {
  readonly reached: boolean;
  readonly goal: string;
  readonly stops: number;
}

/** Put the clock forward; a long way is asked for part by part, each told. */
export async function setClock(
  reach: Reach,
  merchant: Merchant,
  to: ({ now: string } | { advanceSeconds: number }) & { reason?: string },
  tell: (on: ClockOnItsWay) => void = () => undefined,
): Promise<Clock> {
  let on = await demand<ClockOnItsWay>(reach, 'PUT', clockPath(merchant), to);
  while (!on.reached) {
    tell(on);
    on = await demand<ClockOnItsWay>(reach, 'PUT', clockPath(merchant), { ...to, now: on.goal });
  }
  return { now: on.now, offsetSeconds: on.offsetSeconds };
}

export function clockLines(merchant: Merchant, { now, offsetSeconds }: Clock): string[] {
  const ahead = offsetSeconds === 0 ? 'runs with real time' : `${durationText(offsetSeconds)} ahead of real time`;
  return [`${merchant.name} (${merchant.country}): ${now}, ${ahead}`];
}

export async function listJobs(reach: Reach): Promise<readonly Job[]> {
  return (await demand<{ jobs: Job[] }>(reach, 'GET', '/admin/v1/jobs')).jobs;
}

export interface JobRun {
  readonly done: number;
  readonly skipped: boolean;
  readonly heldBy?: string;
  readonly startedAt?: string;
}

export function runJob(reach: Reach, name: string, said: { readonly reason?: string }): Promise<JobRun> {
  return demand(reach, 'POST', `/admin/v1/jobs/${inPath(name)}/run`, said);
}

export function jobRunLine(name: string, { done, skipped, heldBy, startedAt }: JobRun): string {
  return skipped
    ? `${name}: not run, ${heldBy ?? 'another process'} runs it since ${startedAt ?? 'now'}`
    : `${name}: ${done} done`;
}

export function jobLines(jobs: readonly Job[]): string[] {
  const right = (title: string) => ({ title, align: 'right' as const });
  const rows = jobs.map((job) => [
    job.name,
    durationText(job.everySeconds),
    job.startedAt ?? 'never',
    job.succeededAt ?? 'never',
    job.heldBy === undefined ? (job.nextRunAt ?? 'soon') : `runs in ${job.heldBy}`,
    job.lagSeconds === undefined ? '?' : job.lagSeconds < 1 ? '-' : durationText(job.lagSeconds),
    String(job.doneCount),
    job.failuresInRow > 0 ? `${job.failuresInRow} in a row` : String(job.failureCount),
    job.lastFailure ?? '',
  ]);
  const titles = ['job', right('every'), 'last run', 'last success', 'next run', right('lag'), right('done'), right('failures')];
  return table([...titles, 'last failure'], rows);
}
