import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';

const TOUCH_MS = 60_000;
/** Also bounds the wait for a lock on the row or the table. */
const TOUCH_TIMEOUT_MS = 500;

/**
 * Runs `record`, which stores that something was used, unless the last recorded use is less than a minute old. Does not wait
 * for the disk.
 * @throws after half a second; the caller continues, because a request must not fail for this
 */
export async function recordUse(
  db: Database,
  lastUsedAt: Date | null,
  nowMs: number,
  record: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (nowMs - (lastUsedAt?.getTime() ?? 0) < TOUCH_MS) return;
  await inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(TOUCH_TIMEOUT_MS)}, true),
      set_config('synchronous_commit', 'off', true)`.execute(tx.kysely);
    await record(tx);
  });
}
