import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

const RELEASES = [
  `create table releases (
     project_id bigint not null,
     version text collate "C" not null,
     ref text,
     url text,
     deployed_at timestamptz,
     notes text,
     first_seen timestamptz,
     last_seen timestamptz,
     exception_count bigint not null default 0,
     created_at timestamptz not null default now(),
     touched_at timestamptz not null default now(),
     last_seen_hour timestamptz not null default 'epoch',
     primary key (project_id, version)
   ) ${UPDATED_OFTEN}`,
  `create index releases_touched on releases (touched_at)
     where ref is null and url is null and deployed_at is null and notes is null`,
  `create index releases_by_last_seen on releases (project_id, last_seen_hour)`,
  // Retention keeps releases with a description, but deletes their source maps.
  `create index releases_touched_all on releases (touched_at)`,
];

const SOURCE_MAPS = [
  `create table sourcemaps (
     project_id bigint not null,
     release text collate "C" not null,
     filename_hash bytea not null,
     filename text collate "C" not null,
     id uuid not null,
     size bigint not null,
     digest text not null,
     index_id uuid not null,
     original_id uuid not null,
     index_bytes bigint not null,
     format smallint not null,
     segments bigint not null,
     sources bigint not null,
     has_contents boolean not null,
     problems jsonb not null,
     uploaded_at timestamptz not null default now(),
     damaged_at timestamptz,
     tried_at timestamptz,
     head bytea not null,
     tries smallint not null default 0,
     primary key (project_id, release, filename_hash)
   )`,
  `alter table sourcemaps alter column head set storage external`,
  `create unique index sourcemaps_id on sourcemaps (project_id, id)`,
  `create index sourcemaps_uploaded on sourcemaps (project_id, uploaded_at, id)`,
  `create index sourcemaps_format on sourcemaps (format)`,
  `create index sourcemaps_damaged on sourcemaps (damaged_at) where damaged_at is not null`,
  `create table sourcemap_blobs (
     project_id bigint not null,
     blob_id uuid not null,
     part integer not null,
     body bytea not null,
     primary key (project_id, blob_id, part)
   )`,
  `alter table sourcemap_blobs alter column body set storage external`,
  `create table sourcemap_garbage (
     project_id bigint not null,
     blob_id uuid not null,
     due_at timestamptz not null,
     failed_at timestamptz,
     primary key (project_id, blob_id)
   )`,
  `create index sourcemap_garbage_due on sourcemap_garbage (due_at)`,
];

/** The channel of `listenForChanges`. */
const CHANNEL = 'sluice_sourcemaps';

/**
 * Each committed change of a project's source maps is announced with the project's id. PostgreSQL sends equal messages of
 * one transaction once. Marking an index as damaged or trying it again changes no response and is not announced.
 */
const ANNOUNCEMENTS = [
  `create function announce_source_map_change() returns trigger language plpgsql set search_path = pg_catalog as $$
     begin
       perform pg_notify('${CHANNEL}', coalesce(new.project_id, old.project_id)::text);
       return null;
     end $$`,
  `create trigger sourcemaps_come_or_go after insert or delete on sourcemaps
       for each row execute function announce_source_map_change()`,
  `create trigger sourcemaps_change after update of index_id, original_id on sourcemaps
       for each row execute function announce_source_map_change()`,
];

/**
 * Releases, and their source maps (protocol 2.5). A row of `sourcemaps` names two immutable blobs: the index that resolves frames,
 * and the compressed original, from which the index can be compiled again. An upload writes new blobs and points the row to them; a
 * reader finds the old bytes or the new bytes, or none, and then reads the row again.
 *
 * Rows are found by a hash of the filename, which with up to 1,024 characters is too long for an index. Heads and bodies are
 * `EXTERNAL`: a few bytes of a large value can be read without the rest. `tries` bounds how often an index is compiled again
 * after an upload.
 *
 * A blob is listed in `sourcemap_garbage` from before its first byte is written until a row names it, and again once no row
 * does: if a process dies in between, the blob is deleted later. `failed_at` is when a blob could not be deleted; it is
 * separate from `due_at`, because a blob that was due once must not look as if an upload could still name it.
 */
export const releases: Migration = {
  name: '0105-releases',
  statements: () => [...RELEASES, ...SOURCE_MAPS, ...ANNOUNCEMENTS],
};
