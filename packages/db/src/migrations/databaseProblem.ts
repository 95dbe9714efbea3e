import { messageOf } from '@sluice/runtime';
import { sqlstateOf } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { healthClient, outageProblem } from '../connection/pingDatabase.js';
import { readFailure } from '../connection/readFailure.js';
import { sharedByPool } from '../connection/sharedByPool.js';
import { readSchemaState } from './appliedSteps.js';
import { abbreviate, describeRefusal } from './schemaRefusal.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Returns `undefined` if a service that needs PostgreSQL is ready: the server answers, has every migration of this code, and none
 * of newer code that this code cannot run with (decision 0153). Otherwise one sentence that says what to do. Calls at the same time
 * share one result.
 */
export const databaseProblem = sharedByPool(async (db: Database): Promise<string | undefined> => {
  try {
    const { missing, refusal } = await readSchemaState(healthClient(db));
    if (refusal !== undefined) return describeRefusal(refusal);
    if (missing.length === 0) return undefined;
    const pending = abbreviate(missing.map(({ name }) => name));
    return `the schema is older than this version: migration ${pending} pending. Run: sluice migrate`;
  } catch (error) {
    if (sqlstateOf(error) === INSUFFICIENT_PRIVILEGE) {
      return 'this database role may not read schema_migrations. As the owner, run: sluice roles';
    }
    if (readFailure(error) === undefined) return `the schema cannot be checked: ${messageOf(error)}`;
    return outageProblem(error);
  }
});
