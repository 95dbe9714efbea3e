/** What subjects share of PostgreSQL: connection, schema, migrations, partitions, tenancy, roles, and statements that more than one subject needs. */
export { databaseProblem } from './migrations/databaseProblem.js';
export { describeRefusal, LAST_FORMER_VERSION, UNFINISHED_RESTORE } from './migrations/schemaRefusal.js';
export { assessSteps, FORMER_STEPS } from './migrations/formerSteps.js';
export {
  type EventRow,
  type EventTableName,
  type ExceptionRow,
  type HitRow,
  type LogRow,
  type ReplayRow,
  type RowOf,
  type SpanRow,
  EVENT_COLUMNS,
  type EventColumn,
  type CopiedRow,
  type EventDetail,
  type ListedEvent,
} from './schema/eventColumns.js';
export { readSchemaState, ensureStepsTable } from './migrations/appliedSteps.js';
export { migrateToLatest, newerMigrations, pendingMigrations, applyMissing } from './migrations/migrateToLatest.js';
export { planMigrations, type PlannedMigration } from './migrations/planMigrations.js';
export { RefusalError } from './refusalError.js';
export { commitPhases, type CommitPhases, countPrepared } from './citus/commitPhases.js';
export { distributeNewTables, distributeTables } from './citus/distributeTables.js';
export {
  groupByShard,
  isDistributed,
  type Placed,
  runByShard,
  type ShardGroup,
  shardsOf,
  workByShard,
  readIsDistributed,
} from './citus/shards.js';
export { TABLE_OF, type Schema } from './schema/schema.js';
export { classifyError, sqlstateOf } from './connection/classifyError.js';
export { createDatabase, type Database, type DatabaseOptions, type Queryable } from './connection/createDatabase.js';
export { inTransaction, setReadOnly, type Tx, withSavepoint } from './connection/inTransaction.js';
export { listenForChanges } from './connection/listenForChanges.js';
export { followReplica } from './replica/followReplica.js';
export { pingDatabase } from './connection/pingDatabase.js';
export { readDatabaseClock } from './connection/readDatabaseClock.js';
export { storeUserChanges, upsertProjectUsers } from './derived/upsertProjectUsers.js';
export { mergeUserChanges, type UserChange, type UserSighting } from './derived/userSighting.js';
export { clearDeparted } from './accounts/departures.js';
export { admitPlaces, type EventPlace } from './names/admitPlaces.js';
export { countFolds } from './names/countFolds.js';
export {
  createNameBudget,
  DEFAULT_NAME_CAPS,
  type Fold,
  type NameBudget,
  type NameCaps,
  OTHER,
} from './names/nameBudget.js';
export { dropPartitionsBefore } from './partitions/dropPartitionsBefore.js';
export { ensurePartitions, createPartition } from './partitions/ensurePartitions.js';
export { listPartitions, type ListedPartition } from './partitions/listPartitions.js';
export {
  PARTITIONED_TABLES,
  type Partition,
  type PartitionedTable,
  dayOf,
  DAY_TABLES,
  type DayTable,
  type PartitionInterval,
  partitionOfName,
} from './partitions/partition.js';
export { retentionBounds } from './partitions/retentionBounds.js';
export { readFailure } from './connection/readFailure.js';
export { createRoleLogins } from './roles/createRoleLogins.js';
export { DATABASE_ROLE_NAMES, type DatabaseRole } from './roles/databaseRoles.js';
export { createDatabaseRoles, grantDatabaseRoles, missingRoles } from './roles/grantDatabaseRoles.js';
export { BadRowError } from './connection/badRowError.js';
export { claimReceipts, type ReceiptKey } from './store/claimReceipts.js';
export { copyRows } from './store/copyRows.js';
export { LATE_LOGS_MS, markLateLogs, LATE_AFTER_MS } from './tail/markLateLogs.js';
export { findPlace, type Place } from './tenancy/findPlace.js';
export { liftOfProject, liftSpikeProtection } from './tenancy/liftSpikeProtection.js';
export { listenForSettings } from './tenancy/listenForSettings.js';
export { addKey, disableKey, listKeys } from './tenancy/manageKeys.js';
export { readOrganizationCreation } from './tenancy/organizationCreation.js';
export {
  createOrganization,
  findOrganization,
  listOrganizations,
  type Organization,
  updateOrganization,
} from './tenancy/organizations.js';
export type { SettingsPatch } from './tenancy/patchSettings.js';
export type { ProjectKey } from './tenancy/projectKeys.js';
export { findProjectedKey, type ProjectedKey, readProjectedKeys } from './tenancy/projectedKeys.js';
export {
  checkProjectSettings,
  createProject,
  deleteProject,
  findProject,
  listProjects,
  type Project,
  type ProjectRef,
  updateProject,
  closeProject,
} from './tenancy/projects.js';
export type { TenantLimit } from './tenantLimit.js';
export { found, TenancyError, type TenancyErrorCode, creating } from './tenancyError.js';
export {
  authenticateToken,
  createToken,
  isTokenSecret,
  listTokens,
  listTokensOfUser,
  recordTokenUse,
  revokeToken,
  revokeTokenOfUser,
  type Token,
} from './tenancy/tokens.js';
export { type User, labelOf, USER_COLUMNS, userOf } from './accounts/user.js';
export { foldEmail, normalizeEmail } from './accounts/normalizeEmail.js';
export { createUser, findUser, getUser, getUserById, listAccounts, lockUser, normalizeName } from './accounts/users.js';
export { disableUser, enableUser } from './accounts/disableUser.js';
export {
  type NewSession,
  type SessionDetail,
  type SignedIn,
  authenticateSession,
  createSession,
  endSessions,
  hasSignedInFrom,
  listSessions,
  recordSessionUse,
} from './accounts/sessions.js';
export { digestOf, isSecret, newSecret } from './accounts/secret.js';
export {
  type Member,
  addMember,
  changeRole,
  findMembership,
  listMembers,
  listMemberships,
  removeMember,
} from './accounts/memberships.js';
export { type AuditAction, type AuditEntry, writeAudit } from './audit/writeAudit.js';
export { addErased, type ErasedEvents } from './erasure/addErased.js';
export { findTombstones, type Tombstone } from './erasure/findTombstones.js';
export { addErasedReplays, type ErasedReplay } from './erasure/addErasedReplays.js';

