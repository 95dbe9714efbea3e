import type { EventType } from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import type { Queryable, Schema } from '@sluice/db';
import { erasureOf, type Erasure } from './erasure.js';

/** Erasures that a list returns. */
const MAX_LISTED = 100;

/** Returns the erasures of whole projects of an organization, the latest 100, newest first. */
export async function listProjectErasures(db: Queryable, organizationId: string): Promise<readonly Erasure[]> {
  const { rows } = await sql<Selectable<Schema['erasures']> & { events: Partial<Record<EventType, number>> | null }>`
    select e.*, (
      select jsonb_object_agg(type, count) from (
        select type, sum(count) as count from erased_events
        where project_id = e.project_id and erasure_id = e.id group by type) types) as events
    from projects p join erasures e on e.project_id = p.id and e.kind = 'project'
    where p.organization_id = ${organizationId}
    order by e.requested_at desc, e.project_id desc limit ${MAX_LISTED}`.execute(db.kysely);
  return rows.map((row) => erasureOf(row, row.events ?? {}));
}
