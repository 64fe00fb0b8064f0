// What can go wrong for a person at the command line: one line that says what, one that says what to do, and a number for
// scripts; and for a machine the same as one JSON object.

export const exitCodes = { failed: 1, usage: 2, unreachable: 3 } as const;

/** What the service refused with, as it came. */
export interface Refused {
  readonly status: number;
  readonly messages: readonly unknown[];
}

export class Failure extends Error {
  readonly hint: string | undefined;
  readonly exitCode: number;
  readonly refused: Refused | undefined;

  constructor(message: string, hint?: string, exitCode: number = exitCodes.failed, refused?: Refused) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
    this.refused = refused;
  }
}

/** For a machine: what the service said, or else what a person is told. */
export const failureJson = ({ message, hint, refused }: Failure): object =>
  refused ?? { message, ...(hint !== undefined && { hint }) };
