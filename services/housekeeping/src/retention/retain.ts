import {
  deleteExpiredRows,
  deleteStale,
  dropPartitionsBefore,
  LATE_LOGS_MS,
  listOrganizations,
  PARTITIONED_TABLES,
  retentionBounds,
  SAMPLE_MS,
  STALE_KINDS,
  VISIT_DAYS,
  type Database,
  type PartitionedTable,
  type StaleKind,
} from '@sluice/db';
import type { Logger } from '@sluice/runtime';
import type { HousekeepingConfig } from '../config.js';
import { runSteps, type Step } from './runSteps.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Tolerated clock difference: a worker decides by its own clock whether the receipt of a job may have been deleted. */
const RECEIPT_MARGIN_HOURS = 1;

/** `touched_at` of a row in use is up to half a day old. */
const TOUCH_MARGIN_DAYS = 1;

/** How long an expired session or link is kept: sessions say from which networks a user signs in. */
const EXPIRED_DAYS = 90;

/** How long the audit log is kept: a year and a margin for who looks back at it. */
const AUDIT_DAYS = 400;

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
  const steps = [
    ...partitionSteps(db, config, run.now, longest),
    ...(await shortRetentionSteps(db, config, run, longest)),
    ...staleSteps(db, config, run, longest),
  ];
  const done = await runSteps(steps, logger, signal);
  if (Object.keys(done).length > 0) logger.info({ done }, 'retention applied');
}

/** Kinds of data with a shorter retention than events, in milliseconds. */
const KEPT_APART: Partial<Record<PartitionedTable, (config: HousekeepingConfig) => number>> = {
  receipts: ({ receiptHours }) => (receiptHours + RECEIPT_MARGIN_HOURS) * HOUR_MS,
  // Visitors are only needed while hits of that day may still arrive.
  visit_keys: () => VISIT_DAYS * DAY_MS,
};

function partitionSteps(db: Database, config: HousekeepingConfig, now: number, longest: number): readonly Step[] {
  return PARTITIONED_TABLES.map((table) => {
    const keptMs = KEPT_APART[table]?.(config) ?? longest * DAY_MS;
    return { name: `partitions of ${table}`, run: () => dropPartitionsBefore(db, [table], now - keptMs) };
  });
}

async function shortRetentionSteps(
  db: Database,
  { deleteBatchRows }: HousekeepingConfig,
  { now, signal }: RetentionRun,
  longest: number,
): Promise<readonly Step[]> {
  const short = (await listOrganizations(db)).filter(({ settings }) => settings.retentionDays < longest);
  return short.map(({ id, settings }) => {
    const beforeMs = now - settings.retentionDays * DAY_MS;
    const batch = (): Promise<number> => deleteExpiredRows(db, id, beforeMs, deleteBatchRows);
    return { name: `events of organization ${id}`, run: () => whileAtLeast(1, batch, signal) };
  });
}

/**
 * Data that explains an event is kept at least as long as the event, and so are dead letters, so that the accounting
 * adds up.
 */
function staleSteps(
  db: Database,
  config: HousekeepingConfig,
  { now, signal }: RetentionRun,
  longest: number,
): readonly Step[] {
  const unseenDays = Math.max(config.unseenDays, longest) + TOUCH_MARGIN_DAYS;
  const days: Readonly<Record<StaleKind, number>> = {
    usage: Math.max(config.usageDays, longest),
    dead_letters: Math.max(config.deadLetterDays, longest),
    hit_days: Math.max(config.usageDays, longest),
    // As long as the visitors derived from it.
    daily_salts: VISIT_DAYS,
    // As long as the events it counts.
    issue_hours: longest,
    issues: unseenDays,
    sourcemaps: unseenDays,
    releases: unseenDays,
    users: unseenDays,
    // As long as their points: an unused name counts toward its project's limit.
    metrics: longest + TOUCH_MARGIN_DAYS,
    environment_names: longest + TOUCH_MARGIN_DAYS,
    release_names: longest + TOUCH_MARGIN_DAYS,
    folded_names: Math.max(config.usageDays, longest),
    visit_counts: Math.max(config.usageDays, longest),
    exception_counts: Math.max(config.usageDays, longest),
    // Longer than the counts: a day that seems not derived would be derived again, from events that are deleted.
    derived_days: Math.max(config.usageDays, longest) + TOUCH_MARGIN_DAYS,
    replay_facts: longest,
    // As long as the spans that they are derived from.
    endpoint_hours: longest,
    endpoint_rollups: longest,
    filter_entries: Math.max(config.usageDays, longest),
    refused_origins: Math.max(config.usageDays, longest),
    refused_samples: SAMPLE_MS / DAY_MS,
    late_logs: LATE_LOGS_MS / DAY_MS,
    // As long as the usage that counts the same events.
    erased_events: Math.max(config.usageDays, longest),
    sessions: EXPIRED_DAYS,
    links: EXPIRED_DAYS,
    audit_log: AUDIT_DAYS,
  };
  return STALE_KINDS.map((kind) => {
    const batch = (): Promise<number> => deleteStale(db, kind, now - days[kind] * DAY_MS, config.deleteBatchRows);
    return { name: kind, run: () => whileAtLeast(config.deleteBatchRows, batch, signal) };
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
