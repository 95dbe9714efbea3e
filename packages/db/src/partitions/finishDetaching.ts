import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import type { Partition } from './partition.js';

/** Completes an interrupted `DETACH … CONCURRENTLY`; in a transaction, because that bounds the wait for its lock. */
export const finishDetaching = async (db: Database, { table, name }: Partition): Promise<void> => {
  await inTransaction(db, ({ client }) => client.query(`alter table ${table} detach partition ${name} finalize`));
};
