// kill -9 from outside: the service under load, in every third round its database too, as often as said. Each request goes out with a key and
// is asked again until it is answered; afterwards nothing acknowledged is lost, nothing is doubled, every event was delivered at least
// once, and the ledger verifies.
import { pause } from '../../service/src/postgres/embedded-process.ts';
import { dataFolder, tidyUp } from '../../service/test/support/service-process.ts';
import { readFlags, wholeNumber } from '../flags.ts';
import { complaintsAfterwards } from './kills/afterwards.ts';
import { createLoad } from './kills/load.ts';
import { startDeliveries } from './kills/receiver.ts';
import { Victim } from './kills/victim.ts';

const clients = 16;

export interface KillOptions {
  readonly rounds: number;
  /** From one kill to the next, at most. */
  readonly roundMs: number;
}

export async function run(parameters: readonly string[]): Promise<boolean> {
  const { rounds } = readFlags(parameters, { rounds: { type: 'string' } });
  const options = { rounds: wholeNumber('rounds', rounds, { usual: 50 }), roundMs: 3000 };
  const complaints = await killAgainAndAgain(options, console.log);
  for (const complaint of complaints) console.error(`FAULT: ${complaint}`);
  return complaints.length === 0;
}

export async function killAgainAndAgain({ rounds, roundMs }: KillOptions, tell: (line: string) => void): Promise<string[]> {
  const deliveries = await startDeliveries();
  const victim = new Victim(dataFolder());
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const)
    process.once(signal, () => {
      victim.rest();
      void tidyUp().finally(() => process.exit(128 + number));
    });
  try {
    await victim.start();
    await deliveries.register(victim.address);
    const load = createLoad(() => victim.address);
    const working = load.work(clients);
    // An answer that no retry mends ends the trial here, and not as an error that nobody catches.
    working.catch(() => {});
    const withoutAnswers: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const before = load.acknowledged.length;
      await Promise.race([working, pause(roundMs * (0.3 + 0.7 * Math.random()))]);
      const ms = await victim.dieAndComeBack(round % 3 === 0);
      withoutAnswers.push(ms);
      if (round % 10 === 0 || round === rounds)
        tell(`${round} rounds, ${load.acknowledged.length} acknowledged, ${load.acknowledged.length - before} in the last`);
    }
    load.stop();
    await working;
    const complaints = await complaintsAfterwards(victim, load.acknowledged, deliveries);
    const kinds = [...new Set(load.acknowledged.map(({ what }) => what))].map(
      (kind) => `${load.acknowledged.filter(({ what }) => what === kind).length} × ${kind}`,
    );
    tell(`acknowledged: ${kinds.join(', ')}; asked again without an answer: ${load.repeated()} times`);
    tell(`${deliveries.got.length} deliveries of ${new Set(deliveries.got.map(({ id }) => id)).size} events`);
    tell(`from a kill to the next start being ready: ${Math.min(...withoutAnswers)} to ${Math.max(...withoutAnswers)} ms`);
    return complaints;
  } finally {
    await tidyUp();
    await deliveries.close();
  }
}
