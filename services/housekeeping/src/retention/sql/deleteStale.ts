import { sql, type RawBuilder } from 'kysely';
import { workByShard, type Placed, type ShardGroup } from '@sluice/db';
import { type Bound, deleteStaleSourceMaps } from '@sluice/sourcemaps/statements';
import { deleteStaleReleases } from './deleteStaleReleases.js';
import { isOlder, isOldestKind, OLDEST_ROWS, type OldestRows, type StaleKind } from './staleKinds.js';

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
 * | `folded_names`, `endpoint_hours`, `endpoint_rollups`, `filter_entries`, `refused_origins`, `refused_keys`, `sdk_counts`, `erased_events` | its hour began before |
 * | `refused_samples` | it arrived before |
 * | `late_logs` | it was stored before |
 * | `sessions`, `links`, whether they were used or ended | it expired before |
 * | `audit_log` | the change was made before |
 * | `sourcemaps`, their blobs onto the garbage list | the same for its release, and no upload or description since; or its project is deleted |
 * | `releases` | the same, and it has no description: it was made by an event or an upload, and has no maps left |
 */
export async function deleteStale(db: Placed, kind: StaleKind, beforeMs: number, limit: number): Promise<number> {
  const bound = { before: new Date(beforeMs), limit };
  if (kind === 'sourcemaps') return deleteStaleSourceMaps(db, bound);
  if (kind === 'releases') return deleteStaleReleases(db, bound);
  const batch = batchOf(kind, bound);
  if (batch.isLocal)
    return run(
      db,
      batch.remove(() => sql`true`, limit),
    );
  return workByShard(
    db,
    limit,
    () => findProjects(db, batch.due, limit),
    (within, most) => run(db, batch.remove(within, most)),
  );
}

async function run(db: Placed, statement: RawBuilder<unknown>): Promise<number> {
  const { rows, numAffectedRows } = await statement.execute(db.kysely);
  return Number(numAffectedRows ?? rows.length);
}

/** How one kind is deleted. */
interface Batch {
  /** Whether the table has no projects and is never distributed. */
  readonly isLocal: boolean;
  /** `from …` that selects the rows that are due. */
  readonly due: RawBuilder<unknown>;
  readonly remove: (within: ShardGroup<string>['within'], limit: number) => RawBuilder<unknown>;
}

/** Tables that `distributeTables` leaves on the coordinator: they have no projects, or are keyed by organization. */
const LOCAL: ReadonlySet<string> = new Set([
  'daily_salts',
  'sessions',
  'links',
  'audit_log',
  'alert_destination_hours',
  'alert_mail_counts',
  'alert_inbox',
]);

function batchOf(kind: Exclude<StaleKind, 'sourcemaps' | 'releases'>, { before }: Bound): Batch {
  if (isOldestKind(kind)) {
    const rows = OLDEST_ROWS[kind];
    const due = sql`from ${sql.id(rows.table)} where ${isOlder(rows, before)} order by ${sql.id(rows.column)}`;
    return { isLocal: LOCAL.has(kind), due, remove: (within, limit) => deleteOldest(rows, { before, limit }, within) };
  }
  const [table, statement] =
    kind === 'issues' ? (['issues', staleIssues] as const) : (['project_users', staleUsers] as const);
  const due = sql`from ${sql.id(table)} where touched_at < ${before} order by touched_at`;
  return { isLocal: false, due, remove: (within, limit) => statement({ before, limit }, within) };
}

/** Returns the projects of the oldest rows. */
async function findProjects(db: Placed, due: RawBuilder<unknown>, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select distinct project_id from (select project_id ${due} limit ${limit}) as oldest`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

function deleteOldest(rows: OldestRows, { before, limit }: Bound, within: Within): RawBuilder<unknown> {
  const [name, column] = [sql.id(rows.table), sql.id(rows.column)];
  return sql`
    delete from ${name} where ${within('project_id')} and ctid = any(array(
      select ctid from ${name} where ${isOlder(rows, before, within)} and ${within('project_id')}
      order by ${column} limit ${limit} for update skip locked))`;
}

type Within = ShardGroup<string>['within'];

/**
 * Deletes hashes before issues, in the lock order of `upsertIssues`, and skips locked rows: an issue whose hash a
 * worker holds is about to get an exception and stays; a worker that waits for a hash held here finds it deleted and
 * opens a new issue.
 */
function staleIssues({ before, limit }: Bound, within: Within): RawBuilder<unknown> {
  return sql`
    with due as materialized (
      select project_id, id from issues where touched_at < ${before} and ${within('project_id')} order by touched_at limit ${limit}),
    held as materialized (
      select h.project_id, h.hash, h.issue_id
      from issue_hashes h join due on due.project_id = h.project_id and due.id = h.issue_id
      where ${within('h.project_id')} for update of h skip locked),
    free as materialized (
      select due.project_id, due.id from due where not exists (
        select from issue_hashes h
        where h.project_id = due.project_id and h.issue_id = due.id and ${within('h.project_id')}
          and not exists (select from held where held.project_id = h.project_id and held.hash = h.hash))),
    locked as materialized (
      select i.project_id, i.id from issues i join free on free.project_id = i.project_id and free.id = i.id
      where i.touched_at < ${before} and ${within('i.project_id')} for update of i skip locked),
    hashes as (
      delete from issue_hashes h using locked
      where h.project_id = locked.project_id and h.issue_id = locked.id and ${within('h.project_id')}
      returning h.project_id, h.hash),
    ${sql.join([...COUNTED.map((table) => deleteCounted(table, within)), ...DECIDED.map((table) => deleteDecided(table, within))])}
    delete from issues i using locked
    where i.project_id = locked.project_id and i.id = locked.id and ${within('i.project_id')}`;
}

/** Counts by fingerprint. */
const COUNTED = ['issue_hours', 'issue_releases', 'issue_users'];

/** What people decided about an issue. */
const DECIDED = ['issue_comments', 'issue_changes'];

const deleteDecided = (table: string, within: Within): RawBuilder<unknown> => sql`
    ${sql.id(`of_${table}`)} as (
      delete from ${sql.id(table)} c using locked where ${within('c.project_id')} and c.project_id = locked.project_id and c.issue_id = locked.id)`;

const deleteCounted = (table: string, within: Within): RawBuilder<unknown> => sql`
    ${sql.id(`of_${table}`)} as (
      delete from ${sql.id(table)} c using hashes where ${within('c.project_id')} and c.project_id = hashes.project_id and c.hash = hashes.hash)`;

function staleUsers({ before, limit }: Bound, within: Within): RawBuilder<unknown> {
  return sql`
    with gone as (
      delete from project_users where ${within('project_id')} and ctid = any(array(
        select ctid from project_users where touched_at < ${before} and ${within('project_id')} order by touched_at limit ${limit}
        for update skip locked))
      returning project_id, user_key),
    met as (
      delete from issue_users m using gone where ${within('m.project_id')} and m.project_id = gone.project_id and m.user_key = gone.user_key)
    select from gone`;
}
