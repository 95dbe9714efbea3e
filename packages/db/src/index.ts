export * from './schema.js';
export * from './rows.js';
export * from './connection/classifyError.js';
export * from './connection/createDatabase.js';
export * from './connection/inTransaction.js';
export * from './connection/pingDatabase.js';
export * from './migrateToLatest.js';
export * from './store/addUsage.js';
export * from './store/badRowError.js';
export * from './store/claimReceipts.js';
export * from './store/copyRows.js';
import type { Database, Queryable } from './connection/createDatabase.js';
import type { Tx } from './connection/inTransaction.js';
import type {
  CountedType,
  EventType,
  Json,
  OrganizationSettings,
  Outcome,
  Pool,
  ProjectedProject,
  ProjectSettings,
  Reason,
} from '@sluice/contract';
import type { EventTableName } from './schema.js';

// ---- derived
export interface TraceSpan {
  readonly projectId: string;
  readonly traceId: string;
  /** Event id. */
  readonly id: string;
  readonly uuid: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly op: string | null;
  readonly status: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly environment: string | null;
  readonly userKey: string | null;
}
export declare function upsertTraces(tx: Tx, spans: readonly TraceSpan[]): Promise<void>;
export interface Trace {
  readonly projectId: string;
  readonly traceId: string;
  readonly firstStart: Date;
  readonly lastEnd: Date;
  readonly spanCount: number;
  readonly errorCount: number;
  readonly rootCount: number;
  readonly name: string;
  readonly op: string | null;
  readonly environment: string | null;
  readonly userKey: string | null;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly contexts: Readonly<Record<string, unknown>>;
}
export declare function readTrace(db: Queryable, projectId: string, traceId: string): Promise<Trace | undefined>;

export interface IssueOccurrence {
  readonly projectId: string;
  readonly hash: string;
  /** Event id. */
  readonly id: string;
  readonly timestampMs: number;
  readonly release: string | null;
  readonly title: string;
  readonly culprit: string | null;
  readonly level: string;
}
/** The issue id of each occurrence. */
export declare function upsertIssues(tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<readonly string[]>;
export interface ReleaseSighting {
  readonly projectId: string;
  readonly version: string;
  readonly timestampMs: number;
  readonly exceptions: number;
}
export declare function upsertReleases(tx: Tx, sightings: readonly ReleaseSighting[]): Promise<void>;
export interface UserSighting {
  readonly projectId: string;
  readonly userKey: string;
  readonly timestampMs: number;
  readonly id: string | null;
  readonly email: string | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly ip: string | null;
}
export declare function upsertProjectUsers(tx: Tx, sightings: readonly UserSighting[]): Promise<void>;

// ---- dead letters
export interface PartHeader {
  readonly organization: string;
  readonly arrival: number;
  readonly hour: number;
  readonly epoch: string;
  readonly ip: string;
  readonly agent: string;
}
export interface NewDeadLetter {
  /** '0' where the job could not be read. */
  readonly projectId: string;
  /** Event id; for an unreadable job one made of its bytes. */
  readonly id: string;
  readonly type: EventType;
  readonly batchId: string | null;
  readonly index: number | null;
  /** Events it stands for; 1 unless a whole job could not be read. */
  readonly events: number;
  readonly sqlstate: string | null;
  /** A word: `data`, `poison`, `expired`, `unreadable`, … */
  readonly reason: string;
  readonly message: string;
  readonly payload: Buffer;
  readonly part: PartHeader | null;
}
export type DeadLetterState = 'waiting' | 'retry' | 'discarded';
export interface DeadLetter extends NewDeadLetter {
  readonly state: DeadLetterState;
  readonly retries: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
}
/** Names one dead letter. */
export interface DeadLetterKey {
  readonly projectId: string;
  readonly id: string;
}
export interface DeadLetterFilter {
  readonly projectId?: string;
  readonly type?: EventType;
  readonly state?: DeadLetterState;
  readonly ids?: readonly string[];
}
/** Idempotent: a letter already there goes back to `waiting` with the new reason, unless it was discarded. */
export declare function insertDeadLetters(tx: Tx, letters: readonly NewDeadLetter[]): Promise<void>;
export declare function listDeadLetters(
  db: Queryable,
  filter: DeadLetterFilter,
  limit: number,
): Promise<readonly DeadLetter[]>;
export declare function countDeadLetters(
  db: Queryable,
  filter: DeadLetterFilter,
): Promise<
  readonly {
    readonly type: EventType;
    readonly state: DeadLetterState;
    readonly reason: string;
    readonly events: number;
    readonly letters: number;
  }[]
>;
/** waiting → retry. How many. */
export declare function markRetry(db: Queryable, filter: DeadLetterFilter): Promise<number>;
/** waiting | retry → discarded (payload dropped). How many. */
export declare function discardDeadLetters(db: Queryable, filter: DeadLetterFilter): Promise<number>;
/** Locks up to `limit` letters in state `retry`, oldest first, skipping those that another worker holds. */
export declare function claimRetries(tx: Tx, type: EventType, limit: number): Promise<readonly DeadLetter[]>;
export declare function deleteClaimed(tx: Tx, letters: readonly DeadLetterKey[]): Promise<void>;

// ---- partitions
export type PartitionInterval = 'hour' | 'day';
export type PartitionedTable = EventTableName | 'receipts' | 'traces';
export declare const PARTITIONED_TABLES: readonly PartitionedTable[];
export interface PartitionRange {
  readonly tables: readonly PartitionedTable[];
  readonly interval: PartitionInterval;
  readonly fromMs: number;
  readonly throughMs: number;
}
/** Names of the partitions created. */
export declare function ensurePartitions(db: Database, range: PartitionRange): Promise<readonly string[]>;
export interface Partition {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}
export declare function listPartitions(db: Queryable, table?: PartitionedTable): Promise<readonly Partition[]>;
/** Detaches and drops partitions that end at or before `beforeMs`. Their names. */
export declare function dropPartitionsBefore(
  db: Database,
  tables: readonly PartitionedTable[],
  beforeMs: number,
): Promise<readonly string[]>;
/** Deletes up to `limit` event rows (and traces) of an organization that arrived before `beforeMs`. How many. */
export declare function deleteExpiredRows(
  db: Database,
  organizationId: string,
  beforeMs: number,
  limit: number,
): Promise<number>;
/** The shortest and longest retention of all organizations, in days. */
export declare function retentionBounds(
  db: Queryable,
): Promise<{ readonly shortest: number; readonly longest: number }>;

// ---- tenancy
export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly settings: OrganizationSettings;
  readonly version: string;
  readonly createdAt: Date;
}
export interface Project {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly slug: string;
  readonly settings: ProjectSettings;
  readonly version: string;
  readonly createdAt: Date;
}
export interface ProjectKey {
  readonly key: string;
  readonly projectId: string;
  readonly label: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}
