import type { Migration } from './migration.js';

const CHANNEL = 'sluice_sourcemaps';

/**
 * Each committed change of a project's source maps is announced with the project's id, whoever makes it: equal messages of one
 * transaction are sent once. That an index was found damaged, or that it is tried again, changes no answer and is not announced.
 */
export const sourceMapChanges: Migration = {
  name: '0017-source-map-changes',
  statements: () => [
    `create function announce_source_map_change() returns trigger language plpgsql set search_path = pg_catalog as $$
     begin
       perform pg_notify('${CHANNEL}', coalesce(new.project_id, old.project_id)::text);
       return null;
     end $$`,
    `create trigger sourcemaps_come_or_go after insert or delete on sourcemaps
       for each row execute function announce_source_map_change()`,
    `create trigger sourcemaps_change after update of index_id, original_id on sourcemaps
       for each row execute function announce_source_map_change()`,
  ],
};
