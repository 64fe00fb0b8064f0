// The service that is killed, on an embedded database of its own, and how it comes back.
import { join } from 'node:path';
import pg from 'pg';
import { pause, readPidFile } from '../../../service/src/postgres/embedded-process.ts';
import { type ServiceProcess, serverPid, startService } from '../../../service/test/support/service-process.ts';

const patienceSeconds = 120;

export class Victim {
  readonly dataDir: string;
  address = '';
  #service: ServiceProcess | undefined;
  #rests = false;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  /** Not started again: whoever interrupts us ends what runs. */
  rest(): void {
    this.#rests = true;
  }

  async start(): Promise<void> {
    if (this.#rests) await new Promise<never>(() => {});
    this.#service = startService({ DATA_DIR: this.dataDir, LOG_LEVEL: 'error' });
    this.address = await this.#service.ready(patienceSeconds);
  }

  /** Killed in the middle of what it does, and started again; how long until it was ready. */
  async dieAndComeBack(withDatabase: boolean): Promise<number> {
    const since = performance.now();
    const server = withDatabase ? await serverPid(this.dataDir) : undefined;
    if (server !== undefined) process.kill(server, 'SIGKILL');
    this.#service?.kill('SIGKILL');
    await this.#service?.exit(patienceSeconds);
    if (server !== undefined) await pause(100);
    await this.start();
    return Math.round(performance.now() - since);
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const { socketDir = '' } = (await readPidFile(join(this.dataDir, 'postgres', 'postmaster.pid'))) ?? {};
    const client = new pg.Client({ host: socketDir, port: 5432, user: 'dps', database: 'dps', ssl: false });
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }
}
