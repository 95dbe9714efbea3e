import { HOUR_MS, DAY_MS } from '@sluice/contract';
import { LATE_LOGS_MS, PARTITIONED_TABLES, type PartitionedTable } from '@sluice/db';
import { VISIT_DAYS } from '@sluice/visits';
import { SAMPLE_MS } from '@sluice/accounting';
import { STALE_KINDS, type StaleKind } from './sql/staleKinds.js';
import type { HousekeepingConfig } from '../config.js';

/** Tolerated clock difference: a worker decides by its own clock whether the receipt of a job may have been deleted. */
const RECEIPT_MARGIN_HOURS = 1;

/** `touched_at` of a row in use is up to half a day old. */
const TOUCH_MARGIN_DAYS = 1;

/** How long an expired session or link is kept: sessions say from which networks a user signs in. */
const EXPIRED_DAYS = 90;

/** How long the audit log is kept: a year and a margin for who looks back at it. */
const AUDIT_DAYS = 400;

/** How long alerts are kept at least. */
const ALERT_DAYS = 30;

/** What retention deletes: times in milliseconds since 1970, before which data is expired. */
export interface RetentionPlan {
  /** Partitions that end by then are dropped. */
  readonly partitions: readonly { readonly table: PartitionedTable; readonly beforeMs: number }[];
  readonly stale: readonly { readonly kind: StaleKind; readonly beforeMs: number }[];
}

/** Returns the plan at a time. @param longest the longest retention of all organizations, in days */
export function retentionPlan(config: HousekeepingConfig, now: number, longest: number): RetentionPlan {
  const days = staleDays(config, longest);
  return {
    partitions: PARTITIONED_TABLES.map((table) => ({
      table,
      beforeMs: now - (KEPT_APART[table]?.(config) ?? longest * DAY_MS),
    })),
    stale: STALE_KINDS.map((kind) => ({ kind, beforeMs: now - days[kind] * DAY_MS })),
  };
}

/** Kinds of data with a shorter retention than events, in milliseconds. */
const KEPT_APART: Partial<Record<PartitionedTable, (config: HousekeepingConfig) => number>> = {
  receipts: ({ receiptHours }) => (receiptHours + RECEIPT_MARGIN_HOURS) * HOUR_MS,
  // Visitors are only needed while hits of that day may still arrive.
  visit_keys: () => VISIT_DAYS * DAY_MS,
};

/**
 * Data that explains an event is kept at least as long as the event, and so are dead letters, so that the accounting
 * adds up.
 */
function staleDays(config: HousekeepingConfig, longest: number): Readonly<Record<StaleKind, number>> {
  const unseenDays = Math.max(config.unseenDays, longest) + TOUCH_MARGIN_DAYS;
  return {
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
    sdk_counts: Math.max(config.usageDays, longest),
    // Only alerts read them: whole days, of the last 48 hours.
    refused_keys: 4,
    refused_samples: SAMPLE_MS / DAY_MS,
    late_logs: LATE_LOGS_MS / DAY_MS,
    // As long as the usage that counts the same events.
    erased_events: Math.max(config.usageDays, longest),
    sessions: EXPIRED_DAYS,
    links: EXPIRED_DAYS,
    audit_log: AUDIT_DAYS,
    // Who was alerted of what is kept as long as the longest retention, and messages with it.
    alert_firings: Math.max(ALERT_DAYS, longest),
    alert_subjects: Math.max(ALERT_DAYS, longest) + TOUCH_MARGIN_DAYS,
    alert_notices: Math.max(ALERT_DAYS, longest),
    alert_deliveries: Math.max(ALERT_DAYS, longest),
    alert_attempts: Math.max(ALERT_DAYS, longest),
    alert_inbox: ALERT_DAYS,
    alert_destination_hours: 2,
    alert_mail_counts: 2,
    // Longer than the longest window of a condition.
    issue_minutes: 2,
    alert_minutes: 2,
  };
}
