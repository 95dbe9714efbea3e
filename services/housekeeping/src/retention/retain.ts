import { DAY_MS } from '@sluice/contract';
import { deleteExpiredRows } from './sql/deleteExpiredRows.js';
import { dropPartitionsBefore, listOrganizations, retentionBounds, type Database, type Queryable } from '@sluice/db';
import { deleteStale } from './sql/deleteStale.js';
import type { Logger } from '@sluice/runtime';
import type { HousekeepingConfig } from '../config.js';
import { retentionPlan, type RetentionPlan } from './retentionPlan.js';
import { runSteps, type Step } from './runSteps.js';

/** One run of {@link retain}. */
export interface RetentionRun {
  /** Milliseconds since 1970, from a checked clock. */
  readonly now: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Deletes all expired data, cheapest first: whole partitions, then rows of organizations with a shorter retention than
 * others, then rows that are not partitioned by arrival. Each table and organization is a separate step, so that a
 * locked one does not block the others.
 */
export async function retain(db: Database, config: HousekeepingConfig, run: RetentionRun): Promise<void> {
  const { logger, signal } = run;
  const { longest } = await retentionBounds(db);
  const plan = retentionPlan(config, run.now, longest);
  const steps = [
    ...partitionSteps(db, plan),
    ...(await shortRetentionSteps(db, config, run, longest)),
    ...staleSteps(db, config, plan, signal),
  ];
  const done = await runSteps(steps, logger, signal);
  if (Object.keys(done).length > 0) logger.info({ done }, 'retention applied');
}

function partitionSteps(db: Database, plan: RetentionPlan): readonly Step[] {
  return plan.partitions.map(({ table, beforeMs }) => ({
    name: `partitions of ${table}`,
    run: () => dropPartitionsBefore(db, [table], beforeMs),
  }));
}

async function shortRetentionSteps(
  db: Database,
  { deleteBatchRows }: HousekeepingConfig,
  { now, signal }: RetentionRun,
  longest: number,
): Promise<readonly Step[]> {
  return (await shortRetentions(db, now, longest)).map(({ id, beforeMs }) => {
    const batch = (): Promise<number> => deleteExpiredRows(db, id, beforeMs, deleteBatchRows);
    return { name: `events of organization ${id}`, run: () => whileAtLeast(1, batch, signal) };
  });
}

/** An organization with a shorter retention than others, and the time before which its events are expired. */
interface ShortRetention {
  readonly id: string;
  readonly slug: string;
  readonly beforeMs: number;
}

/** Returns the organizations whose events are deleted row by row. @param longest the longest retention, in days */
export async function shortRetentions(db: Queryable, now: number, longest: number): Promise<readonly ShortRetention[]> {
  const short = (await listOrganizations(db)).filter(({ settings }) => settings.retentionDays < longest);
  return short.map(({ id, slug, settings }) => ({ id, slug, beforeMs: now - settings.retentionDays * DAY_MS }));
}

function staleSteps(
  db: Database,
  { deleteBatchRows }: HousekeepingConfig,
  plan: RetentionPlan,
  signal: AbortSignal,
): readonly Step[] {
  return plan.stale.map(({ kind, beforeMs }) => {
    const batch = (): Promise<number> => deleteStale(db, kind, beforeMs, deleteBatchRows);
    return { name: kind, run: () => whileAtLeast(deleteBatchRows, batch, signal) };
  });
}

/** Repeats a batch while it deletes at least `least` rows; resolves with the sum. */
async function whileAtLeast(least: number, batch: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0;
  let went: number;
  do {
    went = await batch();
    total += went;
  } while (went >= least && !signal.aborted);
  return total;
}
