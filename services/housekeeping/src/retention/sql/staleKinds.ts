import { sql, type RawBuilder } from 'kysely';
import { dayOf } from '@sluice/db';

/** Data with its own retention that is not partitioned by arrival. */
export const STALE_KINDS = [
  'usage',
  'dead_letters',
  'hit_days',
  'daily_salts',
  'issue_hours',
  'issues',
  // Before the releases that they are of.
  'sourcemaps',
  'releases',
  'users',
  'metrics',
  'environment_names',
  'release_names',
  'folded_names',
  'derived_days',
  'visit_counts',
  'exception_counts',
  'replay_facts',
  'endpoint_hours',
  'endpoint_rollups',
  'filter_entries',
  'refused_origins',
  'refused_keys',
  'sdk_counts',
  'refused_samples',
  'late_logs',
  'erased_events',
  'sessions',
  'links',
  'audit_log',
  // Before the notices that are of them, and those before the firings.
  'alert_deliveries',
  'alert_notices',
  'alert_firings',
  'alert_subjects',
  'alert_attempts',
  'alert_inbox',
  'alert_destination_hours',
  'alert_mail_counts',
  'issue_minutes',
  'alert_minutes',
] as const;

/** One of {@link STALE_KINDS}. */
export type StaleKind = (typeof STALE_KINDS)[number];

/** Rows of one table that are deleted by the age in one column. */
export interface OldestRows {
  readonly table: string;
  readonly column: string;
  /** True if the column is a UTC day: days before that of the bound, in any time zone of server and process. */
  readonly isDay?: boolean;
  /** Further condition, as SQL. */
  readonly condition?: string;
  /** Rows that keep a row: those of `table`, named `kept`, of the same project for which the condition is true. */
  readonly keptBy?: { readonly table: string; readonly condition: string };
}

/** A kind whose rows are deleted by age alone. The others delete rows of several tables. */
export type OldestKind = Exclude<StaleKind, 'issues' | 'sourcemaps' | 'users'>;

const rows = (table: string, column: string, condition?: string): OldestRows => ({
  table,
  column,
  ...(condition === undefined ? {} : { condition }),
});
const days = (table: string): OldestRows => ({ table, column: 'day', isDay: true });

/** Where the rows of each {@link OldestKind} are. */
export const OLDEST_ROWS: Readonly<Record<OldestKind, OldestRows>> = {
  usage: rows('usage', 'hour'),
  dead_letters: rows('dead_letters', 'created_at'),
  hit_days: days('hit_days'),
  daily_salts: days('daily_salts'),
  issue_hours: rows('issue_hours', 'hour'),
  releases: rows(
    'releases',
    'touched_at',
    // Those with source maps are left out as well: `deleteStaleReleases`.
    'ref is null and url is null and deployed_at is null and notes is null',
  ),
  metrics: rows('metric_names', 'touched_at'),
  environment_names: rows('environment_names', 'touched_at'),
  release_names: rows('release_names', 'touched_at'),
  folded_names: rows('folded_names', 'hour'),
  derived_days: days('derived_days'),
  visit_counts: rows('visit_counts', 'start'),
  exception_counts: rows('exception_counts', 'start'),
  replay_facts: days('replay_facts'),
  endpoint_hours: rows('endpoint_hours', 'hour'),
  endpoint_rollups: rows('endpoint_rollups', 'hour'),
  filter_entries: rows('filter_entries', 'hour'),
  refused_origins: rows('refused_origins', 'hour'),
  refused_keys: rows('refused_keys', 'hour'),
  sdk_counts: rows('sdk_counts', 'hour'),
  refused_samples: rows('refused_samples', 'at'),
  late_logs: rows('late_logs', 'stored_at'),
  erased_events: rows('erased_events', 'hour'),
  sessions: rows('sessions', 'expires_at'),
  links: rows('links', 'expires_at'),
  audit_log: rows('audit_log', 'at'),
  alert_firings: {
    ...rows('alert_firings', 'at'),
    // A message about it may wait; notices of messages that do not are deleted at the same age.
    keptBy: { table: 'alert_notices', condition: 'kept.firing_id = alert_firings.id' },
  },
  alert_subjects: rows('alert_subjects', 'touched_at'),
  // Not what waits, also for as long as a destination is paused: it is still to be sent.
  alert_notices: {
    ...rows('alert_notices', 'at', 'delivery_id is not null'),
    keptBy: {
      table: 'alert_deliveries',
      condition: `kept.id = alert_notices.delivery_id and kept.state in ('waiting', 'paused')`,
    },
  },
  alert_deliveries: rows('alert_deliveries', 'created_at', `state in ('sent', 'failed')`),
  alert_attempts: rows('alert_attempts', 'at'),
  alert_inbox: rows('alert_inbox', 'created_at'),
  alert_destination_hours: rows('alert_destination_hours', 'hour'),
  alert_mail_counts: rows('alert_mail_counts', 'starts_at'),
  issue_minutes: rows('issue_minutes', 'minute'),
  alert_minutes: rows('alert_minutes', 'minute'),
};

/** Whether the rows of a kind are deleted by age alone. */
export const isOldestKind = (kind: StaleKind): kind is OldestKind => kind in OLDEST_ROWS;

/**
 * Returns the condition that a row is older than a time, and that nothing keeps it.
 * @param within of the shard, for a statement that changes rows
 */
export function isOlder(
  { table, column, isDay = false, condition = 'true', keptBy }: Omit<OldestRows, 'table'> & { readonly table?: string },
  before: Date,
  within: (column: string) => RawBuilder<boolean> = () => sql`true`,
): RawBuilder<boolean> {
  const bound = isDay ? sql`${dayOf(before.getTime())}::date` : sql`${before}`;
  const isOld = sql<boolean>`${sql.ref(column)} < ${bound} and ${sql.raw(condition)}`;
  if (keptBy === undefined || table === undefined) return isOld;
  return sql<boolean>`${isOld} and not exists (
    select from ${sql.id(keptBy.table)} kept
    where kept.project_id = ${sql.ref(`${table}.project_id`)} and ${within('kept.project_id')} and ${sql.raw(keptBy.condition)})`;
}
