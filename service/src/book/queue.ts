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
   * The next batch, where it is time for one. Alone, while no other merchant's writes wait or are under way, it is with half of what may come: the
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
  /** So many writes were under way together when the last batch began: so many may come again. */
  let together = 1;
  let timer: NodeJS.Timeout | undefined;
  let waited = false;

  const isEnough = (isAlone: boolean): boolean => {
    const half = Math.min(batchSize, together / 2);
    if (queue.running > 0) return together > enoughForTwo && waiting.length >= half * 0.75;
    return waiting.length >= (isAlone && together > enoughForTwo ? half : Math.min(batchSize, together));
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
    add: (member: Member) => void waiting.push(member),
    next(isAlone: boolean): Batch | undefined {
      const place = running.indexOf(undefined);
      const lane = lanes[place];
      if (waiting.length === 0 || lane === undefined) return undefined;
      if (!waited && !isEnough(isAlone)) {
        waitMore();
        return undefined;
      }
      const { taken, left } = split(
        waiting,
        running.filter((keys) => keys !== undefined),
      );
      if (taken.length === 0) return undefined;
      waiting = left;
      waitNoMore();
      together = queue.depth;
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

/** The longest waiting ones; what has a lock key in common with a batch under way stays behind it. */
function split(waiting: readonly Member[], underWay: readonly ReadonlySet<string>[]) {
  const [taken, left]: [Member[], Member[]] = [[], []];
  for (const member of waiting) {
    const mayGo = taken.length < batchSize && !underWay.some((keys) => keys.has(lockKey(member)));
    (mayGo ? taken : left).push(member);
  }
  return { taken, left };
}

/**
 * Writes on one person, account or order keep their order, as no two batches have a key in common. Those that meet elsewhere wait for
 * each other's row locks, which all batches take in one order.
 */
function lockKey({ write }: Member): string {
  const { person, account, order, merge } = write.needs;
  return person?.key ?? account?.number ?? (order === undefined ? undefined : fold(order)) ?? merge?.into ?? '';
}
