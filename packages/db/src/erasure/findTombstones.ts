import { sql, type RawBuilder } from 'kysely';
import { shardsOf } from '../citus/shards.js';
import type { Tx } from '../connection/inTransaction.js';

/** An open erasure, as workers need it. */
export interface Tombstone {
  readonly erasureId: string;
  readonly projectId: string;
  /** `null`: all events of the project. */
  readonly userKey: string | null;
  /** Events that arrived before are not stored, milliseconds since 1970. */
  readonly beforeMs: number;
}

/** Open erasures up to which all of the projects are read, whoever the events are of. */
const FEW = 100;

/**
 * Returns the open erasures of projects that may cover events of these users. Call it in the transaction that stores events, after its first write and before the
 * events: then an erasure that it does not see waits for the transaction (`startErasure`), and finds what it stored.
 */
export async function findTombstones(
  tx: Tx,
  projectIds: readonly string[],
  usersOf: () => Iterable<string>,
): Promise<readonly Tombstone[]> {
  // On Citus the first write gave the transaction an id on a node; `startErasure` waits for ids of the coordinator.
  if ((await shardsOf(tx, [])) !== undefined) await sql`select pg_current_xact_id()`.execute(tx.kysely);
  const ofProjects = sql`closed_at is null and project_id = any(${[...new Set(projectIds)]}::int8[])`;
  const few = await readTombstones(tx, sql`${ofProjects} limit ${FEW + 1}`);
  if (few.length <= FEW) return few;
  const users = [...new Set(usersOf())];
  return readTombstones(tx, sql`${ofProjects} and (user_key is null or user_key = any(${users}::text[]))`);
}

async function readTombstones(tx: Tx, which: RawBuilder<unknown>): Promise<readonly Tombstone[]> {
  const { rows } = await sql<{ id: string; project_id: string; user_key: string | null; before: Date | null }>`
    select id, project_id, user_key, before from erasures where ${which}`.execute(tx.kysely);
  return rows.map((row) => ({
    erasureId: row.id,
    projectId: row.project_id,
    userKey: row.user_key,
    beforeMs: row.before?.getTime() ?? Infinity,
  }));
}
