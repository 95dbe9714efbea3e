import type { Migration } from './migration.js';

/** Since when workers count what a rule watches: its windows begin anew with other conditions, but not with another name or a mute. */
export const countedSince: Migration = {
  name: '0031-counted-since',
  statements: () => [
    `alter table alert_rules add column counted_since timestamptz not null default now()`,
    `update alert_rules set counted_since = updated_at`,
  ],
};
