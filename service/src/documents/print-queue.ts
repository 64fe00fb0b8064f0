// Documents that wait to be drawn. Merchants take turns, so that one who asks for many keeps the others waiting for one drawing
// at a time; what waits for clients that have left is not drawn; and who has waited long is asked to come back.
import { shareOfFree } from '../book/book.ts';
import type { PrintJob } from './print-job.ts';

/** Nothing was printed, because too much waits or the service stops: to be asked for again later. */
export class PrinterBusy extends Error {
  override readonly name = 'PrinterBusy';
}

/** Who waits for a document. */
export interface Asker {
  readonly merchantId: string;
  /** All who asked for it have left. */
  readonly isGone: () => boolean;
}

export interface Waiting {
  readonly job: PrintJob;
  readonly asker: Asker;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (fault: Error) => void;
}

export interface PrintQueue {
  length(): number;
  /** Rejects at once where too many wait, or too many of this merchant's. */
  add(waiting: Waiting): void;
  /** The longest waiting one of the merchant whose turn it is. */
  next(): Waiting | undefined;
  /** Rejects all that wait. */
  clear(): void;
}

export interface PrintQueueOptions {
  readonly queueLimit: number;
  /** So long a document waits for its drawing to begin. */
  readonly waitLimitMs: number;
}

interface Place {
  readonly waiting: Waiting;
  readonly timer: NodeJS.Timeout;
}

export function createPrintQueue({ queueLimit, waitLimitMs }: PrintQueueOptions): PrintQueue {
  /** By merchant, whose turn it is first. */
  const queues = new Map<string, Place[]>();
  let served = '';
  const length = (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);

  const moveToEnd = (merchantId: string, queue: Place[] = []): void => {
    queues.delete(merchantId);
    if (queue.length > 0) queues.set(merchantId, queue);
  };

  const keep = (isKept: (waiting: Waiting) => boolean): void => {
    for (const [merchantId, queue] of queues) {
      const left = queue.filter(({ waiting, timer }) => {
        if (isKept(waiting)) return true;
        clearTimeout(timer);
        waiting.reject(new PrinterBusy());
        return false;
      });
      if (left.length === 0) queues.delete(merchantId);
      else queues.set(merchantId, left);
    }
  };
  const forgetGone = (): void => keep(({ asker }) => !asker.isGone());

  return {
    length,
    add(waiting) {
      forgetGone();
      const { merchantId } = waiting.asker;
      const queue = queues.get(merchantId) ?? [];
      if (queue.length >= shareOfFree * (queueLimit - length())) {
        waiting.reject(new PrinterBusy());
        return;
      }
      queue.push({ waiting, timer: setTimeout(() => keep((each) => each !== waiting), waitLimitMs) });
      queues.set(merchantId, queue);
    },
    next() {
      forgetGone();
      // Also behind who came while its document was drawn.
      moveToEnd(served, queues.get(served));
      const [[merchantId, [place, ...left]] = ['', []]] = queues;
      if (!place) return undefined;
      served = merchantId;
      moveToEnd(merchantId, left);
      clearTimeout(place.timer);
      return place.waiting;
    },
    clear: () => keep(() => false),
  };
}
