import { startOfHour } from '@sluice/contract';
import type { Queryable } from '@sluice/db';
import { lossOf, type Loss } from './loss.js';

/** A loss and when it was found. */
export interface ListedLoss extends Loss {
  /** When it was found or last grew, milliseconds since 1970. */
  readonly foundMs: number;
}

/**
 * Returns the losses that two checks agreed on, the latest hour first, at most `limit`. @param foundFrom only those that were
 * found, or grew, at this time or later
 */
export async function listLosses(db: Queryable, limit: number, foundFrom?: Date): Promise<readonly ListedLoss[]> {
  const rows = await db.kysely
    .selectFrom('losses')
    .selectAll()
    .where('reported', '>', '0')
    .$if(foundFrom !== undefined, (query) => query.where('found_at', '>=', foundFrom ?? new Date(0)))
    .orderBy('hour', 'desc')
    .orderBy('type')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...lossOf(row), foundMs: row.found_at.getTime() }));
}

/** Deletes acknowledgements before an hour (hours since 1970). Losses stay. */
export async function deleteAcknowledged(db: Queryable, beforeHour: number): Promise<void> {
  const before = new Date(startOfHour(beforeHour));
  await db.kysely.deleteFrom('acknowledged').where('hour', '<', before).execute();
  await db.kysely.deleteFrom('compared_hours').where('hour', '<', before).execute();
}
