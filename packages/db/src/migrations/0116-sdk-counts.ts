import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

/**
 * What Sentry SDKs sent or dropped besides events, as each run of a gateway counted it: items that Sluice does not take, by type
 * (`item`; `reason` is empty), and what the SDKs report to have dropped, by category and reason (`discarded`).
 */
export const sdkCounts: Migration = {
  name: '0116-sdk-counts',
  statements: () => [
    `create table sdk_counts (
       project_id bigint not null,
       hour timestamptz not null,
       kind text collate "C" not null check (kind in ('item', 'discarded')),
       name text collate "C" not null,
       reason text collate "C" not null,
       gateway text collate "C" not null,
       count bigint not null,
       primary key (project_id, hour, kind, name, reason, gateway)
     ) ${UPDATED_OFTEN}`,
    `create index sdk_counts_hour on sdk_counts (hour)`,
  ],
};
