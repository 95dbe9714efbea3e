import type { KeyKind, ProjectSettings, OrganizationSettings, WireType } from '@sluice/contract';
import type { Generated } from 'kysely';
import type { Defaulted, Int8, Jsonb, JsonObject, Nullable, NullableJsonb, Timestamp } from './columns.js';
import type * as Accounts from './accountsSchema.js';
import type * as Alerts from './alertsSchema.js';
import type * as Derived from './derivedSchema.js';
import type * as Erasure from './erasureSchema.js';
import type { EventTableName, EventTables } from './eventColumns.js';
import type * as Rollup from './rollupSchema.js';
import type * as Sourcemaps from './sourcemapsSchema.js';
import type * as Triage from './triageSchema.js';

/**
 * All tables and columns for Kysely. `int8` is read as a decimal string, `timestamptz` as a `Date`, `date` as
 * `YYYY-MM-DD`, `uuid` as lower-case text. `jsonb` is written as JSON text, because the driver would turn an array
 * into a PostgreSQL array.
 */
export interface Schema extends EventTables {
  organizations: OrganizationsTable;
  projects: ProjectsTable;
  project_keys: ProjectKeysTable;
  tokens: TokensTable;
  users: Accounts.UsersTable;
  memberships: Accounts.MembershipsTable;
  sessions: Accounts.SessionsTable;
  links: Accounts.LinksTable;
  identities: Accounts.IdentitiesTable;
  audit_log: Accounts.AuditLogTable;
  receipts: ReceiptsTable;
  traces: Derived.TracesTable;
  span_arrivals: Derived.SpanArrivalsTable;
  late_logs: Derived.LateLogsTable;
  endpoint_hours: Derived.EndpointHoursTable;
  endpoint_rollups: Derived.EndpointRollupsTable;
  issues: Derived.IssuesTable;
  issue_hashes: Derived.IssueHashesTable;
  issue_hours: Derived.IssueHoursTable;
  issue_releases: Derived.IssueReleasesTable;
  issue_users: Derived.IssueUsersTable;
  issue_comments: Triage.IssueCommentsTable;
  issue_changes: Triage.IssueChangesTable;
  departed_assignees: Triage.DepartedAssigneesTable;
  alert_destinations: Alerts.AlertDestinationsTable;
  alert_addresses: Alerts.AlertAddressesTable;
  alert_mail_counts: Alerts.AlertMailCountsTable;
  alert_rules: Alerts.AlertRulesTable;
  alert_maintenance: Alerts.AlertMaintenanceTable;
  alert_subscriptions: Alerts.AlertSubscriptionsTable;
  alert_inbox: Alerts.AlertInboxTable;
  alert_destination_hours: Alerts.AlertDestinationHoursTable;
  alert_signals: Alerts.AlertSignalsTable;
  alert_firings: Alerts.AlertFiringsTable;
  alert_subjects: Alerts.AlertSubjectsTable;
  alert_notices: Alerts.AlertNoticesTable;
  alert_deliveries: Alerts.AlertDeliveriesTable;
  alert_attempts: Alerts.AlertAttemptsTable;
  issue_minutes: Alerts.IssueMinutesTable;
  alert_minutes: Alerts.AlertMinutesTable;
  drop_evaluations: Alerts.DropEvaluationsTable;
  metric_points: Derived.MetricPointsTable;
  metric_names: Derived.NamesTable;
  environment_names: Derived.NamesTable;
  release_names: Derived.NamesTable;
  new_names: Derived.NewNamesTable;
  folded_names: Derived.FoldedNamesTable;
  visit_keys: Derived.VisitKeysTable;
  hit_days: Derived.HitDaysTable;
  daily_salts: Derived.DailySaltsTable;
  derived_days: Rollup.DerivedDaysTable;
  visit_counts: Rollup.VisitCountsTable;
  exception_counts: Rollup.ExceptionCountsTable;
  replay_facts: Rollup.ReplayFactsTable;
  replay_sessions: Derived.ReplaySessionsTable;
  releases: Derived.ReleasesTable;
  project_users: Derived.ProjectUsersTable;
  sourcemaps: Sourcemaps.SourcemapsTable;
  sourcemap_blobs: Sourcemaps.SourcemapBlobsTable;
  sourcemap_garbage: Sourcemaps.SourcemapGarbageTable;
  usage: UsageTable;
  filter_entries: FilterEntriesTable;
  refused_samples: RefusedSamplesTable;
  refused_origins: RefusedOriginsTable;
  refused_keys: RefusedKeysTable;
  sdk_counts: SdkCountsTable;
  first_accepted: FirstAcceptedTable;
  dead_letters: DeadLettersTable;
  acknowledged: AcknowledgedTable;
  losses: LossesTable;
  compared_hours: ComparedHoursTable;
  erasures: Erasure.ErasuresTable;
  erased_events: Erasure.ErasedEventsTable;
  erased_replays: Erasure.ErasedReplaysTable;
  organization_erasures: Erasure.OrganizationErasuresTable;
}

