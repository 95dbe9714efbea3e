import type { Migration } from './migration.js';

/**
 * What upkeep of source maps cannot do is not tried for ever, and holds up nothing else: how often an index was to be made
 * again since its map was uploaded, and when a blob could not be deleted. The time is beside `due_at`: a blob that was due
 * once must not look as if an upload could still name it.
 */
export const sourcemapTries: Migration = {
  name: '0009-sourcemap-tries',
  statements: () => [
    `alter table sourcemaps add column tries smallint not null default 0`,
    `alter table sourcemap_garbage add column failed_at timestamptz`,
  ],
};
