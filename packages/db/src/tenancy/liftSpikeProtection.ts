import { hourOf, OPERATOR, startOfHour, type Actor, type EventType, type SpikeLift } from '@sluice/contract';
import { sql } from 'kysely';
import { writeAudit } from '../audit/writeAudit.js';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { findProject, type ProjectRef } from './projects.js';
import { settingsTransaction } from './settingsTransaction.js';

/**
 * Lifts spike protection for types of a project until the end of an hour; an earlier lift of the same hour stays in force.
 * The version trigger announces it like a setting. Returns all types that are lifted. @throws TenancyError `not_found`
 */
export function liftSpikeProtection(
  db: Database,
  ref: ProjectRef,
  { hour, types }: SpikeLift,
  actor: Actor = OPERATOR,
): Promise<readonly EventType[]> {
  return settingsTransaction(db, async (tx) => {
    const { id, organizationId } = await findProject(tx, ref);
    const start = new Date(startOfHour(hour));
    const { rows } = await sql<{ types: EventType[] }>`
      update projects set
        lift_types = array(
          select unnest(case when lift_hour = ${start} then lift_types else '{}' end)
          union select unnest(${[...types]}::text[]) order by 1),
        lift_hour = ${start}
      where id = ${id} returning lift_types as types`.execute(tx.kysely);
    const lifted = rows[0]?.types ?? [];
    await writeAudit(tx, {
      organizationId,
      projectId: id,
      actor,
      action: 'project.lift',
      target: ref.project,
      after: { types: lifted, until: new Date(startOfHour(hour + 1)).toISOString() },
    });
    return lifted;
  });
}

/** Returns the lift of a project, which may be over; `null` if there was none. */
export async function liftOfProject(db: Queryable, projectId: string): Promise<SpikeLift | null> {
  const row = await db.kysely
    .selectFrom('projects')
    .select(['lift_hour', 'lift_types'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  return row === undefined ? null : liftOf(row);
}

/** Returns the lift in the columns of a project. */
export const liftOf = (row: {
  readonly lift_hour: Date | null;
  readonly lift_types: string[] | null;
}): SpikeLift | null =>
  row.lift_hour === null
    ? null
    : { hour: hourOf(row.lift_hour.getTime()), types: (row.lift_types ?? []) as EventType[] };
