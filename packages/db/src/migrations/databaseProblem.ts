import { sqlstateOf } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { pingDatabase } from '../connection/pingDatabase.js';
import { pendingMigrations } from './migrateToLatest.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Databases that have every migration of this code. Steps are never undone, so one check is enough. */
const migrated = new WeakSet<Database>();

/**
 * Returns `undefined` if a service that needs PostgreSQL is ready: the server answers and has every migration of this code.
 * Otherwise one sentence that says what to do. A schema newer than this code is ready.
 */
export async function databaseProblem(db: Database): Promise<string | undefined> {
  if (migrated.has(db)) return pingDatabase(db);
  try {
    const [next, ...others] = await pendingMigrations(db);
    if (next === undefined) {
      migrated.add(db);
      return undefined;
    }
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return `the schema is older than this version: migration ${next}${more} pending. Run: sluice migrate`;
  } catch (error) {
    if (sqlstateOf(error) === INSUFFICIENT_PRIVILEGE) {
      return 'this database role may not read schema_migrations. As the owner, run: sluice roles';
    }
    return (await pingDatabase(db)) ?? `the schema cannot be checked: ${String(error)}`;
  }
}
