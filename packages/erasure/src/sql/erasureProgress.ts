import { sql, type Selectable } from 'kysely';
import { isSettledOnNodes, organizationOfWhole, type Placed, type Queryable, type Schema, type Tx } from '@sluice/db';
import { countErased } from './listErasures.js';
import { finishOrganizationErasure } from './organizationErasures.js';

/** An open erasure with its progress. */
export interface OpenErasure {
  readonly projectId: string;
  readonly id: string;
  readonly kind: 'user' | 'project';
  readonly userKey: string | null;
  /** Milliseconds since 1970; `Infinity` for a project. */
  readonly beforeMs: number;
  readonly state: 'waiting' | 'running' | 'done';
  /** Index of the step that comes next. */
  readonly step: number;
  /** Event id up to which the step is done. */
  readonly position: string;
}

/**
 * Returns the oldest erasure of each organization that is not done and not in `skipped`, in the order of the requests. Organizations are
 * read separately: on Citus they are on the coordinator, and erasures on nodes.
 */
export async function listNextErasures(db: Queryable, skipped: readonly string[]): Promise<readonly OpenErasure[]> {
  const { rows } = await sql<Selectable<Schema['erasures']>>`
    select distinct on (project_id) * from erasures
    where closed_at is null and state <> 'done' and id <> all(${skipped}::uuid[])
    order by project_id, requested_at, id`.execute(db.kysely);
  const organizationOf = await readOrganizations(
    db,
    rows.map((row) => row.project_id),
  );
  const next = new Map<string, Selectable<Schema['erasures']>>();
  for (const row of [...rows].sort(byRequest)) {
    const organization = organizationOf(row.project_id);
    if (!next.has(organization)) next.set(organization, row);
  }
  return [...next.values()].map(toOpenErasure);
}

const byRequest = (a: Selectable<Schema['erasures']>, b: Selectable<Schema['erasures']>): number =>
  a.requested_at.getTime() - b.requested_at.getTime() || (a.id < b.id ? -1 : 1);

/** Returns the organization that each erasure is of. A project without a row is a group of its own. */
async function readOrganizations(db: Queryable, projectIds: readonly string[]): Promise<(projectId: string) => string> {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from projects where id = any(${projectIds}::int8[])`.execute(db.kysely);
  const organizations = new Map(rows.map((row) => [row.id, row.organization_id]));
  return (projectId) => organizationOfWhole(projectId) ?? organizations.get(projectId) ?? `project ${projectId}`;
}

/** Erasures that one query returns; the next query returns more. */
const FINISHED = 1_000;

/**
 * Returns erasures of users that are done and need something: those that finished before `closeBeforeMs`, to be closed, and those
 * with a segment of their recordings, which was stored late.
 */
export async function listFinishedErasures(db: Queryable, closeBeforeMs: number): Promise<readonly OpenErasure[]> {
  const { rows } = await sql<Selectable<Schema['erasures']>>`
    select e.* from erasures e
    where e.closed_at is null and e.state = 'done' and e.kind = 'user'
      and (e.finished_at < ${new Date(closeBeforeMs)} or exists (
        select from erased_replays r
        where r.project_id = e.project_id and r.erasure_id = e.id and exists (
          select from replays s where s.project_id = r.project_id and s.replay_id = r.replay_id)))
    order by e.finished_at limit ${FINISHED}`.execute(db.kysely);
  return rows.map(toOpenErasure);
}

const toOpenErasure = (row: Selectable<Schema['erasures']>): OpenErasure => ({
  projectId: row.project_id,
  id: row.id,
  kind: row.kind,
  userKey: row.user_key,
  beforeMs: row.before?.getTime() ?? Infinity,
  state: row.state,
  step: row.step,
  position: row.position,
});

/**
 * Sets a waiting erasure to `running` as soon as every transaction that may not have seen it has ended; returns whether it is.
 *
 * Invariant: a transaction that stores events reads tombstones after its first write (`findTombstones`), so it has a
 * transaction id when it reads. If it did not see the erasure, it read before the erasure was committed, and its id is below
 * `horizon`, which is assigned after that commit. Once no transaction below `horizon` runs and no node has one to commit,
 * everything that was stored without regard to the erasure is visible to its deletion.
 */
export async function startErasure(db: Placed, { projectId, id }: OpenErasure): Promise<boolean> {
  const key = sql`project_id = ${projectId} and id = ${id} and state = 'waiting'`;
  await sql`
    update erasures set horizon = pg_current_xact_id()
    where ${key} and horizon is null`.execute(db.kysely);
  // A statement without a table, because on Citus one of the project's runs on a node, which counts transactions by itself.
  const { rows: running } = await sql<{ lowest: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as lowest`.execute(db.kysely);
  const { rows: ended } = await sql`
    select 1 from erasures where ${key} and horizon <= ${running[0]?.lowest ?? '0'}::xid8`.execute(db.kysely);
  if (ended.length === 0 || !(await isSettledOnNodes(db))) return false;
  const result = await sql`update erasures set state = 'running', started_at = now() where ${key}`.execute(db.kysely);
  return result.numAffectedRows === 1n;
}

/** Records the progress of a running erasure, in the transaction that made it. */
export async function moveErasure(
  tx: Tx,
  { projectId, id }: Pick<OpenErasure, 'projectId' | 'id'>,
  to: Pick<OpenErasure, 'step' | 'position'>,
): Promise<void> {
  await tx.kysely
    .updateTable('erasures')
    .set({ step: to.step, position: to.position })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Sets an erasure to `done`, and that of the organization with the last of its projects and of what concerns all of it. */
export async function finishErasure(tx: Tx, { projectId, id, kind }: OpenErasure): Promise<void> {
  await tx.kysely
    .updateTable('erasures')
    .set({ state: 'done', finished_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
  if (kind === 'user') return;
  const whole = organizationOfWhole(projectId);
  if (whole !== undefined) return finishOrganizationErasure(tx, whole);
  const project = await tx.kysely
    .selectFrom('projects')
    .select('organization_id')
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (project !== undefined) await finishOrganizationErasure(tx, project.organization_id);
}

/**
 * Closes an erasure of a user that finished before `beforeMs`: late events can no longer come. Its counts are recorded, and what
 * identifies the user is deleted. Erasures of projects stay open. Returns whether it was closed.
 */
export async function closeErasure(tx: Tx, { projectId, id }: OpenErasure, beforeMs: number): Promise<boolean> {
  const isDue = await tx.kysely
    .selectFrom('erasures')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('finished_at', '<', new Date(beforeMs))
    .executeTakeFirst();
  if (isDue === undefined) return false;
  const counts = (await countErased(tx, projectId, [id])).get(id) ?? {};
  const { numUpdatedRows } = await tx.kysely
    .updateTable('erasures')
    .set({ closed_at: sql<Date>`now()`, user_key: null, counts: JSON.stringify(counts) })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('kind', '=', 'user')
    .where('finished_at', '<', new Date(beforeMs))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await tx.kysely
    .deleteFrom('erased_replays')
    .where('project_id', '=', projectId)
    .where('erasure_id', '=', id)
    .execute();
  return true;
}
