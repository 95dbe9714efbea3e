import { noDetails, type StoreDefinition } from '@sluice/drain';
import { countEndpoints } from './steps/countEndpoints.js';
import { deriveMetrics } from './steps/deriveMetrics.js';
import { deriveTraces } from './steps/deriveTraces.js';
import { markHours } from './steps/markHours.js';
import { toSpanRow } from './steps/toSpanRow.js';

/**
 * START HERE. The steps of a span, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): contexts, columns, project user.
 * 2. `toSpanRow`: the row with its metrics (protocol 2.3).
 * 3. `deriveTraces`: the span joins its trace, or creates it (protocol 2.4).
 * 4. `deriveMetrics`: its values join the series of their metrics (protocol 2.4).
 * 5. `markHours`: the hours of arrival, so that housekeeping derives their endpoints again.
 * 6. `countEndpoints`: root spans of endpoints that a rule watches.
 * 7. `upsertProjectUsers` (shared, called by the drain), last, because most workers share users.
 *
 * So the tables of a transaction are: receipts, `spans`, dead letters, usage, `traces`, names of environments, releases and
 * metrics, `metric_points`, `span_arrivals`, `alert_minutes`, `project_users`. Only the rows of `traces` and `project_users` are waited for, and, where a name is
 * new, its project's counter of new names; all in the order of their keys. Points, marks
 * of hours and minutes are appended and lock nothing.
 */
export const storeSpans: StoreDefinition<'spans'> = {
  type: 'span',
  table: 'spans',
  partitioned: ['traces', 'metric_points'],
  watches: ['endpoint'],
  readDetails: noDetails,
  toRow: toSpanRow,
  derive: async (tx, stored, { names, watches }) => {
    await deriveTraces(tx, stored);
    await deriveMetrics(tx, stored, names);
    await markHours(tx, stored);
    await countEndpoints(tx, stored, watches);
  },
};
