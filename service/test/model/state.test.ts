// The rows of a batch in memory: each decision changes all that it says or nothing, and what is written is what all of them come to.
// If this breaks, half a decision is stored with those of others.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { State, type Written } from '../../src/book/state.ts';
import { type Change, insert, update } from '../../src/core/changes.ts';
import type { Velocity } from '../../src/core/risk/rows.ts';
import { lookups, tables } from '../../src/tables.ts';

const subjects = ['a', 'b', 'c'] as const;
type Subject = (typeof subjects)[number];
const rowOf = (subject: Subject, count: number): Velocity => ({ subject, hourAt: 0, writer: 'w', count });

interface Step {
  readonly kind: 'insert' | 'update';
  readonly subject: Subject;
  readonly count: number;
}

const step = fc.record({
  kind: fc.constantFrom('insert', 'update'),
  subject: fc.constantFrom(...subjects),
  count: fc.integer({ min: 1, max: 9 }),
});
const decisions = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 8 });

const changeOf = ({ kind, subject, count }: Step): Change =>
  kind === 'insert' ? insert('velocities', rowOf(subject, count)) : update('velocities', rowOf(subject, 0), { add: { count } });

/** What these decisions come to: a count for each subject, and what was added to it in all. */
interface Counted {
  readonly count: number;
  readonly isNew: boolean;
  readonly added: number;
}
type Model = ReadonlyMap<Subject, Counted>;

/** Undefined where a part of it cannot be. */
function after(before: Model, steps: readonly Step[]): Model | undefined {
  const counts = new Map(before);
  for (const { kind, subject, count } of steps) {
    const known = counts.get(subject);
    if ((kind === 'insert') === (known !== undefined)) return undefined;
    if (known) counts.set(subject, { ...known, count: known.count + count, added: known.added + count });
    else counts.set(subject, { count, isNew: true, added: 0 });
  }
  return counts;
}

const seen = (state: State): unknown => ({
  found: subjects.map((subject) => state.find('velocities', `0/w/${subject}`)?.count),
  listed: subjects.map((subject) => state.list('velocities', 'subject', subject).map(({ count }) => count)),
  written: [...state.written()].flatMap(([, rows]) =>
    (rows as Written<Velocity>[]).map(({ row, isNew, add }) => [row.subject, row.count, isNew, add.count ?? 0]),
  ),
});

const expected = (model: Model, touched: ReadonlySet<Subject>): unknown => {
  const counts = subjects.map((subject) => model.get(subject)?.count);
  const written = subjects.flatMap((subject) => {
    const { count = 0, isNew = false, added = 0 } = model.get(subject) ?? {};
    return touched.has(subject) ? [[subject, count, isNew, added]] : [];
  });
  return { found: counts, listed: counts.map((count) => (count === undefined ? [] : [count])), written };
};

it('changes all that a decision says, or nothing', () => {
  let refused = 0;
  fc.assert(
    fc.property(decisions, fc.boolean(), (all, isLoaded) => {
      const state = new State({ tables, lookups });
      let model: Model = new Map(isLoaded ? [['b', { count: 5, isNew: false, added: 0 }]] : []);
      if (isLoaded) state.load('velocities', rowOf('b', 5));
      const touched = new Set<Subject>();
      for (const steps of all) {
        const next = after(model, steps);
        const apply = (): void => state.apply(steps.map(changeOf));
        if (next) {
          apply();
          model = next;
          for (const { subject } of steps) touched.add(subject);
        } else {
          expect(apply).toThrow();
          refused += 1;
        }
        expect(seen(state)).toEqual(expected(model, touched));
      }
    }),
  );
  expect(refused).toBeGreaterThan(20);
});

it('undoes the changes before one that no table takes', () => {
  const state = new State({ tables, lookups });
  const wrong = { add: { hourAt: 1 }, set: {} } as never;
  const changes = [insert('velocities', rowOf('a', 1)), update('velocities', rowOf('a', 0), wrong)];
  expect(() => state.apply(changes)).toThrow('velocities.hourAt is no counter');
  expect(seen(state)).toEqual(expected(new Map(), new Set()));
});
