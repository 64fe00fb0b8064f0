// The side lane: writes whose batch failed are tried again one by one, beside the next batches, so that one cannot hurt another.
import { refuse } from '../core/refusals.ts';
import { call } from '../store/db.ts';
import { type BatchOptions, inOneTransaction, isBusy, isLockTimeout, mayPass } from './batch.ts';
import type { Outcome } from './deciding.ts';
import { fail, type Member, traced } from './member.ts';

const triesAlone = 4;
const impatient = [call({ name: 'impatient', text: `set local lock_timeout = '250ms'` })];

export type SideLane = (member: Member) => void;

/**
 * Tries members alone, two at a time, with a short lock timeout: a row that another transaction holds must not take the
 * connections that the other merchants need.
 */
export function createSideLane(options: BatchOptions): SideLane {
  const waiting: Member[] = [];
  const free = ['a', 'b'];
  const next = (): void => {
    const member = free.length > 0 ? waiting.shift() : undefined;
    const lane = member && free.pop();
    if (!member || lane === undefined) return;
    void alone(options, member, lane).finally(() => {
      free.push(lane);
      next();
    });
  };
  return (member) => {
    waiting.push(member);
    next();
  };
}

async function alone(options: BatchOptions, member: Member, lane: string): Promise<void> {
  const ended = (outcome: 'settled' | 'busy' | 'fault'): void => options.metrics.count('dps_book_retries_total', { outcome });
  const busy = (): void => {
    ended('busy');
    member.resolve(refuse('service.busy'));
  };
  for (let tried = 1; ; tried += 1) {
    if (member.write.abandoned?.()) return busy();
    const attempt = traced(options.traces, [member], () =>
      inOneTransaction(options, [member.write], { settings: impatient, lane }),
    );
    const outcome = await attempt.then(
      ([only]) => only,
      (fault: unknown): Outcome => ({ kind: 'fault', fault }),
    );
    if (outcome && outcome.kind !== 'fault') ended('settled');
    if (outcome?.kind === 'answered') return member.resolve(outcome);
    if (outcome?.kind === 'refused') return member.resolve(outcome.refusal);
    if (outcome?.kind === 'postponed') return member.resolve(outcome);
    const fault = outcome?.fault;
    const last = !mayPass(fault) || isLockTimeout(fault) || tried >= triesAlone;
    if (last && isBusy(fault)) return busy();
    if (last) {
      ended('fault');
      return fail(member, fault);
    }
    await new Promise((resume) => setTimeout(resume, 50 * 2 ** tried));
  }
}
