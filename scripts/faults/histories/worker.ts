// One of the processes that play histories beside each other: its seeds, one after the other, and what was found.
import { playHistory } from './history.ts';

/** What one history came to, for the process that counts. */
export interface Report {
  readonly seed: number;
  readonly requests: number;
  readonly sendings: number;
  readonly answered: number;
  readonly wentWrong: Readonly<Record<string, number>>;
  readonly complaints: readonly string[];
}

export async function reportOf(seed: number): Promise<Report> {
  try {
    const { requests, complaints, wentWrong } = await playHistory({ seed });
    const attempts = requests.flatMap((request) => request.attempts);
    const answered = attempts.filter(({ answer }) => answer?.kind === 'answered').length;
    return { seed, requests: requests.length, sendings: attempts.length, answered, wentWrong, complaints };
  } catch (fault) {
    const complaint = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    return { seed, requests: 0, sendings: 0, answered: 0, wentWrong: {}, complaints: [complaint] };
  }
}

const [first, last, step] = process.argv.slice(2).map(Number);
if (process.send && first !== undefined && last !== undefined && step !== undefined) {
  for (let seed = first; seed <= last; seed += step) process.send(await reportOf(seed));
  process.disconnect();
}
