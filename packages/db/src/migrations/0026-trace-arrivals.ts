import type { Migration } from './migration.js';

/**
 * Spans by trace and arrival (decision 0146), so that a page of a trace reads the spans of that page only.
 *
 * The third key is the time in the first six bytes of the event id. All spans of a batch have the same, so that the index is as
 * small as one by trace; with the whole id it would be six times as large.
 */
export const traceArrivals: Migration = {
  name: '0026-trace-arrivals',
  indexes: [
    {
      name: 'spans_trace_arrival',
      table: 'spans',
      on: '(project_id, trace_id, substring(uuid_send(id) from 1 for 6))',
    },
  ],
  statements: () => [`drop index spans_trace`],
};
