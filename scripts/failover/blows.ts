// What is done to the leader or to etcd, and what an operator or systemd would do about it afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machines.ts';

export interface Blow {
  readonly name: string;
  strike(machine: Machine, cluster: Cluster): void;
  /** Once another leads, or after so many seconds; nothing where Patroni mends it alone. */
  mend?(machine: Machine, cluster: Cluster): void;
  readonly mendSeconds?: number;
}

/** So long nothing is mended while no other has taken over. */
const patienceSeconds = 45;
/** Longer than a leader may be silent. Nobody else is to lead meanwhile: PostgreSQL runs on, and somebody makes room or starts etcd. */
const longerThanTtl = 30;
/** A machine that came back at once would hide what is done without it. */
const afterTakeoverMs = 2000;

const postgres = '/bin/postgres -D';
/** With its children, which `kill -9` of the first ends anyway. */
const everyPostgres = 'postgres';
const patroni = '/usr/bin/patroni';
const etcd = '/usr/bin/etcd';
const startAgain: Blow['mend'] = (machine, cluster) => cluster.start(machine);

export const blows: readonly Blow[] = [
  { name: 'kill -9 of postgres', strike: (machine) => machine.signal('SIGKILL', postgres) },
  { name: 'kill -9 of patroni', strike: (machine) => machine.signal('SIGKILL', patroni), mend: startAgain },
  { name: 'kill -9 of everything', strike: (machine) => machine.signal('SIGKILL'), mend: startAgain },
  { name: 'network cut', strike: (machine) => machine.cut(), mend: (machine) => machine.heal() },
  {
    name: 'disk full',
    strike: (machine) => machine.fillDisk(),
    mend(machine, cluster) {
      machine.makeRoom();
      // Its etcd may have ended for want of room.
      cluster.start(machine);
    },
    mendSeconds: longerThanTtl,
  },
  { name: 'paused', strike: (machine) => machine.signal('SIGSTOP'), mend: (machine) => machine.signal('SIGCONT') },
  // As by a disk that hangs: Patroni lives, waits for it, and goes on where it stopped once another leads.
  {
    name: 'hanging',
    strike: (machine) => machine.signal('SIGSTOP', everyPostgres),
    mend: (machine) => machine.signal('SIGCONT', everyPostgres),
  },
  {
    name: 'kill -9 of one etcd',
    strike: (machine) => machine.signal('SIGKILL', etcd),
    mend: startAgain,
    mendSeconds: longerThanTtl,
  },
  {
    name: 'kill -9 of every etcd',
    strike: (_machine, cluster) => cluster.killEtcd(),
    mend: (_machine, cluster) => cluster.start(),
    mendSeconds: longerThanTtl,
  },
];

/** Strikes, waits until another leads, and mends. */
export async function play(blow: Blow, machine: Machine, cluster: Cluster): Promise<void> {
  blow.strike(machine, cluster);
  if (!blow.mend) return;
  const until = performance.now() + (blow.mendSeconds ?? patienceSeconds) * 1000;
  for (;;) {
    await pause(500);
    const leader = await cluster.leader();
    if (leader !== undefined && leader !== machine) break;
    if (performance.now() > until) break;
  }
  await pause(afterTakeoverMs);
  blow.mend(machine, cluster);
}
