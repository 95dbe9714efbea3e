import { sql } from 'kysely';
import type { Queryable } from './createDatabase.js';

/** Returns `undefined` if PostgreSQL answers, otherwise one sentence with the error. */
export async function pingDatabase(db: Queryable): Promise<string | undefined> {
  try {
    await sql`select 1`.execute(db.kysely);
    return undefined;
  } catch (error) {
    return `PostgreSQL does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}