/** A request that cannot be carried out; `message` is one line for people. */
export declare class TenancyError extends Error {
  constructor(code: TenancyErrorCode, message: string);
  readonly code: TenancyErrorCode;
}
export type TenancyErrorCode = 'not_found' | 'exists' | 'invalid';
/** Values by setting name as typed by a user: `{ 'filters.ips': [...], eventsPerHour: 100 }`. */
export type SettingsPatch = Readonly<Record<string, Json>>;
export interface ProjectRef {
  readonly organization: string;
  readonly project: string;
}
export declare function createOrganization(db: Database, slug: string, patch?: SettingsPatch): Promise<Organization>;
export declare function listOrganizations(db: Queryable): Promise<readonly Organization[]>;
export declare function findOrganization(db: Queryable, slug: string): Promise<Organization>;
export declare function updateOrganization(db: Database, slug: string, patch: SettingsPatch): Promise<Organization>;
/** Creates a project and its first key. */
export declare function createProject(
  db: Database,
  ref: ProjectRef,
  patch?: SettingsPatch,
): Promise<{ project: Project; key: ProjectKey }>;
export declare function listProjects(db: Queryable, organization?: string): Promise<readonly Project[]>;
export declare function findProject(db: Queryable, ref: ProjectRef): Promise<Project>;
export declare function updateProject(db: Database, ref: ProjectRef, patch: SettingsPatch): Promise<Project>;
export declare function deleteProject(db: Database, ref: ProjectRef): Promise<void>;
export declare function addKey(db: Database, ref: ProjectRef, label?: string): Promise<ProjectKey>;
export declare function listKeys(db: Queryable, ref: ProjectRef): Promise<readonly ProjectKey[]>;
export declare function disableKey(db: Database, ref: ProjectRef, key: string): Promise<ProjectKey>;

