// Machines that are none: each is a network namespace with an address on a bridge of ours and a disk of its own (a tmpfs), so that its
// network can be cut, its disk filled, and all its processes be killed or stopped at once. Every end of ours takes everything away.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { NotUsable } from '../flags.ts';

const network = '10.213.77';
const bridge = 'dpsfo';
export const hostAddress = `${network}.1`;

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Its disk. */
  readonly folder: string;
  start(command: string, ...parameters: string[]): ChildProcess;
  /** To every process of the machine, or those whose command line has the words. */
  signal(signal: NodeJS.Signals, words?: string): void;
  cut(): void;
  heal(): void;
  fillDisk(): void;
  makeRoom(): void;
}

export interface Site {
  readonly folder: string;
  /** On the machine that holds them all, as the user postgres. */
  start(command: string, ...parameters: string[]): ChildProcess;
  machine(index: number, name: string): Machine;
}

const ip = (...parameters: string[]): string => execFileSync('ip', parameters, { stdio: 'pipe' }).toString();
const quietly = (work: () => unknown): void => {
  try {
    work();
  } catch {}
};

/** Whose processes these are we do not know, so nothing is ended here. */
const leftBehind = `The network ${bridge} is there already: another trial runs, or one was killed. If none runs, take it away first:
  for space in $(ip netns list | grep -o '^${bridge}-[a-z]*'); do ip netns pids $space | xargs -r kill -9; ip netns del $space; done
  pgrep -f /dps-failover- | xargs -r kill -9; ip link del ${bridge}
  grep -o '[^ ]*/dps-failover-[^ ]*' /proc/mounts | xargs -r -n 1 umount -l; rm -rf ${join(tmpdir(), 'dps-failover-*')}`;

/** PostgreSQL does not run as root. */
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'];
const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres']).toString());

export function openSite(diskMegabytes: number): Site {
  if (existsSync(`/sys/class/net/${bridge}`)) throw new NotUsable(leftBehind);
  const folder = mkdtempSync(join(tmpdir(), 'dps-failover-'));
  chmodSync(folder, 0o755);
  const owner = [idOf('-u'), idOf('-g')] as const;
  const undo: (() => void)[] = [];
  process.on('exit', (code) => takeAway(folder, undo, code));
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const)
    process.on(signal, () => process.exit(128 + number));

  const started = (name: string, [command = '', ...parameters]: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn(command, parameters, { cwd: folder, stdio: ['ignore', log, log], env: { PATH: process.env['PATH'] } });
    undo.push(() => child.kill('SIGKILL'));
    return child;
  };
  const own = (path: string): string => {
    mkdirSync(path);
    chownSync(path, ...owner);
    return path;
  };
  ip('link', 'add', bridge, 'type', 'bridge');
  undo.push(() => ip('link', 'del', bridge));
  ip('addr', 'add', `${hostAddress}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');

  return {
    folder: own(join(folder, 'shared')),
    start: (command, ...parameters) => started(basename(command), [...asPostgres, command, ...parameters]),
    machine(index, name) {
      const space = `${bridge}-${name}`;
      const wire = `${bridge}${index}`;
      const address = `${network}.${10 + index}`;
      ip('netns', 'add', space);
      undo.push(() => ip('netns', 'del', space));
      ip('link', 'add', wire, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', wire, 'master', bridge, 'up');
      for (const words of [`addr add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
        ip('-n', space, ...words.split(' '));
      const disk = own(join(folder, name));
      execFileSync('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=${diskMegabytes}m,uid=${owner[0]},gid=${owner[1]},mode=755`,
        'tmpfs',
        disk,
      ]);
      undo.push(() => execFileSync('umount', ['-l', disk]));
      const processes = (): number[] => ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number);
      const signal: Machine['signal'] = (kind, words = '') => {
        for (const pid of processes()) quietly(() => commandOf(pid).includes(words) && process.kill(pid, kind));
      };
      undo.push(() => signal('SIGKILL'));
      const ballast = join(disk, 'ballast');
      return {
        name,
        address,
        folder: disk,
        start: (...command) => started(name, ['ip', 'netns', 'exec', space, ...asPostgres, ...command]),
        signal,
        cut: () => ip('link', 'set', wire, 'down'),
        heal: () => ip('link', 'set', wire, 'up'),
        // Until nothing goes into it any more.
        fillDisk: () => void started(name, ['dd', 'if=/dev/zero', `of=${ballast}`, 'bs=1M']),
        makeRoom: () => rmSync(ballast, { force: true }),
      };
    },
  };
}

/** Whoever looks for what went wrong needs the logs; whoever interrupted us does not. */
function takeAway(folder: string, undo: (() => void)[], code: number): void {
  for (const each of undo.reverse()) quietly(each);
  const areKept = code !== 0 && code < 128;
  for (const name of readdirSync(folder))
    if (!areKept || !name.endsWith('.log')) quietly(() => rmSync(join(folder, name), { recursive: true, force: true }));
  if (areKept) console.error(`The logs are kept: ${folder}`);
  else quietly(() => rmSync(folder, { recursive: true, force: true }));
}

const commandOf = (pid: number): string => execFileSync('ps', ['-o', 'args=', '-p', String(pid)]).toString();
