import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';

/**
 * Runs a transaction that reads settings in order to change them. It takes the lock of the version triggers (migration
 * `0101-tenancy`) before any row, so that two changes wait for each other: no update is lost and there is no deadlock.
 */
export function settingsTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`select lock_settings()`.execute(tx.kysely);
    return work(tx);
  });
}
