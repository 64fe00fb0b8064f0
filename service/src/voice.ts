// What the process says of its own life: words for a person in the sandbox or at a terminal, lines of JSON like those of the
// requests where a machine collects them.
import { greeting } from './banner.ts';
import { createLog } from './http/log.ts';
import type { Config } from './runtime/config.ts';

export interface Voice {
  say(line: string): void;
  ready(address: string): void;
  stopping(): void;
  complain(error: unknown): void;
}

export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

/** Before the configuration is known, too. */
export const plainVoice: Voice = {
  say: (line) => console.log(line),
  ready: (address) => console.log(address),
  stopping: () => undefined,
  complain: (error) => console.error(messageOf(error)),
};

export function voiceOf(config: Config): Voice {
  if (config.mode === 'sandbox' || process.stdout.isTTY) {
    return { ...plainVoice, ready: (address) => console.log(greeting(config, address)) };
  }
  const log = createLog(config.logLevel);
  return {
    say: (line) => log.info(line),
    ready: (address) => log.info({ address, mode: config.mode, pid: process.pid }, 'ready'),
    stopping: () => log.info({ pid: process.pid }, 'stopping'),
    complain: (error) => log.fatal({ err: error }, messageOf(error)),
  };
}
