import { messageOf } from '@sluice/runtime';
import { sqlstateOf } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { healthClient, outageProblem } from '../connection/pingDatabase.js';
import { readFailure } from '../connection/readFailure.js';
import { sharedByPool } from '../connection/sharedByPool.js';
import { readSchemaState } from './appliedSteps.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Name of the step that a database has while it is restored. It needs a step that no version knows: none runs with what a restore
 * has left behind that did not finish.
 */
export const UNFINISHED_RESTORE = '9999-unfinished-restore';

/** Says that this code cannot run with a step of newer code, and what to do. */
export const describeNewerSchema = (step: string): string =>
  step === UNFINISHED_RESTORE
    ? 'a restore of this database runs or did not finish. Wait until it ends, or run again: sluice restore'
    : `the schema is newer than this version: migration ${step} removed what it uses. Deploy the newer version`;

/**
 * Returns `undefined` if a service that needs PostgreSQL is ready: the server answers, has every migration of this code, and none
 * of newer code that this code cannot run with (decision 0153). Otherwise one sentence that says what to do. Calls at the same time
 * share one result.
 */
export const databaseProblem = sharedByPool(async (db: Database): Promise<string | undefined> => {
  try {
    const { missing, incompatible } = await readSchemaState(healthClient(db));
    if (incompatible !== undefined) {
      return describeNewerSchema(incompatible);
    }
    const [next, ...others] = missing;
    if (next === undefined) return undefined;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    return `the schema is older than this version: migration ${next.name}${more} pending. Run: sluice migrate`;
  } catch (error) {
    if (sqlstateOf(error) === INSUFFICIENT_PRIVILEGE) {
      return 'this database role may not read schema_migrations. As the owner, run: sluice roles';
    }
    if (readFailure(error) === undefined) return `the schema cannot be checked: ${messageOf(error)}`;
    return outageProblem(error);
  }
});
