// How often did the same person, e-mail, phone, IP or address try to order lately? Counted in hours of business time; each
// mark is a keyed hash, so that what is kept names no person.
import { type Change, insert, update } from '../changes.ts';
import type { Instant } from '../dates.ts';
import type { Velocity } from './rows.ts';

/** What repeated orders can have in common. The person's is exact, the others miss what commits at the same moment. */
export const marks = ['person', 'email', 'phone', 'ip', 'address'] as const;
export type Mark = (typeof marks)[number];

/** Orders tried within the last hour, 24 hours and 7 days, the present one not among them. */
export interface Pace {
  readonly hour: number;
  readonly day: number;
  readonly week: number;
}
export type Window = keyof Pace;
export type Paces = { readonly [Each in Mark]?: Pace };

const hourMs = 3_600_000;
export const windowMs: Readonly<Record<Window, number>> = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs };

/** The hour of an instant: where an order tried then is counted. */
export const hourOf = (now: Instant): Instant => now - (now % hourMs);

/** Of a mark under which no order was tried lately. */
const noPace: Pace = { hour: 0, day: 0, week: 0 };

/**
 * The pace of one mark. The hour in which a window begins counts for the part of it that the window covers, rounded up: so
 * the figure is exact within an hour, and later a close estimate.
 */
export function paceOf(rows: readonly Pick<Velocity, 'hourAt' | 'count'>[], now: Instant): Pace {
  if (rows.length === 0) return noPace;
  const byHour = new Map<Instant, number>();
  for (const { hourAt, count } of rows) byHour.set(hourAt, (byHour.get(hourAt) ?? 0) + count);
  const within = (window: Window): number => {
    const from = now - windowMs[window];
    let total = 0;
    for (const [hourAt, count] of byHour) {
      const covered = Math.min(hourMs, hourAt + hourMs - from);
      if (covered > 0) total += Math.ceil((count * covered) / hourMs);
    }
    return total;
  };
  return { hour: within('hour'), day: within('day'), week: within('week') };
}

/** The lane of a process that a writer is; behind its last dot a writer names a batch of it. */
function laneOf(writer: string): string {
  const dot = writer.lastIndexOf('.');
  return dot < 0 ? writer : writer.slice(0, dot);
}

/** One order more under these marks, each in the row that this writer's lane has of the present hour, or else in a new one. */
export function countedOnce(subjects: readonly string[], known: readonly Velocity[], now: Instant, writer: string): Change[] {
  const hourAt = hourOf(now);
  const lane = laneOf(writer);
  const distinct = subjects.filter((subject, place) => subjects.indexOf(subject) === place);
  return distinct.map((subject) => {
    const row = known.find((each) => each.subject === subject && each.hourAt === hourAt && laneOf(each.writer) === lane);
    return row ? update('velocities', row, { add: { count: 1 } }) : insert('velocities', { subject, hourAt, writer, count: 1 });
  });
}