// What workers and issues write for alerts.
export { insertSignals, type NewAlertSignal } from './signals/insertSignals.js';
export { seriesId, uuidOf } from './signals/seriesId.js';
export { countSeriesMinutes, type SeriesEvent } from './signals/countSeriesMinutes.js';
export { readWatches } from './signals/readWatches.js';
export { NO_WATCHES, type WatchedEndpoint, type WatchedKind, type Watches } from './signals/watches.js';
export { composeKey, lockComposing } from './signals/composeLock.js';
export { organizationOfWhole, wholeOrganization } from './tenancy/wholeOrganization.js';
export { type RuleLimits, withRoom } from './tenancy/withRoom.js';

// What statements of other packages are made of.
export { settingsDiff } from './audit/settingsDiff.js';
export { unnest } from './connection/unnest.js';
export type { JsonObject } from './schema/columns.js';
export { settingsTransaction } from './tenancy/settingsTransaction.js';
export { isSettledOnNodes } from './citus/isSettledOnNodes.js';
export { sendCopy } from './connection/sendCopy.js';
export { compareKeys, mergeByKey } from './connection/keys.js';
export { isoTime } from './store/isoTime.js';
export { withTaskLock } from './connection/withTaskLock.js';
export { revokeTokensOf } from './accounts/revokeTokensOf.js';
export { isStillInvited } from './accounts/inviters.js';
export { lockMembers } from './accounts/owners.js';
export type { LinkPurpose } from './schema/accountsSchema.js';
export { type ListedKind, MAX_METRIC_NAMES, NAME_TABLES } from './names/admitNames.js';
export { MIGRATIONS } from './migrations/all.js';
export type { Client, ClientBase } from './connection/client.js';
export { type MigrationLock, acquireMigrationLock } from './migrations/migrationLock.js';
export { openMigrationClient } from './migrations/openMigrationClient.js';
export { type CopyIn, beginCopyIn } from './connection/copyIn.js';
export { NO_TRANSACTION_TIMEOUT } from './connection/transactionTimeout.js';
export { copyOut } from './connection/copyOut.js';
export { countNewNames, lockNewNames } from './names/newNames.js';
export { type ColumnValues } from './connection/unnest.js';
export { foldUserKeys } from './derived/admitUsers.js';
export { touch } from './derived/touch.js';
export { readTime } from './connection/readTime.js';
export { admitNames, listOther, type NamesByProject } from './names/admitNames.js';
export { type TraceSpanHead } from './schema/derivedSchema.js';
export { saturate } from './store/saturate.js';