export const SCOPES = ['project:releases', 'project:read', 'project:admin'] as const;
export type Scope = (typeof SCOPES)[number];
export interface Token {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}
export declare function createToken(
  db: Database,
  request: { organization: string; scopes: readonly string[]; expiresAt?: Date },
): Promise<{ secret: string; token: Token }>;
export declare function listTokens(db: Queryable, organization?: string): Promise<readonly Token[]>;
export declare function revokeToken(db: Database, organization: string, id: string): Promise<Token>;
/** The live token behind a secret; undefined when unknown, expired or revoked. Touches last use at most once a minute. */
export declare function authenticateToken(db: Database, secret: string, nowMs: number): Promise<Token | undefined>;

// ---- projection
export interface ProjectedKey {
  readonly key: string;
  readonly version: string;
  /** null = disabled or deleted */ readonly project: ProjectedProject | null;
}
export declare const SETTINGS_CHANNEL = 'sluice_settings';
/** Keys whose settings changed after `sinceVersion`; all of them where it is undefined. By version. */
export declare function readProjectedKeys(
  db: Queryable,
  sinceVersion: string | undefined,
): Promise<readonly ProjectedKey[]>;
export declare function findProjectedKey(db: Queryable, key: string): Promise<ProjectedKey | undefined>;
/** Calls `onChange` at every committed change and after every reconnect. */
export declare function listenForSettings(
  db: Database,
  onChange: () => void,
): { readonly start: () => Promise<void>; readonly stop: () => Promise<void> };

// ---- usage
export interface UsageFilter {
  readonly organizationId?: string;
  readonly projectId?: string;
  readonly type?: CountedType;
  readonly outcome?: Outcome;
  readonly fromHour?: number;
  readonly throughHour?: number;
}
export interface UsageRow {
  readonly projectId: string;
  readonly project: string;
  readonly type: CountedType;
  readonly outcome: Outcome;
  readonly reason: Reason;
  /** Hours since 1970. */
  readonly hour: number;
  readonly count: number;
}
export declare function readUsage(db: Queryable, filter: UsageFilter): Promise<readonly UsageRow[]>;
/** Processed events of a month (YYYYMM) by pool; with `throughHour` only hours up to and with it. */
export declare function monthTotals(
  db: Queryable,
  organizationId: string,
  month: number,
  throughHour?: number,
): Promise<Readonly<Record<Pool, number>>>;
export interface StoredLedgerSeed {
  readonly months: readonly { readonly pool: Pool; readonly month: number; readonly count: number }[];
  readonly hours: readonly {
    readonly projectId: string;
    readonly type: EventType;
    readonly hour: number;
    readonly count: number;
  }[];
  readonly firstAccepted: readonly { readonly projectId: string; readonly ms: number }[];
}
export declare function ledgerSeed(
  db: Queryable,
  organizationId: string,
  exceptEpoch: string | undefined,
  nowMs: number,
): Promise<StoredLedgerSeed>;
/** Absolute counts of one ledger epoch: a row is replaced where the new count is greater. */
export interface RefusalCount {
  readonly projectId: string;
  readonly type: CountedType;
  readonly outcome: Outcome;
  readonly reason: Reason;
  readonly hour: number;
  readonly count: number;
}
export declare function storeRefusals(db: Database, epoch: string, rows: readonly RefusalCount[]): Promise<void>;

// ---- looking
export interface StoredEvent {
  readonly table: EventTableName;
  readonly projectId: string;
  readonly id: string;
  readonly timestamp: Date;
  readonly environment: string | null;
  readonly release: string | null;
  /** One line: message, name, title, … */
  readonly summary: string;
}
/** Stored events with ids above `afterId`, ordered by id. */
export declare function storedSince(
  db: Queryable,
  request: { projectIds?: readonly string[]; afterId: string; limit: number },
): Promise<readonly StoredEvent[]>;
/** Each event once, as it is stored, in id order within a round. */
export declare function streamStoredEvents(
  db: Queryable,
  request: { projectIds?: readonly string[]; fromMs: number; pollMs?: number; signal: AbortSignal },
): AsyncGenerator<StoredEvent>;
export interface Accounting {
  readonly type: EventType;
  readonly processed: number;
  readonly stored: number;
  readonly waiting: number;
  readonly retry: number;
  readonly discarded: number;
  /** processed − stored − dead letters; 0 when the identity holds. */
  readonly difference: number;
}
export declare function accountingOf(db: Queryable, projectId?: string): Promise<readonly Accounting[]>;

// ---- upkeep
export * from './upkeep/deleteStale.js';
export * from './upkeep/withTaskLock.js';
