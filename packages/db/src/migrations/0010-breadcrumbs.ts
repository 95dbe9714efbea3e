import type { Migration } from './migration.js';

/**
 * Breadcrumbs are most of a large exception, and nothing but a page that shows the event reads them: as `text` they are neither
 * parsed nor built as `jsonb` when they are stored. Rows from before have them in `payload`, and stay as they are.
 */
export const breadcrumbs: Migration = {
  name: '0010-breadcrumbs',
  statements: ({ lz4 }) => [`alter table exceptions add column breadcrumbs text ${lz4 ? 'compression lz4' : ''}`],
};
