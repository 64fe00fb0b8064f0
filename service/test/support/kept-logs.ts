// Everything the services of a whole test run log and count, kept in a folder, so that scripts/check-logs.mjs can look through
// all of it for people. Without TEST_LOGS nothing is kept.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';

const folder = process.env['TEST_LOGS'];

/** Written at once: what a test does not wait for is kept too. */
export function keep(kind: 'log' | 'metrics' | 'answers', text: string): void {
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.${kind}`), text);
}

/** Where a service's log goes that no test looks at; nothing when nothing is kept. */
export const keptLog: DestinationStream | undefined = folder === undefined ? undefined : { write: (line) => keep('log', line) };
