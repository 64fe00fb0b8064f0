// Times as people type them: an instant, a day, or how much later.
import { exitCodes, Failure } from './failure.ts';

const seconds: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** 31d, 12h, 1d12h30m: in seconds. */
export function durationSeconds(text: string): number | undefined {
  const parts = [...text.toLowerCase().matchAll(/(\d{1,9})([wdhms])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.toLowerCase()) return undefined;
  return parts.reduce((total, [, count, unit = '']) => total + Number(count) * (seconds[unit] ?? 0), 0);
}

export function demandDuration(text: string): number {
  const duration = durationSeconds(text);
  if (duration === undefined || duration === 0)
    throw new Failure(`"${text}" is no duration.`, 'Write it like 31d, 12h or 1d12h.', exitCodes.usage);
  return duration;
}

/** An instant, a day, or a duration from now. */
export function demandInstant(text: string, now: number): number {
  const duration = durationSeconds(text);
  if (duration !== undefined) return now + duration * 1000;
  const instant = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant))
    throw new Failure(`"${text}" is no time.`, 'Write it like 2027-01-31, 2027-01-31T12:00:00Z or 90d.', exitCodes.usage);
  return instant;
}

/** An instant, a day, or so long before now. */
export function instantBefore(text: string, now: number): number {
  const duration = durationSeconds(text);
  return duration === undefined ? demandInstant(text, now) : now - duration * 1000;
}

/** A number of seconds as "31 d 12 h". */
export function durationText(total: number): string {
  if (total === 0) return '0 s';
  const parts: string[] = [];
  let rest = total;
  for (const unit of ['d', 'h', 'm', 's']) {
    const length = seconds[unit] ?? 1;
    if (rest >= length) parts.push(`${Math.floor(rest / length)} ${unit === 'm' ? 'min' : unit}`);
    rest %= length;
  }
  return parts.slice(0, 2).join(' ');
}
