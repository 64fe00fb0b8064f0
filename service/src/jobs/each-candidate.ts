// Jobs whose candidates are worked for one by one: a plain read finds them page by page, and the work decides each again under its locks.
import { fewAtOnce } from '../runtime/few-at-once.ts';
import type { Statement } from '../store/table.ts';
import type { Job, RunningDeps } from './jobs.ts';

const pageSize = 500;

type Place = readonly [string, string, string];

export interface CandidateWork<Candidate> {
  readonly name: string;
  readonly everySeconds: number;
  /**
   * Candidates due at $1 after a place ($2, $3, $4), at most $5, of merchant $6 or of all: with how long ago each was due on the merchant's
   * clock (`lateMs`).
   */
  readonly statement: Statement;
  readonly due: Statement;
  /** Before the first of all candidates. */
  readonly beginning: Place;
  readonly placeOf: (candidate: Candidate) => Place;
  /** How much was done for one. */
  readonly work: (deps: RunningDeps, candidate: Candidate) => Promise<number>;
}

export function candidateJob<Candidate>(job: CandidateWork<Candidate>): Job {
  const { name, everySeconds, statement, due, beginning } = job;
  return {
    name,
    everySeconds,
    due,
    async lateMs({ db, clock }) {
      const [oldest] = await db.read(statement, new Date(clock()).toISOString(), ...beginning, 1, null);
      return Number(oldest?.['lateMs'] ?? 0);
    },
    run: (deps) => eachCandidate(deps, job),
  };
}

async function eachCandidate<Candidate>(
  deps: RunningDeps,
  { name, statement, beginning, placeOf, work }: CandidateWork<Candidate>,
): Promise<number> {
  let [done, failed] = [0, 0];
  let after = beginning;
  for (;;) {
    const now = new Date(deps.clock()).toISOString();
    const candidates = (await deps.db.read(statement, now, ...after, pageSize, deps.only ?? null)) as unknown as Candidate[];
    const tried = await fewAtOnce(candidates, (each) => work(deps, each), deps.stopping);
    for (const each of tried) {
      if (each?.status === 'fulfilled') done += each.value;
      if (each?.status === 'rejected') failed += 1;
    }
    const last = candidates.at(-1);
    if (last) after = placeOf(last);
    if (candidates.length < pageSize || deps.stopping()) break;
  }
  // One that fails must not keep the others from being worked for; the run as a whole is reported as failed.
  if (failed > 0) throw new Error(`${name} failed for ${failed}`);
  return done;
}
