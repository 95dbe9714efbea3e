import { waitFor } from '@sluice/testkit';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';

/** A transaction that stays open after its first work. */
export interface OpenTransaction {
  readonly commit: () => Promise<void>;
  readonly rollBack: () => Promise<void>;
  /** Resolves when a statement waits for a lock of this transaction. */
  readonly untilWaitedFor: () => Promise<void>;
}

/** Begins a transaction and does `first`; resolves when that is done. */
export async function openTransaction(db: Database, first: (tx: Tx) => Promise<unknown>): Promise<OpenTransaction> {
  const undone = new Error('rolled back');
  const [end, opened] = [signal(), signal()];
  let isUndone = false;
  let pid = 0;
  const transaction = inTransaction(db, async (tx) => {
    pid = (await tx.client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
    await first(tx);
    opened.give();
    await end.given;
    if (isUndone) throw undone;
  });
  await Promise.race([opened.given, transaction]);
  return {
    untilWaitedFor: async () => {
      const waiting = 'select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))';
      await waitFor(async () => (await db.pool.query(waiting, [pid])).rows.length > 0);
    },
    commit: () => {
      end.give();
      return transaction;
    },
    rollBack: () => {
      isUndone = true;
      end.give();
      return transaction.catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    },
  };
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** Until so many statements of this database wait for a lock. */
export const untilWaiting = (db: Database, count = 1): Promise<unknown> =>
  waitFor(async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length === count;
  });
