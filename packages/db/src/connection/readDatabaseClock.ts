import type { Database } from './createDatabase.js';
import { healthClient } from './pingDatabase.js';

/** Returns the time of PostgreSQL's clock, milliseconds since 1970. */
export async function readDatabaseClock(db: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await healthClient(db).query<{ now: Date }>('select clock_timestamp() as now');
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('PostgreSQL returned no time');
  return now.getTime();
}
