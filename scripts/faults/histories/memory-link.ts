// Connections to the server in memory: what their statements mean stands in statements.ts.
import type { Call } from '../../../service/src/store/call.ts';
import { elementsOf } from './arrays.ts';
import type { Link } from './faulty-db.ts';
import type { Transaction } from './locks.ts';
import type { On } from './meaning.ts';
import type { MemoryServer, Row } from './memory-server.ts';
import { meaningOf } from './statements.ts';

export interface MemoryLinkOptions {
  readonly server: MemoryServer;
  /** The database's clock. */
  readonly clock: () => number;
  readonly merchant: Row;
  /** What the server cannot do: to the service it is a failure as any other. */
  readonly unknown: (statement: string) => void;
  /** Waits for a lock until it is ended by its transaction's `giveUp`. */
  readonly patient?: boolean;
}

export interface MemoryLink extends Link {
  readonly transaction: () => Transaction | undefined;
}

export function createMemoryLink({ server, clock, merchant, unknown, patient }: MemoryLinkOptions): MemoryLink {
  let open: Transaction | undefined;
  const abort = async (): Promise<void> => {
    if (open) server.abort(open);
    open = undefined;
  };

  const onOf = (by: Transaction, { statement, values }: Call): On => ({
    server,
    by,
    merchant,
    statement,
    values,
    now: clock(),
    list: (parameter) => elementsOf(String(values[parameter - 1])),
    rows: (table) => server.rows(table, by),
    async locked(table, keys) {
      const sorted = [...new Set(keys)].sort();
      for (const key of sorted) await server.lockToRead(by, table, key);
      return sorted.map((key) => server.find(table, key, by)).filter((row) => row !== undefined);
    },
  });

  const done = { rows: [], rowCount: 0 };
  return {
    isOpen: () => open !== undefined,
    hasSavepoint: () => open?.hasSavepoint === true,
    abort,
    cut: abort,
    close: abort,
    transaction: () => open,
    async perform(call) {
      const { name } = call.statement;
      if (name === 'begin') {
        open = server.begin();
        if (patient) open.lockTimeoutMs = undefined;
        return done;
      }
      if (name === 'rollback') {
        await abort();
        return done;
      }
      if (!open) throw new Error(`${name} outside a transaction`);
      if (name === 'commit') {
        server.commit(open);
        open = undefined;
        return done;
      }
      if (name === 'savepoint' || name === 'to_savepoint') {
        open.hasSavepoint = name === 'savepoint';
        server.toSavepoint(open);
        return done;
      }
      const meaning = meaningOf(call);
      if (!meaning) unknown(name);
      const by = open;
      try {
        const rows = ((await meaning?.(onOf(by, call))) ?? []) as Record<string, unknown>[];
        return { rows, rowCount: rows.length };
      } catch (fault) {
        // What failed keeps no lock until it is said to go back.
        if (by.hasSavepoint) server.toSavepoint(by);
        throw fault;
      }
    },
  };
}