/** Which table keeps the events of a type. Metrics have none: their values are in series. */
export const TABLE_OF: Readonly<Record<WireType, EventTableName>> = {
  exception: 'exceptions',
  log: 'logs',
  span: 'spans',
  hit: 'hits',
  replay: 'replays',
};

/** A setting left out has its default. */
type Sparse<T> = { readonly [K in keyof T]?: T[K] extends object ? Sparse<T[K]> | T[K] : T[K] };

export interface OrganizationsTable {
  id: Defaulted<Int8>;
  slug: string;
  settings: Jsonb<Sparse<OrganizationSettings>>;
  /** Moved by a trigger: see the migration `0101-tenancy`. */
  version: Defaulted<Int8>;
  created_at: Defaulted<Timestamp>;
  /** The user who created it; null for an operator. */
  creator_id: Nullable<Int8>;
}

export interface ProjectsTable {
  id: Defaulted<Int8>;
  organization_id: Int8;
  slug: string;
  settings: Jsonb<Sparse<ProjectSettings>>;
  version: Defaulted<Int8>;
  created_at: Defaulted<Timestamp>;
  deleted_at: Nullable<Timestamp>;
  /** The hour in which spike protection does not cap `lift_types`. */
  lift_hour: Nullable<Timestamp>;
  lift_types: string[] | null;
}

export interface ProjectKeysTable {
  /** The name of `parseProjectKey`: a public key's text, a server key's digest. */
  key: string;
  kind: Generated<KeyKind>;
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
  /** Whose token it is; null for a token of an operator. */
  user_id: Nullable<Int8>;
  name: string | null;
}

interface ReceiptsTable {
  project_id: Int8;
  batch_id: string;
  type: string;
}

interface UsageTable {
  project_id: Int8;
  type: string;
  outcome: string;
  reason: string;
  hour: Timestamp;
  /** The Redis ledger that counted; readers add epochs up. */
  epoch: string;
  count: Int8;
}

/** Events that an entry of a filter dropped: parts of the rows of `usage` with its reason. */
interface FilterEntriesTable {
  project_id: Int8;
  reason: string;
  hour: Timestamp;
  entry: string;
  epoch: string;
  count: Int8;
}

/** Refused events of the last hour, scrubbed. */
interface RefusedSamplesTable {
  project_id: Int8;
  reason: string;
  at: Timestamp;
  id: string;
  outcome: string;
  type: string;
  entry: string | null;
  field: string | null;
  problem: string | null;
  event: string;
  /** Bytes of `event`; null: of a gateway of an earlier version. */
  event_bytes: number | null;
}

/** Requests that one run of a gateway refused because of their origin. */
interface RefusedOriginsTable {
  project_id: Int8;
  hour: Timestamp;
  origin: string;
  gateway: string;
  count: Int8;
}

/** Requests that one run of a gateway refused because their key is disabled. */
interface RefusedKeysTable {
  project_id: Int8;
  hour: Timestamp;
  /** As it is shown: see `maskKey`. */
  key: string;
  gateway: string;
  label: string;
  disabled_at: Timestamp;
  count: Int8;
}

/** What one run of a gateway counted of Sentry SDKs besides events: items that are not taken, and what SDKs dropped. */
interface SdkCountsTable {
  project_id: Int8;
  hour: Timestamp;
  kind: 'item' | 'discarded';
  /** The type of an item, or the category of what was dropped. */
  name: string;
  /** Empty for an item. */
  reason: string;
  gateway: string;
  count: Int8;
}

/** Counts acknowledged by one run of a gateway, by the hour that was charged. */
interface AcknowledgedTable {
  hour: Timestamp;
  type: string;
  gateway: string;
  count: Int8;
}

/** Acknowledged and not stored, as the last look found it. */
interface LossesTable {
  hour: Timestamp;
  type: string;
  acknowledged: Int8;
  stored: Int8;
  /** When `reported` last grew. */
  found_at: Defaulted<Timestamp>;
  /** How many of the missing ones two looks agreed on. */
  reported: Defaulted<Int8>;
  /** The look that first saw this count of acknowledged ones. */
  since: Defaulted<Timestamp>;
}

/** Hours that acknowledgements were compared in, with the count that was compared. */
interface ComparedHoursTable {
  hour: Timestamp;
  acknowledged: Int8;
  compared_at: Timestamp;
}

interface FirstAcceptedTable {
  project_id: Int8;
  at: Timestamp;
}

interface DeadLettersTable {
  /** 0 if the job could not be read, so that its project is unknown. */
  project_id: Int8;
  /** The event's id, or one made of a whole unreadable job. */
  id: string;
  type: string;
  batch_id: string | null;
  /** Position in its batch. */
  index: number | null;
  /** Number of events: 1, or those of an unreadable job. */
  events: Generated<number>;
  sqlstate: string | null;
  reason: string;
  message: string;
  payload: Buffer;
  /** Properties of its part: organization, arrival, hour, epoch, IP address, user agent. */
  part: NullableJsonb<JsonObject>;
  state: Generated<'waiting' | 'retry' | 'discarded'>;
  /** How often storing it was tried again. */
  retries: Generated<number>;
  created_at: Defaulted<Timestamp>;
  changed_at: Defaulted<Timestamp>;
}
