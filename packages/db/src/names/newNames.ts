import { sql } from 'kysely';
import { runByShard } from '../citus/shards.js';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import type { NameKind } from './nameBudget.js';

/**
 * Returns how many more names each of these projects may add in this hour, and locks the counters of projects below their cap
 * until the transaction ends. No other transaction adds names of the kind to them meanwhile, so caps are exact. A project at
 * its cap is not locked, so a flood above the cap blocks no other transaction. The hour is that of PostgreSQL's clock.
 *
 * Call it only for new names. Lock order: kinds as in `NAME_KINDS`, projects by id.
 */
export async function lockNewNames(
  tx: Tx,
  kind: NameKind,
  cap: number,
  projectIds: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const unique = [...new Set(projectIds)];
  const full = await findFull(tx, kind, cap, unique);
  const open = unique.filter((projectId) => !full.has(projectId)).sort();
  const rooms = new Map([...full].map((projectId) => [projectId, 0]));
  if (open.length === 0) return rooms;
  const { rows } = await sql<{ project_id: string; count: number }>`
    insert into new_names as c (project_id, kind, hour, count)
    select n.project_id, ${kind}, hour_of(now()), 0 from ${unnest('n', { project_id: ['int8', open] })}
    on conflict (project_id, kind) do update set
      count = case when c.hour < excluded.hour then 0 else c.count end,
      hour = greatest(c.hour, excluded.hour)
    returning project_id, count`.execute(tx.kysely);
  for (const row of rows) rooms.set(row.project_id, Math.max(cap - row.count, 0));
  return rooms;
}

/** Returns the projects that have reached their cap for this hour. Locks nothing. */
export async function findFull(
  tx: Tx,
  kind: NameKind,
  cap: number,
  projectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (projectIds.length === 0) return new Set();
  const { rows } = await sql<{ project_id: string }>`
    select project_id from new_names
    where project_id = any(${projectIds}::int8[]) and kind = ${kind} and hour >= hour_of(now()) and count >= ${cap}`.execute(
    tx.kysely,
  );
  return new Set(rows.map((row) => row.project_id));
}

/** Counts added names by project. The caller has locked the counters with {@link lockNewNames}. */
export async function countNewNames(tx: Tx, kind: NameKind, added: ReadonlyMap<string, number>): Promise<void> {
  const spent = [...added].filter(([, count]) => count > 0);
  if (spent.length === 0) return;
  await runByShard(
    tx,
    spent,
    ([projectId]) => projectId,
    ({ items, within }) => sql`
      update new_names c set count = c.count + n.count from ${unnest('n', {
        project_id: ['int8', items.map(([projectId]) => projectId)],
        count: ['int4', items.map(([, count]) => count)],
      })}
      where c.project_id = n.project_id and c.kind = ${kind} and ${within('c.project_id')}`,
  );
}
