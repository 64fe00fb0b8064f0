// A history that fails made smaller: the same seed with fewer clients and fewer wishes, as long as it still fails.
import { playHistory } from './history.ts';
import type { Where } from './worker.ts';

export interface Size {
  readonly seed: number;
  readonly clients: number;
  readonly wishes: number;
}

const fails = async (size: Size, on: Where): Promise<boolean> =>
  playHistory({ ...size, ...on }).then(
    ({ complaints }) => complaints.length > 0,
    () => true,
  );

/** Undefined where nothing smaller fails: what a seed draws depends on whether its sizes are given. */
export async function shrunk(seed: number, on: Where): Promise<Size | undefined> {
  const { clients, wishes } = await playHistory({ seed, ...on }).catch(() => ({ clients: 6, wishes: 12 }));
  let smallest: Size | undefined;
  for (let fewer = 1; fewer <= clients; fewer += 1)
    for (let less = 1; less <= wishes; less += 1) {
      const size = { seed, clients: fewer, wishes: less };
      const most = smallest ? smallest.clients * smallest.wishes : clients * wishes;
      if (fewer * less < most && (await fails(size, on))) smallest = size;
    }
  return smallest;
}
