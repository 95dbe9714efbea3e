import type {
  DestinationConfig,
  DestinationKind,
  DestinationSecrets,
  QuietHours,
  StoredCondition,
} from '@sluice/contract';
import type { Generated } from 'kysely';
import type { Defaulted, Int8, Jsonb, JsonObject, Nullable, NullableJsonb, Timestamp } from './columns.js';

/** Where alerts of an organization are sent. */
export interface AlertDestinationsTable {
  organization_id: Int8;
  id: Defaulted<Int8>;
  kind: DestinationKind;
  name: string;
  config: Defaulted<Jsonb<DestinationConfig>>;
  secrets: Defaulted<Jsonb<DestinationSecrets>>;
  quiet_hours: NullableJsonb<QuietHours>;
  /** Messages of a UTC hour; what is due beyond them becomes one digest of the next hour. */
  hourly_limit: Generated<number>;
  /** Deliveries in a row that failed permanently. */
  failures: Generated<number>;
  paused_at: Nullable<Timestamp>;
  paused_reason: string | null;
  last_sent_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  deleted_at: Nullable<Timestamp>;
  /** Addresses that got alerts before addresses had to confirm that, and until when they do. */
  unconfirmed: NullableJsonb<readonly string[]>;
  unconfirmed_until: Nullable<Timestamp>;
}

/** What addresses of mail have said. */
export interface AlertAddressesTable {
  /** `0`: all organizations. */
  organization_id: Int8;
  /** A hash. */
  address: string;
  confirmed_at: Nullable<Timestamp>;
  unsubscribed_at: Nullable<Timestamp>;
  /** Mails that asked for a confirmation, since the last one. */
  asked: Generated<number>;
  asked_at: Nullable<Timestamp>;
}

/** How much mail was sent in a period. */
export interface AlertMailCountsTable {
  kind: string;
  /** An organization, or the hash of an address. */
  key: string;
  starts_at: Timestamp;
  sent: number;
}

