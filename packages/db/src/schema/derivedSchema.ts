import type { Generated } from 'kysely';
import type { Defaulted, Int8, Jsonb, Nullable, Timestamp } from './columns.js';

/** A span in a trace's partial row. */
export interface TraceSpanHead {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly uuid: string;
  /** The event id: where tags and contexts are. */
  readonly id: string;
  readonly name: string;
  readonly op: string | null;
  /** Unset in rows of code that did not keep it yet. */
  readonly status?: string;
  readonly environment: string | null;
  /** As `status`. */
  readonly release?: string | null;
  readonly user: string | null;
}

export interface TracesTable {
  project_id: Int8;
  /** UTC day of arrival. */
  day: string;
  trace_id: string;
  first_start: Timestamp;
  last_end: Timestamp;
  span_count: Int8;
  error_count: Int8;
  /** At most 32, the smallest by (start, uuid), in that order. */
  roots: Jsonb<readonly TraceSpanHead[]>;
  earliest: Jsonb<TraceSpanHead>;
  /** The day's smallest event id: when the trace was first heard of. NULL in rows of code that did not keep it yet. */
  first_id: string | null;
}

export interface MetricPointsTable {
  project_id: Int8;
  /** UTC day of arrival. */
  day: string;
  name: string;
  /** Empty where the span had none. */
  environment: string;
  /** Empty where the span had none. */
  release: string;
  /** Start of the minute, or of the hour where `width` is 60. */
  minute: Timestamp;
  /** 0 for an appended row: one transaction's share of a minute. For a compacted row, its minutes: 1 or 60. */
  width: number;
  /** The smallest event id that went into it. */
  part: string;
  count: Int8;
  sum: number;
  min: number;
  max: number;
  /** Text of `@sluice/sketch`. */
  sketch: string;
}

/** Says that spans of an hour of arrival were stored since it was derived. */
export interface SpanArrivalsTable {
  project_id: Int8;
  /** UTC hour of arrival. */
  hour: Timestamp;
  /** The smallest event id that its transaction stored of this hour. */
  first_id: string;
}

/** Logs that one transaction stored long after their arrival. */
export interface LateLogsTable {
  project_id: Int8;
  /** After the first write of its transaction, by the clock of the database. */
  stored_at: Timestamp;
  /** The smallest event id of them. */
  first_id: string;
  /** The greatest. */
  last_id: string;
}

/** Root spans of an hour of arrival. */
export interface EndpointHoursTable {
  project_id: Int8;
  /** Empty for the sum of all names. */
  name: string;
  /** Empty where the span had none. */
  environment: string;
  hour: Timestamp;
  count: Int8;
  errors: Int8;
  /** Of durations, milliseconds. */
  sum: number;
  min: number;
  max: number;
  /** Text of `@sluice/sketch`. */
  sketch: string;
}

/** When an hour's root spans were derived. */
export interface EndpointRollupsTable {
  project_id: Int8;
  hour: Timestamp;
  roots: Int8;
  took_ms: number;
  rolled_at: Defaulted<Timestamp>;
}

/** Names with their own series. */
export interface NamesTable {
  project_id: Int8;
  name: string;
  first_seen: Defaulted<Timestamp>;
  /** When it was last used, by PostgreSQL's clock, to half a day. */
  touched_at: Defaulted<Timestamp>;
}

/** How many new names of a kind a project added in the latest hour in which it added any. */
export interface NewNamesTable {
  project_id: Int8;
  kind: string;
  hour: Timestamp;
  count: number;
}

/** Events (of metrics: values) that were derived under `(other)`, by UTC hour of the transaction. */
export interface FoldedNamesTable {
  project_id: Int8;
  kind: string;
  hour: Timestamp;
  count: Int8;
}

export interface ReplaySessionsTable {
  project_id: Int8;
  /** UTC day of arrival. */
  day: string;
  replay_id: string;
  /** The day's smallest event id: when the replay was first heard of. */
  first_id: string;
  /** The segment that the replay's properties are from: of the smallest number, of these the smallest event id. */
  head_segment: number;
  head_id: string;
  environment: string | null;
  release: string | null;
  user_key: string | null;
}

export interface VisitKeysTable {
  project_id: Int8;
  /** UTC day of arrival. */
  day: string;
  environment: string;
  /** `v` a visitor, `s` a session. */
  kind: string;
  key: string;
}

export interface HitDaysTable {
  project_id: Int8;
  /** UTC day of arrival. */
  day: string;
  environment: string;
  pageviews: Int8;
  customs: Int8;
  visitors: Int8;
  sessions: Int8;
}

