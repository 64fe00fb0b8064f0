// Merchants, test clock and jobs of a running service.
import { demand, type Reach } from './admin-api.ts';
import { Failure } from './failure.ts';
import { table } from './terminal.ts';
import { durationText } from './time.ts';

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly now: string;
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
  readonly doneCount: number;
  readonly failureCount: number;
  readonly lastFailure?: string;
}

export async function listMerchants(reach: Reach): Promise<readonly Merchant[]> {
  return (await demand<{ merchants: Merchant[] }>(reach, 'GET', '/admin/v1/merchants')).merchants;
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
    ['country', 'name', 'currency', 'its time', 'id'],
    merchants.map(({ id, name, country, currency, now }) => [country, name, currency, now, id]),
  );
}

const clockPath = (merchant: Merchant): string => `/admin/v1/merchants/${merchant.id}/clock`;
export const readClock = (reach: Reach, merchant: Merchant): Promise<Clock> => demand(reach, 'GET', clockPath(merchant));
export const setClock = (reach: Reach, merchant: Merchant, to: { now: string } | { advanceSeconds: number }): Promise<Clock> =>
  demand(reach, 'PUT', clockPath(merchant), to);

export function clockLines(merchant: Merchant, { now, offsetSeconds }: Clock): string[] {
  const ahead = offsetSeconds === 0 ? 'runs with real time' : `${durationText(offsetSeconds)} ahead of real time`;
  return [`${merchant.name} (${merchant.country}): ${now}, ${ahead}`];
}

export async function listJobs(reach: Reach): Promise<readonly Job[]> {
  return (await demand<{ jobs: Job[] }>(reach, 'GET', '/admin/v1/jobs')).jobs;
}

export function runJob(reach: Reach, name: string): Promise<{ done: number; skipped: boolean }> {
  return demand(reach, 'POST', `/admin/v1/jobs/${encodeURIComponent(name)}/run`);
}

export function jobLines(jobs: readonly Job[]): string[] {
  const right = (title: string) => ({ title, align: 'right' as const });
  const rows = jobs.map((job) => [
    job.name,
    durationText(job.everySeconds),
    job.finishedAt ?? (job.startedAt === undefined ? 'never' : `since ${job.startedAt}`),
    String(job.doneCount),
    String(job.failureCount),
    job.lastFailure ?? '',
  ]);
  return table(['job', right('every'), 'last run', right('done'), right('failures'), 'last failure'], rows);
}
