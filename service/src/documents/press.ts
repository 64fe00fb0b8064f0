// The worker thread that draws. It holds nothing between two documents but the fonts.
import { parentPort } from 'node:worker_threads';
import { draw } from './draw.ts';
import type { Printed, PrintJob, Said } from './print-job.ts';

parentPort?.on('message', ({ id, document }: PrintJob) => {
  void draw(document)
    .then((bytes): Printed => ({ id, bytes }))
    .catch((error: unknown): Printed => ({ id, fault: error instanceof Error ? error.name : 'unknown' }))
    .then((printed) => parentPort?.postMessage(printed));
});
const ready: Said = { ready: true };
parentPort?.postMessage(ready);
