// One history, played from its seed: processes, clients and jobs, what goes wrong among them, and in the end
// what a calm look at everything finds.
import { bookBankEntries } from '../../../service/src/bank/book-bank-entries.job.ts';
import { expireAuthorizations } from '../../../service/src/orders/expire-authorizations.job.ts';
import { settle } from '../../../service/src/settlement/settle.job.ts';
import { sandboxSources } from '../../../service/src/sources/sandbox-sources.ts';
import type { Sources } from '../../../service/src/sources/sources.ts';
import { complaintsOf } from './check.ts';
import { client, type Request, type Shop, send } from './clients.ts';
import { createFaultyDb, type Wire } from './faulty-db.ts';
import type { MemoryServer } from './memory-server.ts';
import { merchant, merchantRow } from './merchant.ts';
import { createMischief, type Mischief, type Weather } from './mischief.ts';
import type { PostgresGround } from './postgres-ground.ts';
import { type Answer, plainSecrets, type ServiceProcess, startProcess } from './process.ts';
import { countingChance, type Random, randomOf } from './random.ts';
import { createServer, type HistoryServer } from './servers.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';
import { unkeyed } from './wishes.ts';

/** A known bug, put between the service and the server, or into the server. */
export interface Planted {
  readonly wire?: (random: Random) => Wire;
  readonly server?: (server: MemoryServer, random: Random) => MemoryServer;
  /** In which it shows soonest. */
  readonly weather?: Weather;
}

export interface HistoryOptions {
  readonly seed: number;
  /** How often things go wrong; the seed draws it where nothing is said. */
  readonly weather?: Weather | undefined;
  readonly planted?: Planted | undefined;
  /** Fewer clients with fewer wishes than the seed would draw: a failure is made smaller by it. */
  readonly clients?: number | undefined;
  readonly wishes?: number | undefined;
  /** The real PostgreSQL to play it on; in memory where there is none. */
  readonly ground?: PostgresGround | undefined;
  /** On both, each statement compared. */
  readonly compared?: boolean | undefined;
}

export interface Played {
  readonly complaints: readonly string[];
  readonly requests: readonly Request[];
  readonly clients: number;
  readonly wishes: number;
  readonly wentWrong: Readonly<Record<string, number>>;
}

const began = Date.parse('2026-11-20T09:30:00Z');
const dayMs = 86_400_000;
const processes = 3;
const leaseSeconds = 2;

export const weathers: readonly Weather[] = [
  { each: 0, commit: 0, late: 0 },
  { each: 0.003, commit: 0.02, late: 0.005 },
  { each: 0.01, commit: 0.08, late: 0.01 },
  { each: 0.002, commit: 0.25, late: 0.05 },
];

/** A bureau that takes its time, and sometimes says nothing. */
const slowSources = (random: Random, time: VirtualTime): Sources => ({
  ...sandboxSources,
  bureau: {
    async ask(question) {
      if (random.happens(0.3)) await time.sleep(random.next() * 1500);
      return random.happens(0.02) ? { verdict: 'silent' } : sandboxSources.bureau.ask(question);
    },
  },
});

export async function playHistory(options: HistoryOptions): Promise<Played> {
  const random = randomOf(options.seed);
  const { ground, compared, planted } = options;
  const time = createVirtualTime(ground?.whoWaits);
  const drawn = random.pick(weathers);
  const mischief = createMischief(random, options.weather ?? drawn);
  const alter = planted?.server;
  const server = createServer({
    time,
    clock: () => began + Math.floor(time.now()),
    merchant: merchantRow,
    ground,
    compared,
    altered: alter && ((plain) => alter(plain, random)),
  });
  const clients = options.clients ?? 2 + random.below(5);
  const wishes = options.wishes ?? 3 + random.below(10);
  await ground?.clear(merchantRow);
  const world = new World(options, { random, time, mischief, server });
  await time.play(() => world.play(clients, wishes));
  const { requests } = world.shop;
  const complaints = complaintsOf(requests, await server.books());
  return {
    complaints: [...server.differences, ...world.complaints, ...complaints],
    requests,
    clients,
    wishes,
    wentWrong: { ...mischief.counts, ...(server.parted() && { parted: 1 }) },
  };
}

interface Nature {
  readonly random: Random;
  readonly time: VirtualTime;
  readonly mischief: Mischief;
  readonly server: HistoryServer;
}

/** One place for a process: while it is empty, connections to it are refused. */
interface Place {
  process: ServiceProcess | undefined;
  /** Ends what waits for the process that is there when it dies. */
  died: (() => void)[];
}

