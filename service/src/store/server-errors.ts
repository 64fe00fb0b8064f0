// What went wrong with a statement or its connection, and what that says of the transaction.
import pg from 'pg';

/** The connection broke, or could not be made: what was sent last may or may not have been done. */
export class ConnectionLost extends Error {}

/** It broke once a write was on its way: that may have been done, and asking again may do it twice. */
export class WriteInDoubt extends ConnectionLost {}

/**
 * What a cluster says, as one server would: a unique violation of a node is passed on by its words (in English) and names the constraint
 * as its shard does, and a node that was lost at the commit of a write in one phase may have done it.
 */
export function asOfOneServer(error: pg.DatabaseError): Error {
  if (error.message.startsWith('could not commit transaction for shard '))
    return new WriteInDoubt('the connection to a node of the cluster broke while committing', { cause: error });
  const [said, constraint = ''] = error.message.split('"');
  if (said === 'duplicate key value violates unique constraint ')
    Object.assign(error, { code: '23505', constraint: constraint.replace(/_\d{6,20}$/, '') });
  return error;
}

/**
 * The server cannot do it at the moment, and says so: no room left, it is a copy, the node of a cluster with the rows is out of reach, or
 * hangs until the time limit of a statement. Nothing of the transaction is done: what a node could not prepare is rolled back, and what
 * it may have committed is a `ConnectionLost`.
 */
export const isUnable = (error: unknown): boolean =>
  isReadOnly(error) || (isServerError(error) && /^(08|53|57014)/.test(error.code ?? ''));

export const isReadOnly = (error: unknown): boolean => isServerError(error) && error.code === '25006';

/** Did the server answer with an error (the connection is fine), or did the connection break? */
export function isServerError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith('57P');
}
