import type { Database } from '../connection/createDatabase.js';

/**
 * Runs `work` while holding the advisory lock of a task's name, so that of many processes one does it at a time.
 * Resolves with false, at once and without running it, where another holds the lock. Holds one connection meanwhile; if
 * that connection is lost the lock is too, so the work must be repeatable. Not for transaction-mode poolers.
 */
export async function withTaskLock(db: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await db.pool.connect();
  let broken = true;
  try {
    const lock = `hashtextextended('sluice.task.' || $1, 0)`;
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`, [name]);
    if (rows[0]?.mine !== true) {
      broken = false;
      return false;
    }
    await work().finally(async () => {
      await client.query(`select pg_advisory_unlock(${lock})`, [name]);
      broken = false;
    });
    return true;
  } finally {
    // A connection that could not unlock is closed, and the lock goes with it.
    client.release(broken);
  }
}
