import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

/**
 * Why events were refused: counts by entry of a filter, samples, and refused origins; and the lift of spike protection for an
 * hour. A lift is a column of the project, so that its version trigger announces it like a setting.
 */
export const refusals: Migration = {
  name: '0014-refusals',
  statements: () => [
    `create table filter_entries (
       project_id bigint not null,
       reason text collate "C" not null,
       hour timestamptz not null,
       entry text collate "C" not null,
       epoch text collate "C" not null,
       count bigint not null,
       primary key (project_id, reason, hour, entry, epoch)
     ) ${UPDATED_OFTEN}`,
    `create index filter_entries_hour on filter_entries (hour)`,
    `create table refused_samples (
       project_id bigint not null,
       reason text collate "C" not null,
       at timestamptz not null,
       id uuid not null,
       outcome text collate "C" not null,
       type text collate "C" not null,
       entry text,
       field text,
       problem text,
       event text not null,
       primary key (project_id, reason, at, id)
     )`,
    `create index refused_samples_at on refused_samples (at)`,
    `create table refused_origins (
       project_id bigint not null,
       hour timestamptz not null,
       origin text collate "C" not null,
       gateway text collate "C" not null,
       count bigint not null,
       primary key (project_id, hour, origin, gateway)
     ) ${UPDATED_OFTEN}`,
    `create index refused_origins_hour on refused_origins (hour)`,
    `alter table projects add column lift_hour timestamptz, add column lift_types text[]`,
  ],
};
