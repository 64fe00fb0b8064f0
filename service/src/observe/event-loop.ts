// How late the event loop is. A second's worst is the figure; two bad seconds in a row are a state, one is an accident.
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface EventLoop {
  /** The worst delay of the last whole second. */
  readonly delayMs: () => number;
  /** What both of the last two seconds came to at least: what shedding goes by. */
  readonly lastingMs: () => number;
  close(): void;
}

const resolutionMs = 20;
const windowMs = 1000;

export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let last = 0;
  let before = 0;
  const timer = setInterval(() => {
    before = last;
    last = Math.max(0, histogram.max / 1e6 - resolutionMs);
    histogram.reset();
  }, windowMs);
  timer.unref();
  return {
    delayMs: () => last,
    lastingMs: () => Math.min(last, before),
    close() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
