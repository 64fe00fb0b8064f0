// When a delivery is tried again, and when an endpoint is left in peace for a while (docs/webhooks.md). Real time only: a test
// clock neither hurries nor delays a delivery.

/** Between one attempt and the next, in seconds: with the first attempt ten in about three days. */
export const retryAfterSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Receivers that went down together must not all be called together: up to so much is added. */
const jitter = 0.2;
/** A `Retry-After` counts up to here. */
const longestWaitSeconds = 86_400;
const longestPauseSeconds = 300;
const longestPauseAskedSeconds = 3600;
/** A single event that a receiver cannot take must not hold up the others. */
const patientFailures = 2;
/** An endpoint that took nothing for so long, while a delivery was given up, is disabled. */
export const failingDaysToDisable = 3;

/** What an attempt came to. */
export interface Attempted {
  /** Nothing when there was no answer. */
  readonly status: number | null;
  readonly retryAfterSeconds?: number | undefined;
}

export const isSuccess = ({ status }: Attempted): boolean => status !== null && status >= 200 && status < 300;
/** The receiver says that it is gone permanently. */
export const isGone = ({ status }: Attempted): boolean => status === 410;

/** Seconds until the next attempt after so many; nothing when they are used up. `chance` is in [0, 1). */
export function nextAttemptSeconds(attemptCount: number, attempted: Attempted, chance: number): number | undefined {
  const usual = retryAfterSeconds[attemptCount - 1];
  if (usual === undefined) return undefined;
  const asked = Math.min(attempted.retryAfterSeconds ?? 0, longestWaitSeconds);
  return Math.max(usual, asked) * (1 + jitter * chance);
}

/** How long an endpoint is left in peace after so many failures in a row: not at all after one that says something else. */
export function pauseSeconds(failureCount: number, { status, retryAfterSeconds: asked }: Attempted, chance: number): number {
  const overloaded = status === null || status === 429 || status === 502 || status === 504;
  const beyond = overloaded ? failureCount - 1 : failureCount - 1 - patientFailures;
  const own = beyond < 0 ? 0 : Math.min(5 * 2 ** Math.min(beyond, 10), longestPauseSeconds) * (1 + jitter * chance);
  return Math.max(own, Math.min(asked ?? 0, longestPauseAskedSeconds));
}

/** How long an endpoint is left in peace after so many failures of ours in a row, of which its receiver knows nothing. */
export const ownPauseSeconds = (failures: number): number => Math.min(5 * 2 ** Math.min(failures - 1, 10), longestPauseSeconds);

/** `Retry-After` in seconds: a number of them, or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