/** When alerts fire. */
export interface AlertRulesTable {
  organization_id: Int8;
  id: Defaulted<Int8>;
  /** NULL: all projects of the organization, those in `except_projects` excluded. */
  project_id: Int8 | null;
  name: string;
  enabled: Generated<boolean>;
  /** `AlertCondition`s of `@sluice/alerts`. Any of them fires the rule. */
  conditions: Jsonb<readonly StoredCondition[]>;
  /** `AlertFilters` of `@sluice/alerts`. */
  filters: Defaulted<Jsonb<JsonObject>>;
  destination_ids: Generated<string[]>;
  except_projects: Generated<string[]>;
  /** Seconds after a message about a subject in which further firings about it are only counted. */
  cooldown_s: Generated<number>;
  /** Seconds for which firings are gathered into one message; 0: a short linger. */
  digest_s: Generated<number>;
  muted_until: Nullable<Timestamp>;
  /** When its conditions last changed, it was enabled, or an excluded project was included: what it watches counts since then. */
  counted_since: Defaulted<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

/** Times in which firings are only counted. */
export interface AlertMaintenanceTable {
  organization_id: Int8;
  id: Defaulted<Int8>;
  /** NULL: all projects. */
  project_id: Int8 | null;
  starts_at: Timestamp;
  ends_at: Timestamp;
  reason: Generated<string>;
  created_by: Generated<string>;
}

/** What a member receives of destinations of the kind `members`: mail and inbox, inbox only, or nothing. */
export interface AlertSubscriptionsTable {
  organization_id: Int8;
  user_id: Int8;
  /** 0: all projects that have no row of their own. */
  project_id: Defaulted<Int8>;
  channel: 'mail' | 'inbox' | 'none';
}

/** Messages in the inbox of a member; `id` is the delivery's, so that it is added once. */
export interface AlertInboxTable {
  organization_id: Int8;
  user_id: Int8;
  id: string;
  /** Negative id of the organization: not of one project. */
  project_id: Int8;
  /** An `AlertMessage` of `@sluice/alerts`. */
  message: Jsonb<JsonObject>;
  created_at: Defaulted<Timestamp>;
  read_at: Nullable<Timestamp>;
}

/** Messages that a destination was granted in a UTC hour. */
export interface AlertDestinationHoursTable {
  organization_id: Int8;
  destination_id: Int8;
  hour: Timestamp;
  sent: number;
}

/** Changes of issues that no decision has seen yet. */
export interface AlertSignalsTable {
  project_id: Int8;
  id: Generated<string>;
  /** An `IssueSignalKind`, or `frames`: see `frameSignals.ts`. */
  kind: string;
  issue_id: string;
  /** The event, or an id of the change: identifies the occurrence. */
  event_id: string;
  details: Defaulted<Jsonb<JsonObject>>;
  at: Defaulted<Timestamp>;
}

/** Every firing of a rule, suppressed ones included. `id` is its identity: see `firingId`. */
export interface AlertFiringsTable {
  project_id: Int8;
  id: string;
  organization_id: Int8;
  rule_id: Int8;
  kind: string;
  subject: string;
  state: Generated<'firing' | 'recovered' | 'notice'>;
  details: Defaulted<Jsonb<JsonObject>>;
  /** `cooldown`, `muted` or `maintenance`; NULL: it has notices. */
  suppressed_by: string | null;
  /** How many about the same subject were suppressed before it, since the rule last sent a message. */
  suppressed: Generated<number>;
  at: Defaulted<Timestamp>;
}

/** What is known of a subject of a rule: its cool-down, and the state of a series. */
export interface AlertSubjectsTable {
  project_id: Int8;
  rule_id: Int8;
  subject: string;
  /** When a firing about it was last given to destinations. */
  notified_at: Nullable<Timestamp>;
  suppressed: Generated<number>;
  /** What `suppressed` is of; of the subject `rule`, the present one. A message of the rule ends it. */
  round: Generated<number>;
  /** Of the subject `rule`: when the first and the last of `suppressed` were, and why. */
  suppressed_from: Nullable<Timestamp>;
  suppressed_to: Nullable<Timestamp>;
  suppressed_by: string | null;
  /** Whether the last firing, not a recovery, was given to destinations. */
  is_notified: Generated<boolean>;
  state: Generated<'ok' | 'pending' | 'firing' | 'recovering'>;
  /** When the state began. */
  since: Nullable<Timestamp>;
  value: number | null;
  /** See `seriesId`: what the state is about. */
  series: string | null;
  /** The end of the last minute that was evaluated. */
  evaluated_at: Nullable<Timestamp>;
  touched_at: Defaulted<Timestamp>;
}

/** A firing and a destination that receives it. */
export interface AlertNoticesTable {
  project_id: Int8;
  firing_id: string;
  destination_id: Int8;
  organization_id: Int8;
  due_at: Timestamp;
  /** The message that contains it. */
  delivery_id: string | null;
  at: Defaulted<Timestamp>;
}

/** Messages to destinations. */
export interface AlertDeliveriesTable {
  project_id: Int8;
  id: string;
  organization_id: Int8;
  destination_id: Int8;
  kind: Generated<'alert' | 'test' | 'resend'>;
  state: Generated<'waiting' | 'sent' | 'paused' | 'failed'>;
  /** An `AlertMessage`, stored before the first attempt; NULL: it has not been composed. */
  message: NullableJsonb<JsonObject>;
  /** What is settled of a message that is taken in parts: `null`, or why the part was refused permanently. */
  progress: NullableJsonb<Readonly<Record<string, string | null>>>;
  /** The number of the last attempt, which fences what earlier ones write. */
  attempts: Generated<number>;
  /** How many of them were before the destination was last resumed, or were none: retries are scheduled by the others. */
  tries_from: Generated<number>;
  /** Claims in a row before the last one that were left over by processes that died. */
  lost_claims: Generated<number>;
  next_at: Defaulted<Timestamp>;
  claimed_until: Nullable<Timestamp>;
  problem: string | null;
  created_at: Defaulted<Timestamp>;
  finished_at: Nullable<Timestamp>;
  /** Where it is sent although the destination is deleted, until it ends: an `AlertDestination`. Contains secrets. */
  target: NullableJsonb<JsonObject>;
  /** The user who asked for a test. NULL: no user asked. */
  requested_by: Nullable<Int8>;
}

/** Attempts of deliveries. */
export interface AlertAttemptsTable {
  project_id: Int8;
  delivery_id: string;
  attempt: number;
  at: Timestamp;
  took_ms: number;
  /** HTTP status or SMTP code. */
  status: number | null;
  result: 'sent' | 'retry' | 'dead';
  problem: string | null;
  /** The first kilobyte of the response. */
  response: string | null;
}

/** Exceptions of a fingerprint by environment and minute of arrival, of projects with a rule about rates of issues. */
export interface IssueMinutesTable {
  project_id: Int8;
  hash: string;
  environment: string;
  minute: Timestamp;
  count: Int8;
}

/** Events of a watched series by minute of arrival and transaction. */
export interface AlertMinutesTable {
  project_id: Int8;
  /** See `seriesId`. */
  series: string;
  minute: Timestamp;
  /** The smallest event id that went into it. */
  part: string;
  count: Int8;
  /** Of them: longer than the threshold, or with an error. */
  over: Int8;
}

/** Until when a search for drops has recorded what it found. */
export interface DropEvaluationsTable {
  search: string;
  evaluated_until: Timestamp;
}
