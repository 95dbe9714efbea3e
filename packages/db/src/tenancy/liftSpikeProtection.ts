import { startOfHour, type EventType, type SpikeLift } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';

/**
 * Lifts spike protection for types of a project until the end of an hour; an earlier lift of the same hour stays in force.
 * The version trigger announces it like a setting. Call it in a `settingsTransaction`. Returns all types that are lifted.
 */
export async function liftSpikeProtection(tx: Tx, projectId: string, lift: SpikeLift): Promise<readonly EventType[]> {
  const hour = new Date(startOfHour(lift.hour));
  const { rows } = await sql<{ types: EventType[] }>`
    update projects set
      lift_types = array(
        select unnest(case when lift_hour = ${hour} then lift_types else '{}' end)
        union select unnest(${[...lift.types]}::text[]) order by 1),
      lift_hour = ${hour}
    where id = ${projectId} returning lift_types as types`.execute(tx.kysely);
  return rows[0]?.types ?? [];
}
