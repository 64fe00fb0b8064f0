// What can go wrong for a person at the command line: one line that says what, one that says what to do, and a number for
// scripts; and for a machine the same as one JSON object.

import type { Command } from 'commander';

export const exitCodes = { failed: 1, usage: 2, unreachable: 3 } as const;

/** What the service refused with, as it came. */
export interface Refused {
  readonly status: number;
  readonly messages: readonly unknown[];
}

/** What is said of a refusal to who ran this command. */
type Said = (ran: Command | undefined) => string;

export class Failure extends Error {
  readonly hint: string | undefined;
  readonly exitCode: number;
  readonly refused: Refused | undefined;
  readonly said: Said;

  constructor(message: string | Said, hint?: string, exitCode: number = exitCodes.failed, refused?: Refused) {
    const said = typeof message === 'string' ? () => message : message;
    super(said(undefined));
    this.said = said;
    this.hint = hint;
    this.exitCode = exitCode;
    this.refused = refused;
  }
}

/** For a machine: what the service said, or else what a person is told. */
export const failureJson = ({ message, hint, refused }: Failure): object =>
  refused ?? { message, ...(hint !== undefined && { hint }) };
