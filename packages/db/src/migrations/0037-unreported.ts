import type { Migration } from './migration.js';

/**
 * What the subject `rule` of a rule counts: firings about all of its subjects that no message mentions, so that the next message does. The
 * counts of its other subjects are part of that, and end with it: they are of a round.
 */
export const unreported: Migration = {
  name: '0037-unreported',
  statements: () => [
    `alter table alert_subjects add column round integer not null default 0,
       add column suppressed_from timestamptz,
       add column suppressed_to timestamptz,
       add column suppressed_by text`,
  ],
};
