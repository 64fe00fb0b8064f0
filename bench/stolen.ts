// What the host of a virtual machine gave of its processors to other machines (steal): whatever runs on it answers late then.
import { readFileSync } from 'node:fs';

export interface ProcessorTime {
  /** Ticks of all processors since the start of the machine, idle ones among them. */
  readonly all: number;
  readonly stolen: number;
  /** Idle or waiting for a disk. */
  readonly idle: number;
}

/** The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, and what is in user already (proc_stat(5)). */
export function timeIn(stat: string): ProcessorTime {
  const [line = ''] = stat.split('\n', 1);
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0, idle: (ticks[3] ?? 0) + (ticks[4] ?? 0) };
}

/** Nothing where the system does not say it. */
export function processorTime(): ProcessorTime | undefined {
  try {
    return timeIn(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return undefined;
  }
}

/** The share of all processors' time; nothing where it is not known, or no time has passed. */
export const stolenBetween = (before: ProcessorTime | undefined, after: ProcessorTime | undefined): number | undefined =>
  before && after && after.all > before.all ? (after.stolen - before.stolen) / (after.all - before.all) : undefined;

/** Ticks in which a processor worked, for us or others of this machine. */
export const busyBetween = (before: ProcessorTime, after: ProcessorTime): number =>
  after.all - before.all - (after.idle - before.idle) - (after.stolen - before.stolen);

/**
 * How much more the dearest of some stretches took than the cheapest, each a mean of so many parts. The same work takes longer when the
 * processors are slower, as when others use the other halves of their cores, which is not called steal.
 */
export function spreadOf(parts: readonly number[], partsTogether: number): number | undefined {
  const stretches = Array.from({ length: Math.floor(parts.length / partsTogether) }, (_none, index) =>
    parts.slice(index * partsTogether, (index + 1) * partsTogether).reduce((sum, each) => sum + each, 0),
  );
  return stretches.length < 2 ? undefined : Math.max(...stretches) / Math.min(...stretches) - 1;
}

/** From this share on a part of a run says more of the host than of what was measured: queues of a second followed such parts. */
export const disturbedFrom = 0.02;

/** Which parts had the machine to themselves, and the one before them, too: what waited in that is answered in the next. */
export const undisturbedParts = (stolen: readonly number[]): number[] =>
  stolen.flatMap((share, part) => (share < disturbedFrom && (stolen[part - 1] ?? 0) < disturbedFrom ? [part] : []));
