// A limit of requests per minute and key; every answer has a header with the remaining quota (C08,
// draft-ietf-httpapi-ratelimit-headers, revision 11). The processes on one port send each other their counts, a moment
// later: together they let through what came in that moment beyond the limit. Several machines count by themselves.
import type { Peers } from '../processes/peers.ts';

export interface Quota {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const windowSeconds = 60;
/** A message for many requests, and a burst across processes is noticed within it. */
const sendAfterMs = 50;

/** What a process counted since it last sent its counts. */
interface PeerCounts {
  readonly window: number;
  readonly counts: readonly (readonly [keyId: string, count: number])[];
}

/** Counts per key in fixed windows of real time; 0 switches limits off. The name is shown in the headers. */
export function createRateLimit(
  name: string,
  perMinute: number,
  peers: Pick<Peers, 'worker' | 'send' | 'on'>,
): (keyId: string, now: number) => Quota | undefined {
  const topic = `rate-limit ${name}`;
  const policy = `"${name}";q=${perMinute};w=${windowSeconds}`;
  const unsent = new Map<string, number>();
  const counts = new Map<string, number>();
  let window = 0;
  let isSending = false;
  const add = (to: Map<string, number>, keyId: string, more: number): number => {
    const count = (to.get(keyId) ?? 0) + more;
    to.set(keyId, count);
    return count;
  };
  const sendCounts = (): void => {
    isSending = false;
    peers.send(topic, { window, counts: [...unsent] } satisfies PeerCounts);
    unsent.clear();
  };
  const sendSoon = (): void => {
    if (!isSending) setTimeout(sendCounts, sendAfterMs).unref();
    isSending = true;
  };
  peers.on(topic, (body) => {
    const heard = body as PeerCounts;
    // Of a minute that is over here, or has not begun: a moment's difference.
    if (heard.window === window) for (const [keyId, count] of heard.counts) add(counts, keyId, count);
  });
  return (keyId, now) => {
    if (perMinute === 0) return undefined;
    const seconds = Math.floor(now / 1000);
    const current = Math.floor(seconds / windowSeconds);
    if (current !== window) for (const each of [counts, unsent]) each.clear();
    window = current;
    const count = add(counts, keyId, 1);
    if (peers.worker > 0) {
      add(unsent, keyId, 1);
      sendSoon();
    }
    const remaining = Math.max(0, perMinute - count);
    // Counted from the second that has begun, so the window is over when so many have passed.
    const reset = windowSeconds - (seconds % windowSeconds);
    const headers = {
      'ratelimit-policy': policy,
      ratelimit: `"${name}";r=${remaining};t=${reset}`,
    };
    return count > perMinute
      ? { allowed: false, headers: { ...headers, 'retry-after': String(reset) } }
      : { allowed: true, headers };
  };
}
