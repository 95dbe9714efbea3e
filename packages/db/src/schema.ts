import type { EventType, ProjectSettings, OrganizationSettings } from '@sluice/contract';
import type { ColumnType, Generated } from 'kysely';

/**
 * Every table and column, as Kysely sees them. `int8` is read as a decimal string, `timestamptz` as a `Date`, `date` as
 * `YYYY-MM-DD`, `uuid` as lower-case text. What is written as `jsonb` is JSON text, so that nobody hands an array to
 * the driver, which would make a PostgreSQL array of it.
 */
export interface Schema extends EventTables {
  organizations: OrganizationsTable;
  projects: ProjectsTable;
  project_keys: ProjectKeysTable;
  tokens: TokensTable;
  receipts: ReceiptsTable;
  traces: TracesTable;
  issues: IssuesTable;
  issue_hashes: IssueHashesTable;
  releases: ReleasesTable;
  project_users: ProjectUsersTable;
  usage: UsageTable;
  first_accepted: FirstAcceptedTable;
  dead_letters: DeadLettersTable;
}

/** The five event tables. */
export interface EventTables {
  exceptions: ExceptionsTable;
  spans: SpansTable;
  logs: LogsTable;
  hits: HitsTable;
  replays: ReplaysTable;
}

/** Name of an event table. */
export type EventTableName = keyof EventTables;

/** Which table keeps an event type. */
export const TABLE_OF: Readonly<Record<EventType, EventTableName>> = {
  exception: 'exceptions',
  log: 'logs',
  span: 'spans',
  hit: 'hits',
  replay: 'replays',
};

/** `int8`: read as a decimal string, written as text or a safe integer. */
export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;
/** `timestamptz`: read as a Date, written as a Date or ISO text with an offset. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** `jsonb` that is read as `T` and written as JSON text. */
export type Jsonb<T> = ColumnType<T, string, string>;
/** `jsonb` that may be NULL. */
export type NullableJsonb<T> = ColumnType<T | null, string | null, string | null>;

type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : never;
type Nullable<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : never;

/** A JSON object as it was stored. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A setting left out has its default. */
export type Sparse<T> = { readonly [K in keyof T]?: T[K] extends object ? Sparse<T[K]> | T[K] : T[K] };

export interface OrganizationsTable {
  id: Defaulted<Int8>;
  slug: string;
  settings: Jsonb<Sparse<OrganizationSettings>>;
  /** Moved by a trigger: see the migration `0001-tenancy`. */
  version: Defaulted<Int8>;
  created_at: Defaulted<Timestamp>;
}

export interface ProjectsTable {
  id: Defaulted<Int8>;
  organization_id: Int8;
  slug: string;
  settings: Jsonb<Sparse<ProjectSettings>>;
  version: Defaulted<Int8>;
  created_at: Defaulted<Timestamp>;
  deleted_at: Nullable<Timestamp>;
}

export interface ProjectKeysTable {
  key: string;
  project_id: Int8;
  label: Generated<string>;
  version: Defaulted<Int8>;
  created_at: Defaulted<Timestamp>;
  disabled_at: Nullable<Timestamp>;
}

export interface TokensTable {
  organization_id: Int8;
  id: Defaulted<Int8>;
  /** SHA-256 of the token's text. */
  digest: Buffer;
  /** The last characters, for people to tell tokens apart. */
  hint: string;
  scopes: string[];
  created_at: Defaulted<Timestamp>;
  expires_at: Nullable<Timestamp>;
  revoked_at: Nullable<Timestamp>;
  last_used_at: Nullable<Timestamp>;
}

export interface ReceiptsTable {
  project_id: Int8;
  batch_id: string;
  type: string;
}

/** The columns that every event table has. */
export interface EventColumns {
  project_id: Int8;
  id: string;
  timestamp: Timestamp;
  environment: string | null;
  release: string | null;
  user_key: string | null;
  trace_id: string | null;
  span_id: string | null;
  replay_id: string | null;
  tags: NullableJsonb<JsonObject>;
  contexts: NullableJsonb<JsonObject>;
}

export interface ExceptionsTable extends EventColumns {
  level: string;
  type: string;
  message: string;
  handled: boolean | null;
  /** The fingerprint that groups it, lower-case hex. */
  hash: string;
  /** Frames, stack, cause, breadcrumbs, fingerprint. */
  payload: Jsonb<JsonObject>;
}

export interface SpansTable extends EventColumns {
  span_uuid: string;
  parent_id: string | null;
  name: string;
  op: string | null;
  status: string;
  start_time: Timestamp;
  end_time: Timestamp;
  /** Milliseconds, as the client measured them. */
  duration: number;
  metrics: NullableJsonb<Readonly<Record<string, number>>>;
}

export interface LogsTable extends EventColumns {
  level: string;
  message: string;
  attributes: NullableJsonb<JsonObject>;
}

export interface HitsTable extends EventColumns {
  kind: string;
  name: string | null;
  url: string | null;
  referrer: string | null;
  title: string | null;
  session_id: string | null;
}

export interface ReplaysTable extends EventColumns {
  segment: number;
  start_time: Nullable<Timestamp>;
  end_time: Nullable<Timestamp>;
  /** JSON text, opaque. */
  events: string;
  event_count: number;
}

/** What a trace's partial row remembers of a span. */
export interface TraceSpanHead {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly uuid: string;
  /** The event id: where tags and contexts are. */
  readonly id: string;
  readonly name: string;
  readonly op: string | null;
  readonly environment: string | null;
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
}

export interface IssuesTable {
  project_id: Int8;
  id: string;
  title: string;
  culprit: string | null;
  level: string;
  status: Generated<string>;
  count: Int8;
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
}

export interface IssueHashesTable {
  project_id: Int8;
  hash: string;
  issue_id: string;
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
}

export interface ProjectUsersTable {
  project_id: Int8;
  user_key: string;
  id: string | null;
  id_at: Nullable<Timestamp>;
  email: string | null;
  email_at: Nullable<Timestamp>;
  username: string | null;
  username_at: Nullable<Timestamp>;
  name: string | null;
  name_at: Nullable<Timestamp>;
  ip: string | null;
  ip_at: Nullable<Timestamp>;
  first_seen: Timestamp;
  last_seen: Timestamp;
  /** As of issues, to half a day. */
  touched_at: Defaulted<Timestamp>;
}

export interface UsageTable {
  project_id: Int8;
  type: string;
  outcome: string;
  reason: string;
  hour: Timestamp;
  /** The Redis ledger that counted; readers add epochs up. */
  epoch: string;
  count: Int8;
}

export interface FirstAcceptedTable {
  project_id: Int8;
  at: Timestamp;
}

export interface DeadLettersTable {
  /** 0 where a job could not be read, so that nobody knows whose it is. */
  project_id: Int8;
  /** The event's id, or one made of a whole unreadable job. */
  id: string;
  type: string;
  batch_id: string | null;
  /** Position in its batch. */
  index: number | null;
  /** Events it stands for: 1, or those of an unreadable job. */
  events: Generated<number>;
  sqlstate: string | null;
  reason: string;
  message: string;
  payload: Buffer;
  /** What its part said of it: organization, arrival, hour, epoch, ip, agent. */
  part: NullableJsonb<JsonObject>;
  state: Generated<'waiting' | 'retry' | 'discarded'>;
  /** How often storing it was tried again. */
  retries: Generated<number>;
  created_at: Defaulted<Timestamp>;
  changed_at: Defaulted<Timestamp>;
}
