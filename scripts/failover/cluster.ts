// PostgreSQL by Patroni with etcd and HAProxy, as docs/failover.md sets it up, on machines of ours.
import type { ChildProcess } from 'node:child_process';
import { existsSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { NotUsable } from '../flags.ts';
import { hostAddress, type Machine, openSite, type Site } from './machines.ts';

/** Seconds of Patroni: how long a leader may be silent, how often all of them look, how long a call may take. */
export const patroniSeconds = { ttl: 20, loop_wait: 5, retry_timeout: 5, primary_start_timeout: 10 };
/** Twenty blows leave 1.7 GB of WAL, of which a copy keeps what was written since its last restart point but one. */
const diskMegabytes = 2500;
const superuser = { username: 'postgres', password: 'of-the-trial' };
const replication = { username: 'replicator', password: 'of-the-trial' };
const proxyPort = 6432;
const database = 'dps';

export interface Cluster {
  /** Of the logs. */
  readonly folder: string;
  /** By HAProxy, and by the list of hosts. */
  readonly urls: { readonly proxy: string; readonly hosts: string };
  /** What does not run of a machine, or of all. */
  start(machine?: Machine): void;
  killEtcd(): void;
  leader(): Promise<Machine | undefined>;
  /** The leader, once another takes each of its commits too; undefined where that is not so in time. */
  whole(seconds: number): Promise<Machine | undefined>;
  /** What Patroni says of each machine, and how full its disk is: for whoever asks why the cluster is not whole. */
  condition(): Promise<string>;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

const names = ['one', 'two', 'three', 'four', 'five'];
export const mostNodes = names.length;

/** Where Debian 12 has each, and in which package. */
const needed: Readonly<Record<string, string>> = {
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/ip': 'iproute2',
};

export async function startCluster(nodes: number): Promise<Cluster> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new NotUsable('Networks and disks are made and cut here: run it as root, on Linux (Debian 12).');
  const missing = Object.keys(needed).filter((file) => !existsSync(file));
  if (missing.length > 0) {
    const packages = missing.map((file) => needed[file]).join(' ');
    throw new NotUsable(`${missing.join(', ')} missing, on Debian 12: apt-get install ${packages}`);
  }
  const site = openSite(diskMegabytes);
  const machines = names.slice(0, nodes).map((name, index) => site.machine(index + 1, name));
  const processes = processesOf(site, machines);
  const start: Cluster['start'] = (machine) => {
    for (const each of processes) if ((machine ?? each.machine) === each.machine) each.start();
  };
  start();
  const haproxy = join(site.folder, 'haproxy.cfg');
  writeFileSync(haproxy, haproxyOf(machines));
  site.start('/usr/sbin/haproxy', '-db', '-f', haproxy);

  const members = (): Promise<readonly Member[]> => firstOf(machines.map(({ address }) => membersBy(address)));
  const leader = async (): Promise<Machine | undefined> => {
    for (const machine of machines) if (await isPrimary(machine)) return machine;
    return undefined;
  };
  const whole: Cluster['whole'] = async (seconds) => {
    for (const until = performance.now() + seconds * 1000; performance.now() < until; await pause(250)) {
      const found = await members();
      const isRunning = found.length === nodes && found.every(({ state }) => state === 'running' || state === 'streaming');
      if (isRunning && found.some(({ role }) => role === 'sync_standby')) return leader();
    }
    return undefined;
  };
  const condition: Cluster['condition'] = async () => conditionOf(machines, await members());
  const first = await whole(90);
  if (!first) throw new Error(`The cluster was not whole within 90 s: ${await condition()}`);
  await makeDatabase(first);
  const address = (hosts: string): string => `postgres://${database}:${superuser.password}@${hosts}/${database}`;
  const hosts = machines.map((machine) => `${machine.address}:5432`).join(',');
  return {
    folder: dirname(site.folder),
    urls: { proxy: address(`127.0.0.1:${proxyPort}`), hosts: `${address(hosts)}?target_session_attrs=read-write` },
    start,
    killEtcd() {
      for (const each of processes) if (each.isEtcd) each.kill();
    },
    leader,
    whole,
    condition,
  };
}

function conditionOf(machines: readonly Machine[], members: readonly Member[]): string {
  const each = machines.map(({ name, folder }) => {
    const { role, state } = members.find((member) => member.name === name) ?? {};
    const { blocks, bavail } = statfsSync(folder);
    return `${name} ${role === undefined ? 'unknown to Patroni' : `${role}, ${state}`}, disk ${Math.ceil((1 - bavail / blocks) * 100)} % full`;
  });
  return each.join('; ');
}

interface Kept {
  /** None for what runs beside the machines. */
  readonly machine: Machine | undefined;
  readonly isEtcd: boolean;
  /** Unless it runs. */
  start(): void;
  kill(): void;
}

/** etcd beside the machines and on the first two, as three survive the loss of one; Patroni on each machine. */
function processesOf(site: Site, machines: readonly Machine[]): readonly Kept[] {
  const members = [undefined, ...machines.slice(0, 2)];
  const cluster = members.map((machine) => `${nameOf(machine)}=${etcdOf(machine, 2380)}`).join(',');
  const clients = members.map((machine) => etcdOf(machine, 2379).slice('http://'.length));
  return [
    ...members.map((machine) => kept(machine, true, () => (machine ?? site).start(...etcdCommand(site, machine, cluster)))),
    ...machines.map((machine) => {
      const file = join(machine.folder, 'patroni.yml');
      // JSON is YAML.
      writeFileSync(file, JSON.stringify(patroniOf(machine, clients)), { mode: 0o644 });
      return kept(machine, false, () => machine.start('/usr/bin/patroni', file));
    }),
  ];
}

function kept(machine: Machine | undefined, isEtcd: boolean, start: () => ChildProcess): Kept {
  let child: ChildProcess | undefined;
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    machine,
    isEtcd,
    start() {
      if (!isRunning()) child = start();
    },
    kill: () => void child?.kill('SIGKILL'),
  };
}

