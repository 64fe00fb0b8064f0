// A book that keeps maps instead of tables. It decides with the very code of the database's book, so that what is proved
// here of decisions holds there; what only a database can show (locks, races, lost connections) is tested in races/.

import { decideAll, type Records } from '../../src/book/deciding.ts';
import type { StoredAnswer } from '../../src/book/idempotency.sql.ts';
import { State } from '../../src/book/state.ts';
import type { Answered, Write } from '../../src/book/write.ts';
import { businessTime, type MerchantOnClock } from '../../src/core/merchant.ts';
import type { Refusal } from '../../src/core/refusals.ts';
import { lawful } from '../../src/core/setting.ts';
import { lookups, tables } from '../../src/tables.ts';
import { countingChance } from './counting-chance.ts';

export interface MemoryBook {
  readonly state: State;
  /** Everything recorded so far: ledger, outbox, audit, stored answers. */
  readonly records: Records;
  submit(write: Write): Answered | Refusal;
  /** One batch: each decides on the state as the ones before it left it. */
  submitAll(writes: readonly Write[]): (Answered | Refusal)[];
}

export interface MemoryBookOptions {
  readonly merchant: () => MerchantOnClock;
  readonly clock: () => number;
}

export function createMemoryBook(options: MemoryBookOptions): MemoryBook {
  const state = new State({ tables, lookups });
  const chance = countingChance();
  const records: Records = { storedAnswers: [], audit: [], outbox: [], ledger: [] };
  const answers = new Map<string, StoredAnswer>();

  const submitAll = (writes: readonly Write[]): (Answered | Refusal)[] => {
    const merchant = options.merchant();
    const setting = lawful({ now: businessTime(merchant, options.clock()), merchant, chance, writer: 'memory' });
    const decided = decideAll(writes, { state, setting, answers });
    for (const row of decided.records.storedAnswers) answers.set(row.claim, row);
    for (const kind of ['storedAnswers', 'audit', 'outbox', 'ledger'] as const) {
      (records[kind] as unknown[]).push(...decided.records[kind]);
    }
    return decided.outcomes.map((outcome) => {
      if (outcome.kind === 'fault') throw outcome.fault;
      if (outcome.kind === 'postponed')
        return submitAll([...(outcome.first ? [outcome.first] : []), outcome.next]).at(-1) as Answered;
      return outcome.kind === 'refused' ? outcome.refusal : outcome;
    });
  };

  return {
    state,
    records,
    submitAll,
    submit(write) {
      const [answer] = submitAll([write]);
      if (!answer) throw new Error('no answer');
      return answer;
    },
  };
}
