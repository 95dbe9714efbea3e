/** Shared parts of the services under `/api/0`: access, request validation, responses, lists, the process. */
export { ApiError, notFound } from './apiError.js';
export { type OperationDeps } from './http/operationHandler.js';
export { type StaleReader, type StaleReads } from './http/staleReads.js';
export {
  type AccountContext,
  type AccountOperation,
  type AccountReply,
  type AccountRoute,
  type DocumentedAccountOperation,
  accountOperation,
  defineAccountRoute,
  defineUserRoute,
} from './accountRoute.js';
export { csrfTokenOf } from './access/csrf.js';
export { clearSessionCookie, cookie, readCookie, sessionCookieName, setSessionCookie } from './access/sessionCookie.js';
export { type CookieSession } from './access/authenticate.js';
export { type RequestHead } from './access/requestHead.js';
export { type AccessConfig } from './access/accessConfig.js';
export { type RequestLimiter, createRequestLimiter } from './access/createRequestLimiter.js';
export { sourceMapServiceOperations } from './descriptions/sourceMapServiceOperations.js';
export { position, sourceContextSchema, originalSchema, unresolvedSchema } from './descriptions/frameSchemas.js';
export { releaseDescriptions, MAX_RELEASE_URL_LENGTH, MAX_REF_LENGTH } from './descriptions/releaseDescriptions.js';
export { sourceMapDescriptions, MAX_FILENAMES } from './descriptions/sourceMapDescriptions.js';
export { createManagementApp } from './http/createManagementApp.js';
export { createManagementServer } from './http/createManagementServer.js';
export { type AuthorizedRequest } from './http/authorizedRequest.js';
export { sendJson } from './http/sendJson.js';
export { JsonText } from './jsonText.js';
export { writeCursor, readCursor } from './list/cursor.js';
export { listResponse } from './list/listResponse.js';
export { type ListQuery, rangeFields, environmentFields, listQuery, optionalFields } from './list/listQuery.js';
export { pageReply } from './list/pageReply.js';
export { readPage } from './list/readPage.js';
export { type TimeRange, readTime, readRange } from './list/readTime.js';
export { readZone, zoneFields } from './list/readZone.js';
export {
  type Operation,
  type DocumentedOperation,
  API_ROOT,
  projectOperation,
  organizationOperation,
} from './operation.js';
export { type OrganizationRoute, defineOrganizationRoute } from './organizationRoute.js';
export { isStorable } from './request/isStorable.js';
export { readIfMatch } from './request/readIfMatch.js';
export { readQuery } from './request/readQuery.js';
export { validatorFor } from './request/validator.js';
export { resolveId, resolveIdOf, SHORT_IDS_DESCRIPTION } from './request/resolveId.js';
export { requestFields } from './requestConfig.js';
export { requestMetrics } from './requestMetrics.js';
export { type UnreadLimits } from './responses/unreadBytes.js';
export { createStreamSlots } from './responses/streamSlots.js';
export { createUnreadResponses } from './responses/unreadResponses.js';
export {
  type Schema,
  type ObjectSchema,
  type ApiProject,
  type RouteContext,
  type EventStream,
  type Reply,
  type Route,
  defineRoute,
} from './route.js';
export { type ServiceDeps, type ManagementService, runManagementProcess } from './runManagementProcess.js';
export { SERVER_SETTINGS } from './serverConfig.js';
export { object, listOf, mapOf, nullable, named, ref, described } from './schema/shapes.js';
export {
  text,
  id,
  time,
  day,
  count,
  integer,
  number,
  boolean,
  oneOf,
  exceptionLevel,
  logLevel,
  anyValue,
} from './schema/values.js';