const nameOf = (machine: Machine | undefined): string => machine?.name ?? 'beside';
const etcdOf = (machine: Machine | undefined, port: number): string => `http://${machine?.address ?? hostAddress}:${port}`;

function etcdCommand(site: Site, machine: Machine | undefined, cluster: string): [string, ...string[]] {
  const [clients, peers] = [etcdOf(machine, 2379), etcdOf(machine, 2380)];
  return ['/usr/bin/etcd', '--enable-v2', '--name', nameOf(machine), '--data-dir', join((machine ?? site).folder, 'etcd'), '--listen-client-urls', clients,
    '--advertise-client-urls', clients, '--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', cluster]; // biome-ignore format: flag and value
}

const patroniOf = ({ name, address, folder }: Machine, etcd: readonly string[]): object => ({
  scope: database,
  name,
  restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
  // Not etcd3, by which Patroni 3.0.2 writes over the lock of whoever took over.
  etcd: { hosts: etcd },
  bootstrap: {
    dcs: {
      ...patroniSeconds,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      failsafe_mode: true,
      postgresql: {
        use_pg_rewind: true,
        use_slots: true,
        parameters: { max_connections: 100, max_wal_size: '256MB', wal_keep_size: '128MB' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    pg_hba: [
      'local all all trust',
      'host all all 0.0.0.0/0 scram-sha-256',
      'host replication replicator 0.0.0.0/0 scram-sha-256',
    ],
  },
  postgresql: {
    listen: `${address}:5432`,
    connect_address: `${address}:5432`,
    data_dir: join(folder, 'data'),
    bin_dir: '/usr/lib/postgresql/15/bin',
    pgpass: join(folder, 'pgpass'),
    authentication: { superuser, replication, rewind: superuser },
    parameters: { unix_socket_directories: folder, password_encryption: 'scram-sha-256' },
  },
});

const haproxyOf = (machines: readonly Machine[]): string => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 60m
  timeout server 60m
  timeout check 2s
listen postgresql
  bind 127.0.0.1:${proxyPort}
  option httpchk
  http-check send meth GET uri /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${machines.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')}
`;

async function makeDatabase({ address }: Machine): Promise<void> {
  const client = new pg.Client({
    host: address,
    port: 5432,
    user: superuser.username,
    password: superuser.password,
    database: 'postgres',
  });
  await client.connect();
  await client.query(`create role ${database} login password '${superuser.password}'`);
  await client.query(`create database ${database} owner ${database}`);
  await client.end();
}

const asked = (address: string, path: string): Promise<Response> =>
  fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1500) });

async function membersBy(address: string): Promise<readonly Member[]> {
  const response = await asked(address, '/cluster');
  return ((await response.json()) as { readonly members: readonly Member[] }).members;
}

const isPrimary = ({ address }: Machine): Promise<boolean> =>
  asked(address, '/primary').then(
    ({ status }) => status === 200,
    () => false,
  );

const firstOf = (answers: Promise<readonly Member[]>[]): Promise<readonly Member[]> => Promise.any(answers).catch(() => []);
