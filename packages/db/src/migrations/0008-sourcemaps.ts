import type { Migration } from './migration.js';

/**
 * Source maps (protocol 2.5). A row names two blobs that never change: the index that frames are resolved by, and the
 * original, compressed, from which it can be made again. An upload makes new blobs and moves the row to them; a reader
 * finds wholly old or wholly new bytes, or none, and then looks at the row again.
 *
 * A row is found by a hash of its filename: 1,024 characters of it would be too long for an index. Heads and bodies are
 * `EXTERNAL`, so that a few bytes of a large value are read without the rest.
 *
 * A blob is on `sourcemap_garbage` from before its first byte is written until a row names it, and again from the moment
 * no row does: a process that dies in between leaves nothing for ever.
 */
export const sourcemaps: Migration = {
  name: '0008-sourcemaps',
  statements: () => [
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
       primary key (project_id, blob_id)
     )`,
    `create index sourcemap_garbage_due on sourcemap_garbage (due_at)`,
    `alter table releases add column last_seen_hour timestamptz not null default 'epoch'`,
    `update releases set last_seen_hour = hour_of(coalesce(last_seen, created_at))`,
    `create index releases_by_last_seen on releases (project_id, last_seen_hour)`,
    // Described releases stay, their maps do not.
    `create index releases_touched_all on releases (touched_at)`,
  ],
};
