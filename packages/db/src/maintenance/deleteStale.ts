import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { Bound } from './bound.js';
import { isOlder, isOldestKind, OLDEST_ROWS, type OldestKind, type OldestRows, type StaleKind } from './staleKinds.js';
import { staleSourceMaps } from './staleSourceMaps.js';

/**
 * Deletes one batch, at most `limit` rows, of what is older than `beforeMs` (milliseconds since 1970), and resolves with
 * the number that went; call again until it is below `limit`. Each kind has an index that finds the oldest. Rows that a
 * writer holds are left for the next time.
 *
 * | kind | is older when |
 * |---|---|
 * | `usage` | its hour began before |
 * | `dead_letters` | it was made before, whatever its state |
 * | `issue_hours` | its hour began before |
 * | `hit_days`, `daily_salts`, `derived_days`, `replay_facts` | its day is an earlier one |
 * | `visit_counts`, `exception_counts` | its bucket began before |
 * | `issues`, with their fingerprints, comments, history and what was counted of them | nothing was stored for it since, whatever time its events bear |
 * | `users`, with the issues they met | the same; an issue's count of users stays |
 * | `metrics`, `environment_names`, `release_names`: the names of series | nothing was stored under them since: their points are partitioned |
 * | `folded_names`, `endpoint_hours`, `endpoint_rollups`, `filter_entries`, `refused_origins`, `erased_events` | its hour began before |
 * | `refused_samples` | it arrived before |
 * | `late_logs` | it was stored before |
 * | `sessions`, `links`, whether they were used or ended | it expired before |
 * | `audit_log` | the change was made before |
 * | `sourcemaps`, their blobs onto the garbage list | the same for its release, and no upload or description since; or its project is deleted |
 * | `releases` | the same, and it has no description: it was made by an event or an upload, and has no maps left |
 */
export async function deleteStale(db: Queryable, kind: StaleKind, beforeMs: number, limit: number): Promise<number> {
  const { rows, numAffectedRows } = await statementFor(kind)({ before: new Date(beforeMs), limit }).execute(db.kysely);
  return Number(numAffectedRows ?? rows.length);
}

const deleteOldest =
  ({ table, column, ...kept }: OldestRows) =>
  ({ before, limit }: Bound): RawBuilder<unknown> => {
    const name = sql.id(table);
    const condition = isOlder({ column, ...kept }, before);
    return sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${condition} order by ${sql.id(column)} limit ${limit} for update skip locked))`;
  };

const SPECIAL: Readonly<Record<Exclude<StaleKind, OldestKind>, (bound: Bound) => RawBuilder<unknown>>> = {
  issues: staleIssues,
  sourcemaps: staleSourceMaps,
  users: staleUsers,
};

/** Returns the statement that deletes one batch of a kind. */
const statementFor = (kind: StaleKind): ((bound: Bound) => RawBuilder<unknown>) =>
  isOldestKind(kind) ? deleteOldest(OLDEST_ROWS[kind]) : SPECIAL[kind];

/**
 * Deletes hashes before issues, in the lock order of `upsertIssues`, and skips locked rows: an issue whose hash a
 * worker holds is about to get an exception and stays; a worker that waits for a hash held here finds it deleted and
 * opens a new issue.
 */
function staleIssues({ before, limit }: Bound): RawBuilder<unknown> {
  return sql`
    with due as materialized (
      select project_id, id from issues where touched_at < ${before} order by touched_at limit ${limit}),
    held as materialized (
      select h.project_id, h.hash, h.issue_id
      from issue_hashes h join due on due.project_id = h.project_id and due.id = h.issue_id
      for update of h skip locked),
    free as materialized (
      select due.project_id, due.id from due where not exists (
        select from issue_hashes h
        where h.project_id = due.project_id and h.issue_id = due.id
          and not exists (select from held where held.project_id = h.project_id and held.hash = h.hash))),
    locked as materialized (
      select i.project_id, i.id from issues i join free on free.project_id = i.project_id and free.id = i.id
      where i.touched_at < ${before} for update of i skip locked),
    hashes as (
      delete from issue_hashes h using locked where h.project_id = locked.project_id and h.issue_id = locked.id
      returning h.project_id, h.hash),
    ${sql.join([...COUNTED.map(deleteCounted), ...DECIDED.map(deleteDecided)])}
    delete from issues i using locked where i.project_id = locked.project_id and i.id = locked.id`;
}

/** Counts by fingerprint. */
const COUNTED = ['issue_hours', 'issue_releases', 'issue_users'];

/** What people decided about an issue. */
const DECIDED = ['issue_comments', 'issue_changes'];

const deleteDecided = (table: string): RawBuilder<unknown> => sql`
    ${sql.id(`of_${table}`)} as (
      delete from ${sql.id(table)} c using locked where c.project_id = locked.project_id and c.issue_id = locked.id)`;

const deleteCounted = (table: string): RawBuilder<unknown> => sql`
    ${sql.id(`of_${table}`)} as (
      delete from ${sql.id(table)} c using hashes where c.project_id = hashes.project_id and c.hash = hashes.hash)`;

function staleUsers({ before, limit }: Bound): RawBuilder<unknown> {
  return sql`
    with gone as (
      delete from project_users where ctid = any(array(
        select ctid from project_users where touched_at < ${before} order by touched_at limit ${limit}
        for update skip locked))
      returning project_id, user_key),
    met as (
      delete from issue_users m using gone where m.project_id = gone.project_id and m.user_key = gone.user_key)
    select from gone`;
}
