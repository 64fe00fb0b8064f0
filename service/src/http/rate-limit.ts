// So many requests a minute for one key; the remaining quota is told with every answer (C08,
// draft-ietf-httpapi-ratelimit-headers, revision 11). Each process counts by itself: n processes on one port let through up
// to n times as many, as far as a client spreads over them.
export interface Quota {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const windowSeconds = 60;

/** Counts per key in fixed windows of real time; 0 switches limits off. The name is told to clients. */
export function createRateLimit(name: string, perMinute: number): (keyId: string, now: number) => Quota | undefined {
  let window = 0;
  const counts = new Map<string, number>();
  return (keyId, now) => {
    if (perMinute === 0) return undefined;
    const seconds = Math.floor(now / 1000);
    const current = Math.floor(seconds / windowSeconds);
    if (current !== window) counts.clear();
    window = current;
    const count = (counts.get(keyId) ?? 0) + 1;
    counts.set(keyId, count);
    const remaining = Math.max(0, perMinute - count);
    // Counted from the second that has begun, so the window is over when so many have passed.
    const reset = windowSeconds - (seconds % windowSeconds);
    const headers = {
      'ratelimit-policy': `"${name}";q=${perMinute};w=${windowSeconds}`,
      ratelimit: `"${name}";r=${remaining};t=${reset}`,
    };
    return count > perMinute
      ? { allowed: false, headers: { ...headers, 'retry-after': String(reset) } }
      : { allowed: true, headers };
  };
}
