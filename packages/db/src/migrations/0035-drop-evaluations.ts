import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

/**
 * Until when each search for drops has recorded what it found, so that an evaluation after an outage begins where the last one ended.
 * One row for each search, on the coordinator of a distributed database.
 */
export const dropEvaluations: Migration = {
  name: '0035-drop-evaluations',
  statements: () => [
    `create table drop_evaluations (
       search text collate "C" primary key,
       evaluated_until timestamptz not null
     ) ${UPDATED_OFTEN}`,
  ],
};
