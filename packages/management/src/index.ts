/** Shared parts of the services under `/api/0`: access, request validation, responses, lists, the process. */
export { ApiError, notFound } from './apiError.js';
export { type OperationDeps } from './http/operationHandler.js';
export { type StaleReader, type StaleReads } from './http/staleReads.js';
export { csrfTokenOf } from './access/csrf.js';
export { clearSessionCookie, cookie, readCookie, sessionCookieName, setSessionCookie } from './access/sessionCookie.js';
export { type CookieSession } from './access/authenticate.js';
export { type RequestHead } from './access/requestHead.js';
export { type AccessConfig } from './access/accessConfig.js';
export { type RequestLimiter, createRequestLimiter } from './access/createRequestLimiter.js';
export { sourceMapServiceOperations } from './sourceMapServiceOperations.js';
export { createManagementApp } from './http/createManagementApp.js';
export { toErrorResponse } from './http/toErrorResponse.js';
export { createManagementServer } from './http/createManagementServer.js';
export { type AuthorizedRequest } from './http/authorizedRequest.js';
export { sendJson } from './http/sendJson.js';
export { JsonText } from './jsonText.js';
export { writeCursor, readCursor } from './list/cursor.js';
export { ownerOf } from './list/listOwner.js';
export { pageReply } from './list/pageReply.js';
export { readPage } from './list/readPage.js';
export { type TimeRange, readTime, readRange } from './list/readTime.js';
export { readZone } from './list/readZone.js';
export {
  type AccountOperation,
  type DocumentedAccountOperation,
  type DocumentedOperation,
  type Operation,
  type ServedOperation,
  type TokenOperation,
  accountOperation,
  organizationOperation,
  projectOperation,
} from './operation.js';
export { isStorable } from './request/isStorable.js';
export { readIfMatch } from './request/readIfMatch.js';
export { readQuery } from './request/readQuery.js';
export { validatorFor } from './request/validator.js';
export { resolveId, resolveIdOf } from './request/resolveId.js';
export { requestFields } from './requestConfig.js';
export { requestMetrics } from './requestMetrics.js';
export { type UnreadLimits } from './responses/unreadBytes.js';
export { createStreamSlots } from './responses/streamSlots.js';
export { createUnreadResponses } from './responses/unreadResponses.js';
export { type AccountReply, type EventStream, type Reply, type Route, serve, serveUpload } from './route.js';
export { type AccountContext, type ApiProject, type OrganizationContext, type RouteContext } from './routeContext.js';
export { type ServiceDeps, type ManagementService, runManagementProcess } from './runManagementProcess.js';
export { SERVER_SETTINGS } from './serverConfig.js';
