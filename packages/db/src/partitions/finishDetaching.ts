import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { listPartitions } from './listPartitions.js';
import type { Partition } from './partition.js';

/**
 * Completes an interrupted `DETACH … CONCURRENTLY`, unless another process has done it; in a transaction, because that bounds the
 * wait for its lock.
 */
export const finishDetaching = async (db: Database, { table, name }: Partition): Promise<void> => {
  await inTransaction(db, async (tx) => {
    // FINALIZE waits for older snapshots. LOCK waits without one; two ALTER TABLE would wait for each other.
    await tx.client.query(`lock table only ${table} in share update exclusive mode`);
    const isPending = (await listPartitions(tx, table)).some((other) => other.name === name && other.detaching);
    if (isPending) await tx.client.query(`alter table ${table} detach partition ${name} finalize`);
  });
};
