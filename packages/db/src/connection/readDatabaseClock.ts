import { sql } from 'kysely';
import type { Queryable } from './createDatabase.js';

/** Returns the time of PostgreSQL's clock, milliseconds since 1970. */
export async function readDatabaseClock(db: Queryable): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.kysely);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('PostgreSQL returned no time');
  return now.getTime();
}
