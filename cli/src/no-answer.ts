// When no answer comes: nothing was sent because no service is there, or what was asked may have been done all the same.

/** What reached no service: the connection was never made. */
const codesOfNoConnection = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_(TLS|SSL)_\w+)$/;

interface Cause {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}

const causeOf = (error: unknown): Cause => {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  return (cause instanceof AggregateError ? cause.errors[0] : cause) ?? {};
};

/** Whether a call that ended with this was never sent; of anything that is not known for it, it is not said. */
export function wasNeverSent(error: unknown): boolean {
  const { name, cause } = error as Error;
  // What fetch itself refuses to send has no cause; nor has its limit, which comes later.
  if (cause === undefined) return name === 'TypeError';
  const { code, syscall, message } = causeOf(error);
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (typeof code === 'string') return codesOfNoConnection.test(code) || code.includes('CERT');
  // A port that no browser would ask either.
  return message === 'bad port';
}

/** Why no answer came, in a few words. */
export function whyNoAnswer(error: unknown, limitMs: number): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`;
  const { code, message } = causeOf(error);
  if (typeof code === 'string') return code;
  return typeof message === 'string' ? message : error.message;
}

/** What makes it safe to ask again, where the answer to a change was lost. */
export const howToRepeat = (once: string | undefined): string =>
  once === undefined
    ? 'Look first whether it was done, before you repeat it: dps audit list says what was done last.'
    : `Repeat the same command with --once ${once}: if it was done already, it is not done again.`;
