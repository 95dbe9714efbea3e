import { sql } from 'kysely';
import { shardsOf, type Placed } from './shards.js';

/**
 * Whether everything is visible that was committed on the coordinator before the call. On Citus a node commits a prepared
 * transaction a moment after the coordinator, or when it is back: false while a transaction that is prepared now stays so, or
 * a node does not answer. Always true if the database is not distributed.
 */
export async function isSettledOnNodes(db: Placed): Promise<boolean> {
  if ((await shardsOf(db, [])) === undefined) return true;
  const before = await readPrepared(db);
  if (before === undefined) return false;
  if (before.size === 0) return true;
  const after = await readPrepared(db);
  return after !== undefined && [...before].every((id) => !after.has(id));
}

const PREPARED = `select coalesce(json_agg(gid), '[]') from pg_prepared_xacts where database = current_database()`;

/** Returns the ids of prepared transactions on all nodes; `undefined` if a node does not answer. */
async function readPrepared(db: Placed): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await sql<{ success: boolean; result: string }>`
    select success, result from run_command_on_workers(${PREPARED})`.execute(db.kysely);
  if (rows.some(({ success }) => !success)) return undefined;
  return new Set(rows.flatMap(({ result }) => JSON.parse(result) as readonly string[]));
}
