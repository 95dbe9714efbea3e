import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import { shardsOf, type Placed } from './shards.js';

/** In how many phases Citus commits a transaction: in two if it prepares it on a node. */
export type CommitPhases = 'one' | 'two';

/** Number that Citus gives to the group of the coordinator. */
const COORDINATOR = '0';

/**
 * Returns in how many phases a transaction is committed that writes rows of these projects by COPY or by `INSERT … SELECT`;
 * `undefined` if the database is not distributed. Citus prepares both on each node, also if there is one; it commits with the
 * coordinator's own transaction what is written to shards of the coordinator.
 */
export async function commitPhases(db: Placed, projectIds: readonly string[]): Promise<CommitPhases | undefined> {
  const shards = await shardsOf(db, projectIds);
  if (shards === undefined) return undefined;
  return projectIds.every((projectId) => shards.get(projectId)?.node === COORDINATOR) ? 'one' : 'two';
}

/**
 * Returns how many transactions were prepared on nodes since the statistics of the coordinator were reset, which a crash does; one
 * that writes to two nodes counts twice. `undefined` if the database is not distributed. Citus records each of them in a table, and
 * deletes the record later, so the inserted rows are counted.
 */
export async function countPrepared(db: Queryable): Promise<number | undefined> {
  const { rows } = await sql<{ prepared: string }>`
    select n_tup_ins as prepared from pg_stat_sys_tables
    where relid = to_regclass('pg_catalog.pg_dist_transaction')`.execute(db.kysely);
  return rows[0] === undefined ? undefined : Number(rows[0].prepared);
}
