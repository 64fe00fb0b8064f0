// A statement that is about to be sent, and what a row is.
import type { Statement } from './table.ts';

/** A statement with its parameters, all rendered to text already. */
export interface Call {
  readonly statement: Statement;
  readonly values: readonly (string | number | boolean | null)[];
}
export const call = (statement: Statement, ...values: Call['values']): Call => ({ statement, values });

export type Row = Record<string, unknown>;
export type Rows = Row[];
