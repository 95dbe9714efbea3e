import { tenancy } from './0001-tenancy.js';
import { events } from './0002-events.js';
import { issues } from './0003-issues.js';
import { releasesAndUsers } from './0004-releases-and-users.js';
import { traces } from './0005-traces.js';
import { metrics } from './0006-metrics.js';
import { visitsAndReplays } from './0007-visits-and-replays.js';
import { sourcemaps } from './0008-sourcemaps.js';
import { names } from './0009-names.js';
import { accounting } from './0010-accounting.js';
import { makePartition } from './0011-make-partition.js';
import { accounts } from './0012-accounts.js';
import { issueTriage } from './0013-issue-triage.js';
import { refusals } from './0014-refusals.js';
import { endpoints } from './0015-endpoints.js';
import { people } from './0016-people.js';
import { erasures } from './0017-erasures.js';
import { identities } from './0018-identities.js';
import { erasureRecords } from './0019-erasure-records.js';
import { auditByTime } from './0020-audit-by-time.js';
import { lateLogs } from './0021-late-logs.js';
import { hitVisitors } from './0022-hit-visitors.js';
import { inviters } from './0023-inviters.js';
import { creators } from './0024-creators.js';
import { departedAssignees } from './0025-departed-assignees.js';
import { traceArrivals } from './0026-trace-arrivals.js';
import { releaseIssues } from './0027-release-issues.js';
import { alerts } from './0028-alerts.js';
import { deliveryProgress } from './0029-delivery-progress.js';
import { refusedKeys } from './0030-refused-keys.js';
import { countedSince } from './0031-counted-since.js';
import { organizationAlerts } from './0032-organization-alerts.js';
import { seriesOfSubjects } from './0033-series-of-subjects.js';
import { deliveryTurns } from './0034-delivery-turns.js';
import { dropEvaluations } from './0035-drop-evaluations.js';
import { deliveryTarget } from './0036-delivery-target.js';
import { unreported } from './0037-unreported.js';
import { deliveryRequester } from './0038-delivery-requester.js';
import { orderingTimes } from './0040-ordering-times.js';
import { unfinishedErasures } from './0042-unfinished-erasures.js';
import { alertAddresses } from './0043-alert-addresses.js';
import { narrowRoles } from './0044-narrow-roles.js';
import { firstSightings } from './0045-first-sightings.js';
import type { Migration } from './migration.js';

/** Every step of the schema, in the order of application. An applied step is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  tenancy,
  events,
  issues,
  releasesAndUsers,
  traces,
  metrics,
  visitsAndReplays,
  sourcemaps,
  names,
  accounting,
  makePartition,
  accounts,
  issueTriage,
  refusals,
  endpoints,
  people,
  erasures,
  identities,
  erasureRecords,
  auditByTime,
  lateLogs,
  hitVisitors,
  inviters,
  creators,
  departedAssignees,
  traceArrivals,
  releaseIssues,
  alerts,
  deliveryProgress,
  refusedKeys,
  countedSince,
  organizationAlerts,
  seriesOfSubjects,
  deliveryTurns,
  dropEvaluations,
  deliveryTarget,
  unreported,
  deliveryRequester,
  orderingTimes,
  unfinishedErasures,
  alertAddresses,
  narrowRoles,
  firstSightings,
];
