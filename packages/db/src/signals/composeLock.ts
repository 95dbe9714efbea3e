import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';

/** Returns the key of the advisory lock of whoever composes deliveries of a project. */
export const composeKey = (projectId: string): RawBuilder<unknown> =>
  sql`hashtextextended('sluice.alerts.compose.' || ${projectId}::text, 0)`;

/** Locks the composing of a project's deliveries until the transaction ends. Waits for the current holder of the lock. */
export async function lockComposing(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${composeKey(projectId)})`.execute(tx.kysely);
}
