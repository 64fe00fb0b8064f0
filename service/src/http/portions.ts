// Requests are looked at in portions: to read, check and hash one takes a tenth of a millisecond, and sixty that come at one moment
// would keep what the database answers to a batch waiting, and the database without work, until all of them were looked at.

/** So long requests are looked at in a turn of the event loop; what comes in a turn that was long enough waits for the next one. */
const portionMs = 0.6;

/** @returns does the work now or, in the order in which it was given, in one of the next turns */
export function createPortions(nowMs: () => number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  /** Of this turn's portion; undefined while it has none. */
  let endsAt: number | undefined;

  const begin = (): number => {
    endsAt = nowMs() + portionMs;
    // Before any work, so that what throws does not leave the others waiting.
    setImmediate(nextTurn);
    return endsAt;
  };
  const nextTurn = (): void => {
    endsAt = undefined;
    if (waiting.length === 0) return;
    const end = begin();
    do waiting.shift()?.();
    while (waiting.length > 0 && nowMs() < end);
  };
  return (work) => {
    const end = endsAt ?? begin();
    if (waiting.length === 0 && nowMs() < end) work();
    else waiting.push(work);
  };
}
