import { Counter, Gauge, type Clock, type Metrics } from '@sluice/runtime';
import type { BatchSpoolStats } from './batchSpool.js';
import type { ReplayCounts } from './createSpoolReplay.js';

/** Readings that the metrics of a spool show. */
export interface SpoolReadings {
  readonly stats: () => BatchSpoolStats;
  readonly counts: () => ReplayCounts;
  readonly clock: Clock;
}

/** Registers the metrics of a spool. Values are read at each scrape. */
export function spoolMetrics(registry: Metrics, { stats, counts, clock }: SpoolReadings): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
  };
  const counter = (name: string, help: string, read: () => number): void => {
    let shown = 0;
    const made: Counter = new Counter({
      name,
      help,
      registers,
      collect: () => {
        const now = read();
        made.inc(Math.max(0, now - shown));
        shown = now;
      },
    });
  };
  gauge('sluice_spool_entries', 'Batches on disk that wait for Redis', () => stats().entries);
  gauge('sluice_spool_bytes', 'Bytes of the spool on disk', () => stats().bytes);
  gauge('sluice_spool_failing', '1 while the disk of the spool cannot be written', () =>
    stats().failure === undefined ? 0 : 1,
  );
  gauge('sluice_spool_oldest_entry_age_seconds', 'Age of the oldest batch in the spool', () => {
    const { oldestMs } = stats();
    return oldestMs === undefined ? 0 : Math.max(0, (clock() - oldestMs) / 1000);
  });
  counter('sluice_spool_appended_total', 'Batches written to the spool', () => stats().appended);
  counter(
    'sluice_spool_refused_total',
    'Batches for which the spool had no room or that could not be written',
    () => stats().refused,
  );
  counter('sluice_spool_duplicates_total', 'Requests recognized by the spool as duplicates', () => stats().duplicates);
  counter('sluice_spool_replayed_total', 'Batches removed from the spool', () => counts().replayed);
  counter(
    'sluice_spool_already_published_total',
    'Batches removed from the spool that had been published before',
    () => counts().alreadyPublished,
  );
  counter(
    'sluice_spool_incomplete_writes_total',
    'Incomplete writes after a crash, never acknowledged',
    () => stats().torn,
  );
  counter('sluice_spool_corrupt_records_total', 'Corrupt records that were moved to .bad files', () => stats().corrupt);
}
