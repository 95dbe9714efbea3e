import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/** Returns the present time by PostgreSQL's clock, after the locks of earlier statements, in milliseconds since 1970. */
export async function readClock(db: Queryable): Promise<number> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db.kysely);
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL returned no time');
  return row.time.getTime();
}
