// The printer: documents go in as data, PDFs come out. Drawing keeps a processor busy for tens of milliseconds, so it happens
// in a thread of its own, one document after the other. The queue is bounded (print-queue.ts), a document has a time limit, and a
// thread that dies takes one document with it: the next gets a new one. A document's time runs from when its thread is ready: on a machine
// that has just booted the thread's own start takes longer than any drawing.
import { Worker } from 'node:worker_threads';
import type { Document } from '../core/documents/document.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Said } from './print-job.ts';
import { type Asker, createPrintQueue, PrinterBusy, type PrintQueueOptions, type Waiting } from './print-queue.ts';

export { type Asker, PrinterBusy } from './print-queue.ts';

export interface Printer {
  /** The document as PDF: the same bytes for the same document, always. */
  print(document: Document, asker?: Asker): Promise<Uint8Array>;
  /** What waits and what comes is refused; the document under way is finished. */
  stopTaking(): void;
  /** What is still under way is refused as well; the thread ends. */
  close(): Promise<void>;
}

export interface PrinterOptions extends PrintQueueOptions {
  readonly timeLimitMs: number;
  readonly metrics: Metrics;
  /** Another thread's program, for the tests of what happens when it fails. */
  readonly press?: URL;
}

/** What is caught of a fetch: too many wait to be drawn, or what else failed. */
export function busy(error: unknown): 'busy' {
  if (error instanceof PrinterBusy) return 'busy';
  throw error;
}

/** The document could not be drawn, or not in time. */
export class NotPrinted extends Error {
  override readonly name = 'NotPrinted';
}

const ourselves: Asker = { merchantId: '', isGone: () => false };

/** A thread that has not begun by then never will. */
const startLimitMs = 30_000;

/** The compiled one always: what reads TypeScript in the process of a test or script would have to be loaded anew in each thread. */
const ownPress = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/service/src/documents/press.js' : './press.js',
  import.meta.url,
);

/** Reports once a thread is lost, and why. */
function watched(hired: Worker, lost: (why: Error) => void): Worker {
  hired.on('error', (error) => lost(new NotPrinted(error.name)));
  hired.on('exit', () => lost(new NotPrinted('the thread ended')));
  return hired;
}

/** Gives up after a document's time, or after the thread's own where that is not ready yet. */
function limit(timeLimitMs: number | undefined, giveUp: (why: Error) => void): NodeJS.Timeout {
  const why = timeLimitMs === undefined ? 'the thread did not start' : 'the time limit';
  return setTimeout(() => giveUp(new NotPrinted(why)), timeLimitMs ?? startLimitMs);
}

function dismiss(worker: Worker): void {
  worker.removeAllListeners();
  // An error without a listener would end the process.
  worker.on('error', () => {});
  void worker.terminate();
}

export function createPrinter({ timeLimitMs, metrics, press = ownPress, ...limits }: PrinterOptions): Printer {
  const queue = createPrintQueue(limits);
  let current: { readonly waiting: Waiting; timer: NodeJS.Timeout } | undefined;
  let worker: Worker | undefined;
  let ready = false;
  let count = 0;
  let closed = false;
  metrics.onScrape(() => metrics.set('dps_documents_waiting', {}, queue.length()));

  const settle = (end: (waiting: Waiting) => void): void => {
    if (!current) return;
    clearTimeout(current.timer);
    const { waiting } = current;
    current = undefined;
    end(waiting);
    next();
  };

  /** The thread is given up with the document it has; its later messages are ignored. */
  const giveUp = (why: Error): void => {
    if (worker) dismiss(worker);
    worker = undefined;
    ready = false;
    settle(({ reject }) => reject(why));
  };

  const limited = (): NodeJS.Timeout => limit(ready ? timeLimitMs : undefined, giveUp);

  const start = (): Worker => {
    const hired = new Worker(press);
    hired.on('message', (said: Said) => {
      ready ||= 'ready' in said;
      if (!current) return;
      if ('ready' in said) {
        clearTimeout(current.timer);
        current.timer = limited();
      } else if (said.id !== current.waiting.job.id) return;
      else if ('bytes' in said) settle(({ resolve }) => resolve(said.bytes));
      else settle(({ reject }) => reject(new NotPrinted(said.fault)));
    });
    return watched(hired, giveUp);
  };

  const next = (): void => {
    if (current) return;
    const waiting = queue.next();
    if (!waiting) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    current = { waiting, timer: limited() };
    worker.postMessage(waiting.job);
  };

  const stopTaking = (): void => {
    closed = true;
    queue.clear();
  };

  const print = (document: Document, asker: Asker = ourselves): Promise<Uint8Array> => {
    if (closed) return Promise.reject(new PrinterBusy());
    count += 1;
    const id = count;
    return new Promise((resolve, reject) => {
      queue.add({ job: { id, document }, asker, resolve, reject });
      next();
    });
  };

  return {
    print: (document, asker) => counted(metrics, print(document, asker)),
    stopTaking,
    async close() {
      stopTaking();
      const last = worker;
      // No fault of the document's: it can be asked for again.
      giveUp(new PrinterBusy());
      await last?.terminate();
    },
  };
}

async function counted(metrics: Metrics, printing: Promise<Uint8Array>): Promise<Uint8Array> {
  const since = performance.now();
  try {
    const bytes = await printing;
    metrics.count('dps_documents_total', { outcome: 'drawn' });
    metrics.observe('dps_documents_duration_seconds', {}, (performance.now() - since) / 1000);
    return bytes;
  } catch (fault) {
    metrics.count('dps_documents_total', { outcome: fault instanceof PrinterBusy ? 'busy' : 'failed' });
    throw fault;
  }
}
