// What a command needs to ask the service and to show what it answers.
import type { Command } from 'commander';
import type { Reach } from './admin-api.ts';
import type { Terminal } from './terminal.ts';

export interface Asking {
  readonly reach: (command: Command) => Reach;
  readonly asJson: (command: Command) => boolean;
}

export interface ToService extends Asking {
  readonly terminal: Terminal;
}

/** Of a command whose exit code says what it found. */
export interface Judging extends Asking {
  readonly finish: (code: number) => void;
}
