// So many requests a minute for one key; the remaining quota is told with every answer (C08,
// draft-ietf-httpapi-ratelimit-headers).
export interface Quota {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const windowSeconds = 60;

/** Counts per key in fixed windows of real time; 0 switches limits off. */
export function createRateLimit(perMinute: number): (keyId: string, now: number) => Quota | undefined {
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
    const reset = windowSeconds - (seconds % windowSeconds);
    const headers = {
      'ratelimit-policy': `"minute";q=${perMinute};w=${windowSeconds}`,
      ratelimit: `"minute";r=${remaining};t=${reset}`,
    };
    return count > perMinute
      ? { allowed: false, headers: { ...headers, 'retry-after': String(reset) } }
      : { allowed: true, headers };
  };
}
