import { MOST_REHEARSED_ROWS, type RetentionRehearsal } from '@sluice/contract';
import { countExpiredRows } from './sql/countExpiredRows.js';
import { inTransaction, retentionBounds, setReadOnly, type Database, type Partition, type Queryable } from '@sluice/db';
import { measurePartitions, type MeasuredPartition } from '../readings/sql/measurePartitions.js';
import { countStale } from './sql/countStale.js';
import type { HousekeepingConfig } from '../config.js';
import { shortRetentions } from './retain.js';
import { retentionPlan } from './retentionPlan.js';

/**
 * Returns what a run of retention at a time would delete if nothing was stored or used until then. Deletes nothing: it
 * runs in a transaction that PostgreSQL keeps from writing.
 */
export function rehearseRetention(db: Database, config: HousekeepingConfig, now: number): Promise<RetentionRehearsal> {
  return inTransaction(db, async (tx) => {
    await setReadOnly(tx);
    const { longest } = await retentionBounds(tx);
    const plan = retentionPlan(config, now, longest);
    const beforeOf = new Map(plan.partitions.map(({ table, beforeMs }) => [table, beforeMs]));
    const isDue = ({ table, toMs }: Partition): boolean => toMs <= (beforeOf.get(table) ?? 0);
    const partitions = await measurePartitions(tx, isDue);
    const organizations = await rehearseOrganizations(tx, { now, longest, partitions });
    const stale: [string, number][] = [];
    for (const { kind, beforeMs } of plan.stale)
      stale.push([kind, await countStale(tx, kind, beforeMs, MOST_REHEARSED_ROWS)]);
    return {
      at: isoTime(now),
      partitions: partitions.map(({ name, fromMs, toMs, bytes, rows = null }) => ({
        name,
        from: isoTime(fromMs),
        to: isoTime(toMs),
        bytes,
        rows,
      })),
      organizations,
      stale: Object.fromEntries(stale.filter(([, count]) => count > 0)),
    };
  });
}

interface OrganizationsRehearsal {
  readonly now: number;
  readonly longest: number;
  /** The partitions that are dropped: their rows are not counted again. */
  readonly partitions: readonly MeasuredPartition[];
}

async function rehearseOrganizations(
  db: Queryable,
  { now, longest, partitions }: OrganizationsRehearsal,
): Promise<RetentionRehearsal['organizations']> {
  const events = partitions.filter(({ table }) => table !== 'receipts' && table !== 'visit_keys');
  const fromMs = Math.max(0, ...events.map(({ toMs }) => toMs));
  const rehearsed: RetentionRehearsal['organizations'][number][] = [];
  for (const { id, slug, beforeMs } of await shortRetentions(db, now, longest)) {
    const rows = await countExpiredRows(db, id, { fromMs, beforeMs }, MOST_REHEARSED_ROWS);
    if (rows.size > 0) {
      rehearsed.push({ organization: slug, before: isoTime(beforeMs), rows: Object.fromEntries(rows) });
    }
  }
  return rehearsed;
}

const isoTime = (ms: number): string => new Date(ms).toISOString();
