import { sql } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';

/** Until when what is not partitioned by arrival is kept, milliseconds since 1970. */
export interface StaleBounds {
  /** Hours of usage that began before this go. */
  readonly usageBeforeMs: number;
  /** Dead letters made before this go, whatever their state. */
  readonly deadLettersBeforeMs: number;
  /** Issues (with their hashes) and project users last seen before this go. */
  readonly unseenBeforeMs: number;
}

/** Rows that went, by what they were. */
export interface StaleCounts {
  readonly usage: number;
  readonly deadLetters: number;
  readonly issues: number;
  readonly users: number;
}

/**
 * Deletes one batch, at most `limit` rows of each kind, each in a statement of its own; rows that a writer holds are left
 * for the next time. Call again until every count is below `limit`.
 */
export async function deleteStale(db: Queryable, bounds: StaleBounds, limit: number): Promise<StaleCounts> {
  const usage = await run(
    db,
    sql`delete from usage where ctid = any(array(
          select ctid from usage where hour < ${new Date(bounds.usageBeforeMs)} limit ${limit} for update skip locked))`,
  );
  const deadLetters = await run(
    db,
    sql`delete from dead_letters where ctid = any(array(
          select ctid from dead_letters where created_at < ${new Date(bounds.deadLettersBeforeMs)}
          limit ${limit} for update skip locked))`,
  );
  const unseen = new Date(bounds.unseenBeforeMs);
  const issues = await run(
    db,
    sql`with gone as (
          delete from issues where ctid = any(array(
            select ctid from issues where last_seen < ${unseen} limit ${limit} for update skip locked))
          returning project_id, id),
        hashes as (
          delete from issue_hashes h using gone where h.project_id = gone.project_id and h.issue_id = gone.id)
        select 1 from gone`,
  );
  const users = await run(
    db,
    sql`delete from project_users where ctid = any(array(
          select ctid from project_users where last_seen < ${unseen} limit ${limit} for update skip locked))`,
  );
  return { usage, deadLetters, issues, users };
}

async function run(db: Queryable, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows, numAffectedRows } = await statement.execute(db.kysely);
  return Number(numAffectedRows ?? rows.length);
}
