// Work that another program does while virtual time stands still. What is done is handed back in the order in which it was asked for, so
// that a history on a real server goes the same way each time.

export type WhoWaits = () => Promise<ReadonlySet<number>>;

interface Work {
  /** Who does it: the server's number of the connection. */
  readonly of: number;
  handBack?: () => void;
  waits: boolean;
}

const realTimer = globalThis.setTimeout;
/** Long enough for what waits for nothing, mostly. */
const lookMs = 4;

export function createOutside(whoWaits: WhoWaits) {
  let works: Work[] = [];
  let wake: () => void = () => undefined;

  const someIsDone = (): Promise<void> =>
    new Promise((resume) => {
      wake = resume;
      realTimer(resume, lookMs);
    });

  /** A lock that is waited for at one look is still waited for later, unless some work was handed back meanwhile. */
  const look = async (running: readonly Work[]): Promise<void> => {
    const waiting = await whoWaits();
    for (const work of running) work.waits = !work.handBack && waiting.has(work.of);
  };

  const handBack = (): boolean => {
    const done = works.filter((work) => work.handBack);
    works = works.filter((work) => !work.handBack);
    for (const work of works) work.waits = false;
    for (const work of done) work.handBack?.();
    return done.length > 0;
  };

  return {
    await<Result>(promise: Promise<Result>, of: number): Promise<Result> {
      const work: Work = { of, waits: false };
      works.push(work);
      return new Promise((resolve, reject) => {
        const done = (hand: () => void): void => {
          work.handBack = hand;
          wake();
        };
        promise.then(
          (result) => done(() => resolve(result)),
          (fault: unknown) => done(() => reject(fault)),
        );
      });
    },
    /** Until everything is done or waits for a lock; whether something was handed back. */
    async settle(): Promise<boolean> {
      for (;;) {
        const running = works.filter((work) => !work.handBack && !work.waits);
        if (running.length === 0) return handBack();
        await someIsDone();
        const left = running.filter((work) => !work.handBack);
        if (left.length > 0) await look(left);
      }
    },
  };
}
