/** Everything about PostgreSQL: SQL is written in this package and nowhere else. */
export * from './schema.js';
export {
  type EventTableName,
  type EventTables,
  type CopiedRow,
  type EventRow,
  type ExceptionRow,
  type HitRow,
  type LogRow,
  type ReplayRow,
  type RowOf,
  type SpanRow,
} from './eventColumns.js';
export { classifyError, sqlstateOf, type ErrorClass } from './connection/classifyError.js';
export * from './connection/createDatabase.js';
export * from './connection/inTransaction.js';
export * from './connection/pingDatabase.js';
export * from './connection/readDatabaseClock.js';
export * from './databaseProblem.js';
export * from './migrateToLatest.js';
export * from './store/addUsage.js';
export * from './store/badRowError.js';
export * from './store/claimReceipts.js';
export * from './store/copyRows.js';
export { type IssueOccurrence } from './derived/issueOccurrence.js';
export { type TraceSpan } from './derived/traceSpan.js';
export * from './derived/upsertIssues.js';
export * from './derived/upsertProjectUsers.js';
export * from './derived/upsertReleases.js';
export * from './derived/upsertTraces.js';
export { foldUserChanges, type UserChange, type UserSighting } from './derived/userSighting.js';
export * from './deadLetters/beginRetries.js';
export * from './deadLetters/deleteClaimed.js';
export {
  type DeadLetter,
  type DeadLetterFilter,
  type DeadLetterKey,
  type DeadLetterState,
  type NewDeadLetter,
  type PartHeader,
} from './deadLetters/deadLetter.js';
export * from './deadLetters/insertDeadLetters.js';
export * from './deadLetters/knownDeadLetters.js';
export * from './deadLetters/manageDeadLetters.js';
export * from './names/admitPlaces.js';
export * from './names/countFolds.js';
export * from './names/listNames.js';
export * from './names/nameBudget.js';
export * from './names/readFolds.js';
export * from './names/removeNames.js';
export * from './issues/issueError.js';
export * from './issues/mergeIssues.js';
export * from './issues/reopenIssues.js';
export * from './issues/setIssueStatus.js';
export * from './issues/unmergeIssues.js';
export * from './partitions/deleteExpiredRows.js';
export * from './partitions/dropPartitionsBefore.js';
export * from './partitions/ensurePartitions.js';
export * from './partitions/listPartitions.js';
export {
  PARTITIONED_TABLES,
  type Partition,
  type PartitionedTable,
  type PartitionInterval,
} from './partitions/partition.js';
export * from './partitions/retentionBounds.js';
export { DATABASE_ROLE_NAMES, type DatabaseRole } from './roles/databaseRoles.js';
export * from './roles/grantDatabaseRoles.js';
export * from './tenancy/findPlace.js';
export * from './tenancy/listenForSettings.js';
export * from './tenancy/manageKeys.js';
export * from './tenancy/organizations.js';
export * from './tenancy/projectedKeys.js';
export * from './tenancy/projects.js';
export { TenancyError, type TenancyErrorCode } from './tenancy/tenancyError.js';
export * from './tenancy/readProjectPage.js';
export * from './tenancy/tokens.js';
export { type Page, type PageRequest } from './reading/page.js';
export { findIds, isUuidKind, type IdKind } from './reading/ids/findIds.js';
export { isWhole, readIdPrefix, withDashes, type IdPrefix } from './reading/ids/idPrefix.js';
export * from './reading/exceptions/listExceptions.js';
export * from './reading/exceptions/readCulpritStacks.js';
export * from './reading/exceptions/readException.js';
export { type ExceptionDetail, type StoredException } from './reading/exceptions/storedException.js';
export * from './reading/hits/listHits.js';
export * from './reading/hits/readHitDays.js';
export { type IssueFilter } from './reading/issues/issueFilter.js';
export { ISSUE_SORTS, type IssueSort } from './reading/issues/issueOrder.js';
export * from './reading/issues/listIssues.js';
export * from './reading/issues/readIssue.js';
export * from './reading/issues/readIssueHours.js';
export * from './reading/logs/listLogs.js';
export { type ListedIssue, type StoredIssue } from './reading/issues/storedIssue.js';
export * from './reading/metrics/listMetrics.js';
export { type MetricFilter } from './reading/metrics/metricFilter.js';
export * from './reading/metrics/readMetricSeries.js';
export * from './reading/replays/listReplays.js';
export * from './reading/replays/readReplay.js';
export { type StoredReplay } from './reading/replays/storedReplay.js';
export * from './reading/spans/listSpans.js';
export * from './reading/traces/listTraces.js';
export * from './reading/traces/readTrace.js';
export * from './reading/traces/readTraceLinks.js';
export { type TraceSummary } from './reading/traces/traceSummary.js';
export * from './metrics/compactMetrics.js';
export { type MetricSamples } from './metrics/metricPoint.js';
export * from './metrics/storeMetrics.js';
export * from './reading/positionError.js';
export * from './reading/readFailure.js';
export * from './reading/stats/readMonth.js';
export * from './reading/stats/readStats.js';
export { listUsers, type StoredUser } from './reading/users/listUsers.js';
export * from './reading/users/readUser.js';
export * from './releases/describeRelease.js';
export * from './releases/listReleases.js';
export * from './releases/readRelease.js';
export { type StoredRelease } from './releases/storedRelease.js';
export * from './sourcemaps/blobs/deleteBlob.js';
export * from './sourcemaps/blobs/downloadBlob.js';
export * from './sourcemaps/blobs/readBlobRanges.js';
export * from './sourcemaps/blobs/writeBlob.js';
export * from './sourcemaps/deleteSourceMaps.js';
export * from './sourcemaps/findSourceMap.js';
export { forgetGarbage, postponeGarbage, reserveBlobs, takeGarbage, type BlobKey } from './sourcemaps/garbage.js';
export * from './sourcemaps/hasSourceMaps.js';
export * from './sourcemaps/listenForSourceMaps.js';
export * from './sourcemaps/listReleaseFilenames.js';
export * from './sourcemaps/listSourceMaps.js';
export * from './sourcemaps/lookUpSourceMaps.js';
export * from './sourcemaps/recompileSourceMaps.js';
export {
  type CompiledIndex,
  type NewSourceMap,
  type SourceMapName,
  type StoredSourceMap,
} from './sourcemaps/sourceMap.js';
export * from './sourcemaps/storeSourceMap.js';
export * from './sourcemaps/touchRelease.js';
export * from './tail/accountingOf.js';
export * from './tail/storedSince.js';
export * from './tail/streamStoredEvents.js';
export * from './losses/acknowledged.js';
export * from './losses/findLosses.js';
export * from './losses/listLosses.js';
export * from './losses/loss.js';
export * from './usage/ledgerSeed.js';
export { monthTotals } from './usage/monthTotals.js';
export * from './usage/readUsage.js';
export * from './usage/storeRefusals.js';
export type { NewProjectKey, ProjectKey } from './tenancy/projectKeys.js';
export type { SettingsPatch } from './tenancy/patchSettings.js';
export * from './upkeep/deleteStale.js';
export * from './upkeep/withTaskLock.js';
export { VISIT_DAYS } from './visits/dailySalts.js';
export * from './visits/upsertHitDays.js';
export * from './visits/upsertReplaySessions.js';
export { type Visit } from './visits/visit.js';
