// The writes of one merchant that wait, and which of them form the next batch, when (docs/adr/0002-the-book.md). A batch has fixed
// costs as high as ten of its members, so where writes come together, it waits a moment for those that are on their way.
import type { Member } from './member.ts';
import { fold } from './needs.ts';

export interface Queue {
  /** Waiting and running writes; the book counts them. */
  depth: number;
  /** A batch can perhaps be formed of it; the book sets it. */
  isInTurn: boolean;
  /** Batches under way. */
  readonly running: number;
  add(member: Member): void;
  /**
   * The next batch, where it is time for one. Alone, while no other merchant's writes wait or are under way, it is half of what may come: the
   * other half is decided while this one is with the database.
   */
  next(isAlone: boolean): Batch | undefined;
}

export interface Batch {
  readonly members: readonly Member[];
  /** Distinguishes the batches of a merchant that are under way. */
  readonly lane: string;
  /** It has its locks in the database: what has a key in common with it may follow, and waits for them there. */
  readonly decided: () => void;
  readonly ended: () => void;
}

const batchSize = 64;

/** So many batches of one merchant at once: while one is with the database, another is decided. */
const lanes = ['0', '1'];

/** From more writes at once on, two batches that overlap carry more than one. */
const enoughForTwo = 12;

const noKeys: ReadonlySet<string> = new Set();

/** So long a batch waits for others to come: when none of the merchant is under way, and beside one that is. */
const patienceMs = { alone: 2, beside: 10 };

/** @param wake called when it may be time for another batch. */
export function createQueue(wake: () => void): Queue {
  let waiting: Member[] = [];
  /** The lock keys of the batch in each lane. */
  const running: (ReadonlySet<string> | undefined)[] = lanes.map(() => undefined);
  /** So many writes may come again at once. */
  let together = 1;
  /** The most at once, waiting or under way, since the last batch began. */
  let sinceLast = 1;
  let timer: NodeJS.Timeout | undefined;
  let waited = false;

  /** How many writes the next batch waits for, and how many it takes. */
  const size = (isAlone: boolean): { enough: number; most: number } => {
    const half = Math.min(batchSize, Math.ceil(together / 2));
    const isForTwo = together > enoughForTwo;
    if (queue.running > 0) return { enough: isForTwo ? half * 0.75 : Infinity, most: batchSize };
    // What fills a batch costs least for each; more than that are two batches anyway.
    if (isForTwo && isAlone) return { enough: half, most: waiting.length === batchSize ? batchSize : half };
    return { enough: Math.min(batchSize, together), most: batchSize };
  };
  const waitMore = (): void => {
    const wakeUp = (): void => {
      waited = true;
      wake();
    };
    timer ??= setTimeout(wakeUp, queue.running === 0 ? patienceMs.alone : patienceMs.beside);
  };
  const waitNoMore = (): void => {
    clearTimeout(timer);
    timer = undefined;
    waited = false;
  };

  const queue = {
    depth: 0,
    isInTurn: false,
    running: 0,
    add(member: Member): void {
      waiting.push(member);
      sinceLast = Math.max(sinceLast, queue.depth);
    },
    next(isAlone: boolean): Batch | undefined {
      const place = running.indexOf(undefined);
      const lane = lanes[place];
      if (waiting.length === 0 || lane === undefined) return undefined;
      const { enough, most } = size(isAlone);
      if (!waited && waiting.length < enough) {
        waitMore();
        return undefined;
      }
      const { taken, left } = split(
        waiting,
        most,
        running.filter((keys) => keys !== undefined),
      );
      if (taken.length === 0) return undefined;
      waiting = left;
      waitNoMore();
      // Of many, those that were just answered will soon come again, so the most at once is counted. Of few, one may have come by chance.
      together = sinceLast > enoughForTwo ? sinceLast : queue.depth;
      sinceLast = queue.depth;
      running[place] = new Set(taken.map(lockKey));
      queue.running += 1;
      const decided = (): void => {
        running[place] = noKeys;
        wake();
      };
      const ended = (): void => {
        running[place] = undefined;
        queue.running -= 1;
        waitNoMore();
        wake();
      };
      return { members: taken, lane, decided, ended };
    },
  };
  return queue;
}

/** The longest waiting ones, `most` at most; what has a lock key in common with a batch under way stays behind it. */
function split(waiting: readonly Member[], most: number, underWay: readonly ReadonlySet<string>[]) {
  const [taken, left]: [Member[], Member[]] = [[], []];
  for (const member of waiting) {
    const mayGo = taken.length < most && !underWay.some((keys) => keys.has(lockKey(member)));
    (mayGo ? taken : left).push(member);
  }
  return { taken, left };
}

/**
 * Writes on one person, account or order keep their order: one whose key a batch under way has waits until that batch holds its locks, and
 * then for these in the database. Writes that meet elsewhere wait for each other's row locks, which all batches take in one order.
 */
function lockKey({ write }: Member): string {
  const { person, account, order, merge } = write.needs;
  return person?.key ?? account?.number ?? (order === undefined ? undefined : fold(order)) ?? merge?.into ?? '';
}
