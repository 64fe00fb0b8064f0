// Numbers for what has to be told apart within a test file. They begin anew with each file, although the files of a process
// share its modules: who is made up in one test must not depend on what ran before it.
const counts = new Map<string, number>();

/** The next number of this kind, from 1. */
export function nextOf(kind: 'buyer' | 'order' | 'organisation'): number {
  const next = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, next);
  return next;
}

export const countAnew = (): void => counts.clear();
