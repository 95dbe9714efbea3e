import type { StoreDefinition } from '@sluice/drain';
import { deriveSeries } from './steps/deriveSeries.js';
import { readSample, type Sample } from './steps/readSample.js';

/**
 * START HERE. The steps of a metric without a span, in order; `createWorker` of `@sluice/drain` does the rest.
 *
 * 1. `enrichEvent` (shared): environment and release.
 * 2. `readSample`: its name, and its value or the summary of many (protocol 2.8).
 * 3. `deriveSeries`: they join the series of the metric (protocol 2.4). The event itself has no row.
 *
 * So the tables of a transaction are: receipts, dead letters, usage, names of environments, releases and metrics, `metric_points`.
 * Points are appended and lock nothing.
 */
export const storeMetricEvents: StoreDefinition<'metrics', Sample> = {
  type: 'metric',
  table: 'metrics',
  partitioned: ['metric_points'],
  readDetails: readSample,
  toRow: ({ id, environment, release }, { projectId }) => ({
    project_id: projectId,
    id,
    environment,
    release,
    replay_id: null,
  }),
  derive: (tx, stored, { names }) => deriveSeries(tx, stored, names),
};