export interface DailySaltsTable {
  day: string;
  salt: Buffer;
}

export interface IssuesTable {
  project_id: Int8;
  id: string;
  title: string;
  culprit: string | null;
  level: string;
  status: Generated<'open' | 'resolved' | 'ignored'>;
  count: Int8;
  /** Project users seen on it. */
  users: Defaulted<Int8>;
  first_seen: Timestamp;
  last_seen: Timestamp;
  /** The event that title, culprit and level are from: the newest. */
  last_event_id: string;
  first_release: string | null;
  first_release_at: Nullable<Timestamp>;
  last_release: string | null;
  last_release_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  /** When it was last fed, by PostgreSQL's clock, to an hour: retention judges by it. */
  touched_at: Defaulted<Timestamp>;
  /** Sorted by, in place of what moves at every event: see the migration `0104-issues`. */
  last_seen_hour: Defaulted<Timestamp>;
  count_class: Defaulted<number>;
  users_class: Defaulted<number>;
  resolved_at: Nullable<Timestamp>;
  /** The release that resolves it, if one was given. */
  resolved_in: string | null;
  /** Where none was named: the last release it had been seen in. */
  resolved_after: string | null;
  /** If it is resolved in the next release: the latest release at that time. A later one reopens it. */
  resolved_next: string | null;
  /** When an event last opened it again. */
  reopened_at: Nullable<Timestamp>;
  /** When an ignored issue opens again, whatever happens. */
  ignored_until: Nullable<Timestamp>;
  /** The `count` at which an ignored issue opens again. */
  ignored_count: Int8 | null;
  /** The `users` at which an ignored issue opens again. */
  ignored_users: Int8 | null;
  /** The user who takes care of it. */
  assignee_id: Int8 | null;
  /** The issue it was merged into; then it is shown nowhere. */
  merged_into: string | null;
}

/** A fingerprint, the issue it belongs to, and statistics of the events that have it as their own `hash`. */
export interface IssueHashesTable {
  project_id: Int8;
  hash: string;
  /** Where it belongs now. */
  issue_id: string;
  /** The issue that it was first linked to; NULL in rows older than the column: `issue_id` then. */
  home_id: string | null;
  /** The `hash` of the event that linked it; its own hash if events have it. */
  with_hash: string | null;
  count: Defaulted<Int8>;
  first_seen: Nullable<Timestamp>;
  last_seen: Nullable<Timestamp>;
  /** As of issues: of the newest of its events. */
  title: string | null;
  culprit: string | null;
  level: string | null;
  last_event_id: string | null;
  first_release: string | null;
  first_release_at: Nullable<Timestamp>;
  last_release: string | null;
  last_release_at: Nullable<Timestamp>;
}

/** Exceptions of a fingerprint by environment (empty where they had none) and UTC hour of arrival. */
export interface IssueHoursTable {
  project_id: Int8;
  hash: string;
  environment: string;
  hour: Timestamp;
  count: Int8;
}

/** Exceptions of a fingerprint by release. */
export interface IssueReleasesTable {
  project_id: Int8;
  hash: string;
  release: string;
  count: Int8;
  first_seen: Timestamp;
  last_seen: Timestamp;
}

/** Which project users met a fingerprint. */
export interface IssueUsersTable {
  project_id: Int8;
  hash: string;
  user_key: string;
}

export interface ReleasesTable {
  project_id: Int8;
  version: string;
  ref: string | null;
  url: string | null;
  deployed_at: Nullable<Timestamp>;
  notes: string | null;
  first_seen: Nullable<Timestamp>;
  last_seen: Nullable<Timestamp>;
  exception_count: Defaulted<Int8>;
  created_at: Defaulted<Timestamp>;
  /** As of issues. */
  touched_at: Defaulted<Timestamp>;
  /** Sorted by. */
  last_seen_hour: Defaulted<Timestamp>;
}

export interface ProjectUsersTable {
  project_id: Int8;
  user_key: string;
  id: string | null;
  id_at: Nullable<Timestamp>;
  email: string | null;
  email_at: Nullable<Timestamp>;
  email_by_server: Generated<boolean>;
  username: string | null;
  username_at: Nullable<Timestamp>;
  username_by_server: Generated<boolean>;
  name: string | null;
  name_at: Nullable<Timestamp>;
  name_by_server: Generated<boolean>;
  ip: string | null;
  ip_at: Nullable<Timestamp>;
  first_seen: Timestamp;
  last_seen: Timestamp;
  /** As of issues, to half a day. */
  touched_at: Defaulted<Timestamp>;
  /** Sorted by. */
  last_seen_hour: Defaulted<Timestamp>;
}
