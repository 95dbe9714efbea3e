export {
  ROLES,
  type Role,
  SCOPES,
  type Scope,
  PERMISSIONS,
  type Permission,
  includesRole,
  isRole,
  roleHas,
  scopesHave,
  scopesFor,
  rolesFor,
} from './permissions.js';
export { type RequestActor, type Actor, OPERATOR } from './actor.js';
export {
  type EndpointCondition,
  type IssueSignalKind,
  type LogQuery,
  type LogRateCondition,
  type StoredCondition,
} from './alerts/condition.js';
export {
  AUDIENCES,
  DESTINATION_KINDS,
  keepsIncidents,
  type Audience,
  type DestinationConfig,
  type DestinationKind,
  type DestinationSecrets,
  type QuietHours,
} from './alerts/destination.js';
export {
  ALERT_CHANNELS,
  AUDIT_ACTIONS,
  DELIVERY_STATES,
  FIRING_STATES,
  HISTOGRAM_SCAN,
  ISSUE_SORTS,
  MAX_EARLIER,
  MOMENT_KINDS,
  MOST_REQUESTED,
  MOST_UNREAD,
  NAME_KINDS,
  PASSWORD_LENGTH,
  REPLAY_SORTS,
  VALUE_FIELDS,
  VISIT_DIMENSIONS,
} from './apiWords.js';
export { hasAtMostCharacters, cutCharacters } from './cutCharacters.js';
export { type ErrorBody, errorBody } from './errors.js';
export {
  WIRE_TYPES,
  type WireType,
  EVENT_TYPES,
  type EventType,
  POOLS,
  type Pool,
  POOL_OF,
  HOURLY_CAP_TYPES,
  BACKLOG_TYPES,
  PROMPT_TYPES,
  type CountedType,
  TYPE_CODES,
  typeOfCode,
  isWireType,
  isEventType,
} from './eventTypes.js';
export {
  decodeEntryName,
  encodeEntryCounts,
  encodeEntryName,
  type EntryReason,
  filterEntryName,
  filterEntryNames,
  isEntryReason,
  LIST_FILTERS,
  type ListFilter,
  MAX_COUNTED_ENTRIES,
  OTHER_ENTRIES,
} from './filterEntries.js';
export {
  type CharacterSet,
  findCostlyGlob,
  type Glob,
  globListProblem,
  type GlobSegment,
  lengthOfGlob,
  MAX_GLOB_LENGTH,
  parseGlobs,
  searchedText,
} from './globs.js';
export {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  hourOf,
  startOfHour,
  startOfMinute,
  monthOf,
  startOfMonth,
  endOfMonth,
  secondsToNextHour,
  secondsToNextMonth,
} from './hours.js';
export { MAX_EVENT_INDEX, batchIdOf, eventIdOf, eventIdsOf, timeOfId, lowestIdAt } from './ids.js';
export {
  JOB_VERSION,
  type Json,
  type JsonObject,
  type AcceptedEvent,
  type Part,
  type Chunk,
  type SerializedPart,
} from './job.js';
export { LEVELS, EXCEPTION_LEVELS, type Level, WARNING_ALIAS, parseLevel } from './levels.js';
export { LIMITS, TRIM_MARK, UNNAMED_CALL, cut } from './limits.js';
export { storableText } from './storableText.js';
export { tellingLine } from './tellingLine.js';
export { type Arrival, DEFAULT_MAX_EVENT_AGE_MS, orderingTime } from './orderingTime.js';
export {
  OUTCOMES,
  type Outcome,
  type InvalidReason,
  type Reason,
  type Verdict,
  VERDICTS,
  UNDECIDED,
  IGNORED,
  PROCESSED,
  verdictCode,
  invalid,
  filtered,
  rateLimited,
} from './outcomes.js';
export { KEY_KINDS, type KeyKind, maskKey } from './projectKey.js';
export { type Dsns, type WholeKey, dsnsOf, NO_DSNS } from './dsn.js';
export { SERVER_KEY_PREFIX } from './serverKeyPrefix.js';
export { type HoldOffs, rateLimitsHeader, retryAfter } from './rateLimits.js';
export {
  type ProjectSettings,
  type OrganizationSettings,
  type ProjectedProject,
  type SpikeLift,
  DEFAULT_PROJECT_SETTINGS,
  DEFAULT_ORGANIZATION_SETTINGS,
  NULL_IS_NO_LIMIT,
  STORE_IP,
  type StoreIp,
} from './settings.js';
export { type Tally, tallyOf } from './tally.js';
export { formatTimestamp, parseTimestamp } from './timestamps.js';
export {
  DEBUG_HEADER,
  MAX_REFUSED,
  type RefusedEvent,
  type BatchResponse,
  type RefusedBatchResponse,
} from './wire/envelope.js';
export { type WireSourceContext } from './wire/exceptionPayload.js';
export { type ValidationIssue, findPayloadIssue } from './wire/findPayloadIssue.js';

export { type MetricPayload } from './wire/metricPayload.js';
export { SPAN_STATUSES, type SpanStatus } from './wire/spanPayload.js';
export { isValidPayload, isEnvelope } from './wire/validators.js';
export { isObject, type UnknownObject } from './unknownObject.js';
export { SERVED_PATHS } from './servedPaths.js';
export { MOST_REHEARSED_ROWS, type RetentionRehearsal } from './retentionRehearsal.js';
