import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

/**
 * Requests with disabled keys. A row repeats the label of its key and when it was disabled, which never change: who decides about alerts
 * needs no keys.
 */
export const refusedKeys: Migration = {
  name: '0030-refused-keys',
  statements: () => [
    `create table refused_keys (
       project_id bigint not null,
       hour timestamptz not null,
       key text collate "C" not null,
       gateway text collate "C" not null,
       label text not null,
       disabled_at timestamptz not null,
       count bigint not null,
       primary key (project_id, hour, key, gateway)
     ) ${UPDATED_OFTEN}`,
    `create index refused_keys_hour on refused_keys (hour)`,
  ],
};
