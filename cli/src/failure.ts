// What can go wrong for a person at the command line: one line that says what, one that says what to do, and a number for
// scripts.

export const exitCodes = { failed: 1, usage: 2, unreachable: 3 } as const;

export class Failure extends Error {
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(message: string, hint?: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}