class World {
  readonly shop: Shop;
  readonly complaints: string[] = [];
  readonly #options: HistoryOptions;
  readonly #nature: Nature;
  readonly #places: Place[] = Array.from({ length: processes }, () => ({ process: undefined, died: [] }));
  readonly #chance: ReturnType<typeof countingChance>;
  #jumpedMs = 0;
  #started = 0;

  constructor(options: HistoryOptions, nature: Nature) {
    this.#options = options;
    this.#nature = nature;
    this.#chance = countingChance(nature.random);
    for (const place of this.#places) this.#start(place);
    this.shop = {
      ...nature,
      crowd: { orders: 1 + nature.random.below(4), persons: 1 + nature.random.below(3), pauseMs: nature.random.pick([1, 5, 30]) },
      requests: [],
      captures: [],
      accounts: [],
      payments: [],
      settlements: [],
      references: [],
      bankLines: [],
      bankFiles: [],
      ask: (sent) => this.#ask((process) => process.ask(sent)),
      now: () => new Date(this.#clock()).toISOString(),
    };
  }

  readonly #clock = (): number => began + this.#jumpedMs + Math.floor(this.#nature.time.now());

  #start(place: Place): void {
    const { random, time, mischief, server } = this.#nature;
    let dead = false;
    const kill = (): void => {
      if (dead) return;
      dead = true;
      place.process = undefined;
      for (const died of place.died.splice(0)) died();
      void time.sleep(random.next() * 300).then(() => this.#start(place));
    };
    const db = createFaultyDb({
      connect: server.connect,
      time,
      mischief,
      wire: this.#options.planted?.wire?.(random),
      dead: () => dead,
      kill,
    });
    this.#started += 1;
    const jobs = [expireAuthorizations, settle, bookBankEntries(plainSecrets)];
    const own = { name: `p${this.#started}`, db, merchant, chance: this.#chance, clock: this.#clock };
    place.process = startProcess({ ...own, jobs, leaseSeconds, sources: slowSources(random, time) });
  }

  /** Of any process; undefined where it is dead, or dies. */
  async #ask<Result>(question: (process: ServiceProcess) => Promise<Result>): Promise<Result | undefined> {
    const place = this.#nature.random.pick(this.#places);
    if (!place.process) return undefined;
    const died = new Promise<undefined>((end) => place.died.push(() => end(undefined)));
    return Promise.race([question(place.process), died]);
  }

  async play(clients: number, wishes: number): Promise<void> {
    const { time, mischief } = this.#nature;
    let open = true;
    const background = this.#keepRunning(() => open);
    const jumps = this.#jumps();
    await Promise.all(Array.from({ length: clients }, (_none, which) => client(this.shop, which, wishes)));
    open = false;
    await Promise.all([background, jumps]);
    mischief.end();
    // What went on without a connection has ended by now, an erasure of forty statements too, and leases of the dead have run out.
    await time.sleep(60_000);
    for (const name of ['number-events', 'expire-authorizations']) await this.#run(name);
    // A day later everything is settled.
    this.#jumpedMs += dayMs;
    for (const name of ['book-bank-entries', 'settle', 'number-events']) await this.#run(name);
    await this.#askAgain();
  }

  /** Some days pass, and sometimes weeks. */
  async #jumps(): Promise<void> {
    const { random, time } = this.#nature;
    for (let left = random.below(4); left > 0; left -= 1) {
      await time.sleep(random.next() * 200);
      this.#jumpedMs += random.pick([1, 1, 1, 2, 4, 20, 40]) * dayMs;
    }
  }

  /** Jobs run beside the requests, sometimes by two processes at once. */
  async #keepRunning(open: () => boolean): Promise<void> {
    const { random, time } = this.#nature;
    const lane = async (): Promise<void> => {
      while (open()) {
        await time.sleep(20 + random.next() * 200);
        await this.#run(random.pick(['number-events', 'number-events', 'settle', 'book-bank-entries', 'expire-authorizations']));
      }
    };
    await Promise.all([lane(), lane()]);
  }

  async #run(name: string): Promise<void> {
    await this.#ask((process) => process.jobs.runNow(name).catch(() => undefined));
  }

  /** What was answered is answered again with the same. */
  async #askAgain(): Promise<void> {
    for (const request of this.shop.requests) {
      const first = request.attempts.find(({ answer }) => answer?.kind === 'answered')?.answer;
      if (request.key === undefined || first?.kind !== 'answered' || unkeyed.has(request.wish.do)) continue;
      const again: Answer | undefined = await send(this.shop, request);
      // Whether it was erased is looked at in the books (check-erasures.ts).
      if (again?.kind === 'refused' && again.id === 'idempotency.erased') continue;
      if (again && (again.kind !== 'answered' || again.text !== first.text))
        this.complaints.push(`${request.wish.do} was answered ${first.text}, and asked again ${JSON.stringify(again)}`);
    }
  }
}
