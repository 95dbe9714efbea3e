import type { Migration } from './migration.js';

/**
 * Debug ids of source maps: UUIDs that a build writes into a file and its map. A map without a release has the release `''`, which
 * no client can name, and a `filename_hash` of its debug id and filename, so that builds with equal filenames do not replace each
 * other.
 *
 * `debug_original_id` is the upload that has the debug id. An older service that replaces a map writes neither column: then it
 * differs from `original_id`, and the debug id no longer counts.
 *
 * `touched_at` is the time of the last upload, query of an uploader, or exception that used the map; retention reads it. Rows of an older version have NULL
 * and depend on their release alone.
 */
export const debugIds: Migration = {
  name: '0117-debug-ids',
  statements: () => [
    `alter table sourcemaps
       add column debug_id uuid,
       add column debug_original_id uuid,
       add column touched_at timestamptz`,
    // Maps are stored elsewhere, so rows are short, and building these takes milliseconds.
    `create index sourcemaps_debug_id on sourcemaps (project_id, debug_id, uploaded_at) where debug_id is not null`,
    `create index sourcemaps_touched on sourcemaps (touched_at) where release = ''`,
  ],
};
