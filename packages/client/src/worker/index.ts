export type { BrowserOptions } from '../browser/browserOptions.js';
export type { BreadcrumbsOptions } from '../browser/integrations/breadcrumbs.js';
export type { BrowserTracingOptions } from '../browser/integrations/browserTracing.js';
export { consoleLogs, type ConsoleLogsOptions } from '../browser/integrations/consoleLogs.js';
export type { HttpErrorsOptions } from '../browser/integrations/httpErrors.js';
export type { WebVitalsOptions } from '../browser/integrations/webVitals.js';
export { captureException, type ExceptionOptions } from '../capture/captureException.js';
export { captureMessage } from '../capture/captureMessage.js';
export { hit, type HitOptions } from '../capture/hit.js';
export { log } from '../capture/log.js';
export { getClient, type Client, type Integration } from '../core/client.js';
export { beforeBreadcrumb } from '../core/beforeBreadcrumb.js';
export { errorProperties } from '../core/errorProperties.js';
export type {
  EventType,
  Level,
  SourceContext,
  StackFrame,
  Breadcrumb,
  ExceptionPayload,
  LogPayload,
  SpanStatus,
  SpanPayload,
  HitPayload,
  ReplayPayload,
  Payloads,
  Contexts,
  EventOf,
  SluiceEvent,
} from '../core/event.js';
export { filterEvents, type EventFilters } from '../core/filterEvents.js';
export { close, flush } from '../core/flush.js';
export type { ClientOptions, Hint } from '../core/options.js';
export {
  addBreadcrumb,
  setContext,
  setTag,
  setTags,
  setUser,
  withScope,
  type Scope,
  type TracePosition,
  type User,
} from '../core/scope.js';
export type { Transport, TransportOptions } from '../core/transport.js';
export {
  breadcrumbs,
  browserTracing,
  globalErrors,
  hits,
  httpErrors,
  replay,
  webVitals,
  type ReplayOptions,
} from '../node/integrations/ofPages.js';
export { createErrorBoundary, type ErrorBoundaryProps, type ReactLike } from '../frameworks/createErrorBoundary.js';
export { reactErrorHandler } from '../frameworks/reactErrorHandler.js';
export { svelteErrorHandler } from '../frameworks/svelteErrorHandler.js';
export { vueErrorHandler } from '../frameworks/vueErrorHandler.js';
export { honoRequests, type HonoRequestsOptions } from '../servers/honoRequests.js';
export type { ServerErrorsOptions } from '../servers/reportError.js';
export type { Span, SpanOptions } from '../spans/span.js';
export { asyncSpan, span, startInactiveSpan, withSpan } from '../spans/spans.js';
export { tracesSampler, type TraceStart } from '../spans/tracesSampler.js';
export { continueTrace, traceparentOf } from '../spans/traceparent.js';
export { createConsoleTransport } from '../transport/createConsoleTransport.js';
export type { TransportError } from '../transport/outbox.js';
export { httpSpans, type HttpSpansOptions } from './httpSpans.js';
export { init } from './init.js';
export { workerErrors } from './workerErrors.js';
