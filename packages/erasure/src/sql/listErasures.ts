import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';
import { isEventId } from '@sluice/reading';
import { erasureOf, type ErasedCounts, type Erasure } from './erasure.js';

/** Erasures that a list returns. */
const MAX_LISTED = 100;

/** Returns the erasures of a project, the latest 100, newest first. */
export async function listErasures(db: Queryable, projectId: string): Promise<readonly Erasure[]> {
  const rows = await db.kysely
    .selectFrom('erasures')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
  const counts = await countErased(
    db,
    projectId,
    rows.filter((row) => row.counts === null).map(({ id }) => id),
  );
  return rows.map((row) => erasureOf(row, counts.get(row.id) ?? {}));
}

/** Returns an erasure of a project; `undefined` if it has none with this id. */
export async function readErasure(db: Queryable, projectId: string, id: string): Promise<Erasure | undefined> {
  if (!isEventId(id)) return undefined;
  const row = await db.kysely
    .selectFrom('erasures')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const counts = row.counts === null ? await countErased(db, projectId, [id]) : undefined;
  return erasureOf(row, counts?.get(id) ?? {});
}

/** Returns the erased events by erasure. */
export async function countErased(
  db: Queryable,
  projectId: string,
  erasureIds: readonly string[],
): Promise<ReadonlyMap<string, ErasedCounts>> {
  const { rows } = await sql<{ erasure_id: string; type: EventType; count: string }>`
    select erasure_id, type, sum(count) as count from erased_events
    where project_id = ${projectId} and erasure_id = any(${erasureIds}::uuid[])
    group by erasure_id, type order by type`.execute(db.kysely);
  const counts = new Map<string, Partial<Record<EventType, number>>>();
  for (const row of rows) {
    const own = counts.get(row.erasure_id) ?? {};
    own[row.type] = Number(row.count);
    counts.set(row.erasure_id, own);
  }
  return counts;
}
