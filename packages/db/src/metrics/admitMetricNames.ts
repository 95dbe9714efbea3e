import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';

/** The most metrics of a project that are charted. */
export const MAX_METRIC_NAMES = 2_000;

/** How old `touched_at` becomes while a metric is fed. */
const TOUCH_EVERY = '12 hours';

/** Metric names by project. */
export type MetricNames = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Those of the names that are charted: known ones, and new ones while a project has fewer than {@link MAX_METRIC_NAMES}.
 * Exact under concurrency: whoever adds names of a project holds its lock until commit. Projects are locked in order, and
 * a project that is full is not locked at all. Names that are only touched are never waited for.
 */
export async function admitMetricNames(tx: Tx, wanted: MetricNames): Promise<MetricNames> {
  const admitted = await readKnown(tx, wanted);
  for (const [projectId, names] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const known = admitted.get(projectId);
    const unknown = [...names].filter((name) => known?.has(name) !== true);
    if (unknown.length === 0) continue;
    const added = await addNames(tx, projectId, unknown);
    admitted.set(projectId, new Set([...(known ?? []), ...added]));
  }
  return admitted;
}

async function readKnown(tx: Tx, wanted: MetricNames): Promise<Map<string, ReadonlySet<string>>> {
  const pairs = [...wanted].flatMap(([projectId, names]) => [...names].map((name) => ({ projectId, name })));
  const { rows } = await sql<{ project_id: string; name: string; ctid: string; stale: boolean }>`
    select m.project_id, m.name, m.touched_at < now() - ${TOUCH_EVERY}::interval as stale from ${unnest('n', {
      project_id: ['int8', pairs.map((pair) => pair.projectId)],
      name: ['text', pairs.map((pair) => pair.name)],
    })}
    join metric_names m on m.project_id = n.project_id and m.name = n.name`.execute(tx.kysely);
  const stale = rows.filter((row) => row.stale);
  if (stale.length > 0) await touchNames(tx, stale);
  const known = new Map<string, Set<string>>();
  for (const row of rows) {
    const names = known.get(row.project_id);
    if (names === undefined) known.set(row.project_id, new Set([row.name]));
    else names.add(row.name);
  }
  return known;
}

async function touchNames(tx: Tx, names: readonly { project_id: string; name: string }[]): Promise<void> {
  await sql`
    update metric_names set touched_at = now() where ctid = any(array(
      select m.ctid from ${unnest('n', {
        project_id: ['int8', names.map((name) => name.project_id)],
        name: ['text', names.map((name) => name.name)],
      })}
      join metric_names m on m.project_id = n.project_id and m.name = n.name
      for update of m skip locked))`.execute(tx.kysely);
}

async function addNames(tx: Tx, projectId: string, names: readonly string[]): Promise<readonly string[]> {
  if ((await countNames(tx, projectId)) >= MAX_METRIC_NAMES) return [];
  await sql`select pg_advisory_xact_lock(hashtextextended('sluice.metric_names', ${projectId}::int8))`.execute(
    tx.kysely,
  );
  // A statement of its own: it sees what others committed while the lock was waited for.
  const room = MAX_METRIC_NAMES - (await countNames(tx, projectId));
  await sql`
    insert into metric_names (project_id, name)
    select ${projectId}::int8, n.name from ${unnest('n', { name: ['text', names] })}
    where not exists (select from metric_names m where m.project_id = ${projectId} and m.name = n.name)
    order by n.name collate "C" limit ${Math.max(room, 0)}
    on conflict do nothing`.execute(tx.kysely);
  const { rows } = await sql<{ name: string }>`
    select name from metric_names where project_id = ${projectId} and name = any(${names}::text[])`.execute(tx.kysely);
  return rows.map((row) => row.name);
}

async function countNames(tx: Tx, projectId: string): Promise<number> {
  const { rows } = await sql<{ names: number }>`
    select count(*)::int4 as names from metric_names where project_id = ${projectId}`.execute(tx.kysely);
  return rows[0]?.names ?? 0;
}
