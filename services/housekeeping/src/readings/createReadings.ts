import { EVENT_TYPES } from '@sluice/contract';
import { countPrepared, listPartitions, type Database } from '@sluice/db';
import { countWaiting } from './sql/countWaiting.js';
import { freshGauge, type Clock, type Metrics } from '@sluice/runtime';
import { partitionsAhead } from './partitionsAhead.js';

/** Time between two readings, in milliseconds. */
export const READING_MS = 30_000;
const MAX_AGE_MS = 3 * READING_MS;

/** Waiting dead letters that are counted: an alert needs no exact number above it. */
const MOST_LETTERS = 100_000;

/** Dependencies of {@link createReadings}. */
export interface ReadingsDeps {
  readonly db: Database;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/**
 * Registers gauges about the database, and returns a function that reads them once. Without a lock: every process shows
 * the same values. A failed reading removes them.
 */
export function createReadings({ db, metrics: registry, clock }: ReadingsDeps): () => Promise<void> {
  const options = { registry, clock, maxAgeMs: MAX_AGE_MS };
  const letters = freshGauge({
    ...options,
    name: 'sluice_dead_letters_waiting',
    help: 'Dead letters that wait for a decision, by type; at most 100,000 are counted.',
    labelNames: ['type'],
  });
  const ahead = freshGauge({
    ...options,
    name: 'sluice_partitions_ahead_seconds',
    help: 'For how long from now on every table has partitions.',
    labelNames: [],
  });
  const prepared = freshGauge({
    ...options,
    name: 'sluice_citus_prepared_transactions',
    help: 'Transactions prepared on nodes of Citus, once for each node, since the statistics of the coordinator were reset; absent without Citus.',
    labelNames: [],
  });
  return async () => {
    try {
      const [waiting, partitions] = [await countWaiting(db, MOST_LETTERS), await listPartitions(db)];
      const preparations = await countPrepared(db);
      letters.show(EVENT_TYPES.map((type) => ({ labels: { type }, value: waiting.get(type) ?? 0 })));
      ahead.show([{ labels: {}, value: partitionsAhead(partitions, clock()) / 1_000 }]);
      prepared.show(preparations === undefined ? [] : [{ labels: {}, value: preparations }]);
    } catch (error) {
      letters.clear();
      ahead.clear();
      prepared.clear();
      throw error;
    }
  };
}
