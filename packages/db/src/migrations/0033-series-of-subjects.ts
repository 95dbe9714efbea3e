import type { Migration } from './migration.js';

/**
 * Which condition the state of a subject is about, so that a changed condition begins anew and ends what fired before. NULL: not about a
 * series, or not evaluated since this step.
 */
export const seriesOfSubjects: Migration = {
  name: '0033-series-of-subjects',
  indexes: [
    {
      name: 'alert_subjects_firing',
      table: 'alert_subjects',
      on: `(project_id) where state in ('firing', 'recovering')`,
    },
  ],
  statements: () => [`alter table alert_subjects add column series uuid`],
};
