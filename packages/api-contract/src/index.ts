/** The API under `/api/0`: schemas and descriptions of its operations. The dashboard and the CLI import its types only. */
export {
  API_ROOT,
  ROOTS,
  SHORT_IDS_DESCRIPTION,
  type AccountDescription,
  type AnswerOf,
  type BodyOf,
  type Description,
  type ParamNames,
  type QueryOf,
  type TenantDescription,
} from './description.js';
export { type ListQuery, listQuery } from './list/listQuery.js';
export type { OperationsOf } from './operations.js';
export { releasesApi, MAX_RELEASE_URL_LENGTH, MAX_REF_LENGTH } from './releases/releasesApi.js';
export { type ObjectSchema, type Schema, type TypeOf } from './schema/schema.js';
export { listOf, named, object } from './schema/shapes.js';
export { boolean, id, number, oneOf, text } from './schema/values.js';
export { sourcemapsApi, MAX_FILENAMES } from './sourcemaps/sourcemapsApi.js';
export { linkApi } from './account/linkApi.js';
export { sessionApi } from './account/sessionApi.js';
export { oidcApi } from './account/oidcApi.js';
export { organizationsApi } from './account/organizationsApi.js';
export { userSessionsApi } from './account/userSessionsApi.js';
export { userTokensApi } from './account/userTokensApi.js';
export { MAX_ENDPOINT_POINTS, endpointsApi } from './endpoints/endpointsApi.js';
export { previewApi } from './filters/previewApi.js';
export { hitsApi } from './hits/hitsApi.js';
export { changeIssuesApi } from './issues/changeIssuesApi.js';
export { ISSUE_STATUSES, issueDetailSchema } from './issues/issueSchemas.js';
export { commentsApi } from './issues/commentsApi.js';
export { distributionApi } from './issues/distributionApi.js';
export { LISTED_STATUSES } from './issues/issueQuery.js';
export { issuesApi } from './issues/issuesApi.js';
export { keysApi } from './keys/keysApi.js';
export { limitsApi } from './limits/limitsApi.js';
export { MAX_BARS, histogramApi } from './logs/histogramApi.js';
export { measuredTracesApi } from './metrics/measuredTracesApi.js';
export { MAX_POINTS, metricsApi } from './metrics/metricsApi.js';
export { auditApi } from './organization/auditApi.js';
export { invitationsApi } from './organization/invitationsApi.js';
export { membersApi } from './organization/membersApi.js';
export { organizationErasuresApi } from './organization/organizationErasuresApi.js';
export { organizationApi } from './organization/organizationApi.js';
export { organizationSettingsApi } from './organization/organizationSettingsApi.js';
export { refusalsApi } from './refusals/refusalsApi.js';
export { replaysApi } from './replays/replaysApi.js';
export { settingsApi } from './settings/settingsApi.js';
export { statsApi } from './stats/statsApi.js';
export { traceSpansApi } from './traces/traceSpansApi.js';
export { MAX_DEPTH } from './traces/traceSchemas.js';
export { timelineApi } from './users/timelineApi.js';
export { usersApi } from './users/usersApi.js';
export { visitsApi } from './visits/visitsApi.js';
export { totpApi } from './account/totpApi.js';
export { userApi } from './account/userApi.js';
export { environmentsApi } from './environments/environmentsApi.js';
export { erasuresApi } from './erasures/erasuresApi.js';
export { exceptionsApi } from './exceptions/exceptionsApi.js';
export { filterValuesApi } from './issues/filterValuesApi.js';
export { logsApi } from './logs/logsApi.js';
export { tailApi } from './logs/tailApi.js';
export { spansApi } from './spans/spansApi.js';
export { tracesApi } from './traces/tracesApi.js';
export { sessionSchema } from './account/sessionSchemas.js';
export { confirmApi } from './alerts/confirmApi.js';
export { deliveriesApi } from './alerts/deliveriesApi.js';
export { destinationActionsApi, destinationsApi } from './alerts/destinationsApi.js';
export { firingsApi } from './alerts/firingsApi.js';
export { inboxApi } from './alerts/inboxApi.js';
export { maintenanceApi } from './alerts/maintenanceApi.js';
export { organizationRulesApi, projectRulesApi } from './alerts/rulesApi.js';
export { subscriptionsApi } from './alerts/subscriptionsApi.js';
export { unsubscribeApi } from './alerts/unsubscribeApi.js';
export { issueSummarySchema } from './issues/issueSummarySchema.js';
