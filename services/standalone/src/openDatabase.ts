import { createDatabase, migrateToLatest, type Database } from '@sluice/db';
import type { Report } from '@sluice/embedded';
import { poolDefaults, type Component, type Logger } from '@sluice/runtime';
import { assertDatabaseAnswers } from './assertAnswers.js';

/** A pool of connections to a database whose schema is current. */
export interface OpenDatabase extends Component {
  readonly db: Database;
}

/** Connections of the main process beside the gateway's look-ups: migrations, health, the demo. */
const POOL_SIZE = 3;

/** Connects, and brings the schema up to date at the start. */
export function openDatabase(url: string, report: Report, logger: Logger): OpenDatabase {
  const db = createDatabase({ ...poolDefaults('standalone', logger), url, poolSize: POOL_SIZE });
  return {
    db,
    start: async () => {
      try {
        await assertDatabaseAnswers(db, url);
        const applied = await migrateToLatest(db, logger);
        // A new database gets all steps, the first one included: no news to whoever starts Sluice for the first time.
        const isNew = applied[0]?.startsWith('0001-') === true;
        if (applied.length > 0 && !isNew) report(`Database schema updated: ${applied.join(', ')}.`);
      } catch (error) {
        await db.close();
        throw error;
      }
    },
    stop: () => db.close(),
  };
}
