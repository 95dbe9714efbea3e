import { isCitusRun } from './createTestDatabase.js';
import { waitFor } from './waitFor.js';
import { type Database, inTransaction, type Tx } from '@sluice/db';

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
  let id = '';
  const transaction = inTransaction(db, async (tx) => {
    const backend = isCitusRun() ? 'citus_backend_gpid()' : 'pg_backend_pid()';
    id = (await tx.client.query<{ id: string }>(`select ${backend}::text as id`)).rows[0]?.id ?? '';
    await first(tx);
    opened.give();
    await end.given;
    if (isUndone) throw undone;
  });
  await Promise.race([opened.given, transaction]);
  return {
    untilWaitedFor: async () => {
      // On Citus a node's session waits, not the coordinator's.
      const waiting = isCitusRun()
        ? 'select from citus_lock_waits where blocking_gpid = $1'
        : 'select from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))';
      await waitFor(async () => (await db.pool.query(waiting, [id])).rows.length > 0);
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
      isCitusRun()
        ? 'select distinct waiting_gpid from citus_lock_waits'
        : `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length === count;
  });
