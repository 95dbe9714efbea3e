import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Returns the number of letters in state `waiting` by type. At most `most` are counted, so that the cost is bounded. */
export async function countWaiting(db: Queryable, most: number): Promise<ReadonlyMap<EventType, number>> {
  const { rows } = await sql<{ type: EventType; letters: number }>`
    select type, count(*)::int as letters
    from (select type from dead_letters where state = 'waiting' limit ${most}) as waiting
    group by type`.execute(db.kysely);
  return new Map(rows.map(({ type, letters }) => [type, letters]));
}
