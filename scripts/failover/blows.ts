// What is done to the leader, and what an operator or systemd would do about it afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machines.ts';

export interface Blow {
  readonly name: string;
  strike(machine: Machine): void;
  /** Once another leads, or after `patienceSeconds`; nothing where Patroni mends it alone. */
  mend?(machine: Machine, cluster: Cluster): void;
}

/** So long nothing is mended while no other has taken over. */
const patienceSeconds = 45;
/** A machine that came back at once would hide what is done without it. */
const afterTakeoverMs = 2000;

const postgres = '/bin/postgres -D';
const patroni = '/usr/bin/patroni';

export const blows: readonly Blow[] = [
  { name: 'kill -9 of postgres', strike: (machine) => machine.signal('SIGKILL', postgres) },
  {
    name: 'kill -9 of patroni',
    strike: (machine) => machine.signal('SIGKILL', patroni),
    mend: (machine, cluster) => cluster.startPatroni(machine),
  },
  {
    name: 'kill -9 of everything',
    strike: (machine) => machine.signal('SIGKILL'),
    mend: (machine, cluster) => cluster.startPatroni(machine),
  },
  { name: 'network cut', strike: (machine) => machine.cut(), mend: (machine) => machine.heal() },
  { name: 'disk full', strike: (machine) => machine.fillDisk(), mend: (machine) => machine.makeRoom() },
  { name: 'paused', strike: (machine) => machine.signal('SIGSTOP'), mend: (machine) => machine.signal('SIGCONT') },
];

/** A full disk alone makes no other leader: PostgreSQL runs on, reads are answered, and somebody makes room. */
const roomAfterMs = 30_000;

/** Strikes, waits until another leads, and mends; the name of who leads then. */
export async function play(blow: Blow, machine: Machine, cluster: Cluster): Promise<void> {
  blow.strike(machine);
  if (!blow.mend) return;
  const until = performance.now() + (blow.name === 'disk full' ? roomAfterMs : patienceSeconds * 1000);
  for (;;) {
    await pause(500);
    const leader = await cluster.leader();
    if (leader !== undefined && leader !== machine) break;
    if (performance.now() > until) break;
  }
  await pause(afterTakeoverMs);
  blow.mend(machine, cluster);
}
