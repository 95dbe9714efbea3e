import { createDatabase, distributeNewTables, migrateToLatest, MIGRATIONS, type Database } from '@sluice/db';
import type { Report } from '@sluice/embedded';
import { poolDefaults, type Component, type Logger, type Metrics } from '@sluice/runtime';
import { assertDatabaseAnswers } from './assertAnswers.js';

/** A pool of connections to a database with the current schema. */
export interface OpenDatabase extends Component {
  readonly db: Database;
}

/** Connections of the main process in addition to those of the gateway: migrations, health, the demo. */
const POOL_SIZE = 3;

/** Dependencies of the pool. */
interface OpenDatabaseDeps {
  readonly report: Report;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Returns a pool that migrates the schema on start. */
export function openDatabase(url: string, { report, ...deps }: OpenDatabaseDeps): OpenDatabase {
  const { logger } = deps;
  const db = createDatabase({ ...poolDefaults('standalone', deps), url, poolSize: POOL_SIZE });
  return {
    db,
    start: async () => {
      try {
        await assertDatabaseAnswers(db, url);
        const applied = await migrateToLatest(db, logger);
        await distributeNewTables(db);
        // A new database gets all migrations; that is not worth a message.
        const isNew = applied[0] === MIGRATIONS[0]?.name;
        if (applied.length > 0 && !isNew) report(`Database schema updated: ${applied.join(', ')}.`);
      } catch (error) {
        await db.close();
        throw error;
      }
    },
    stop: () => db.close(),
  };
}
