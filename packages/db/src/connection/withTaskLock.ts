import type { Database } from './createDatabase.js';
import { inTransaction } from './inTransaction.js';
import { NO_TRANSACTION_TIMEOUT } from './transactionTimeout.js';

/**
 * Runs `work` while holding the advisory lock of a task's name, so that of many processes one does it at a time. Resolves with
 * false, at once and without running it, where another holds the lock.
 *
 * The lock belongs to a transaction, which holds one connection meanwhile, also of a pooler, and does nothing else: it has no
 * snapshot that would keep dead rows. If that connection is lost the lock is too, so the work must be repeatable.
 */
export async function withTaskLock(db: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  return inTransaction(db, async ({ client }) => {
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('sluice.task.' || $1, 0)) as mine,
         set_config('idle_in_transaction_session_timeout', '0', true), ${NO_TRANSACTION_TIMEOUT}`,
      [name],
    );
    if (rows[0]?.mine !== true) return false;
    await work();
    return true;
  });
}
