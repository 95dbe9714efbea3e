export { captureException, type ExceptionOptions } from '../capture/captureException.js';
export { captureMessage } from '../capture/captureMessage.js';
export type { HitOptions } from '../capture/hit.js';
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
export { replay, type ReplayOptions } from '../replay/replay.js';
export { createErrorBoundary, type ErrorBoundaryProps, type ReactLike } from '../frameworks/createErrorBoundary.js';
export { reactErrorHandler } from '../frameworks/reactErrorHandler.js';
export { svelteErrorHandler } from '../frameworks/svelteErrorHandler.js';
export { vueErrorHandler } from '../frameworks/vueErrorHandler.js';
export type { Span, SpanOptions } from '../spans/span.js';
export { asyncSpan, span, startInactiveSpan, withSpan } from '../spans/spans.js';
export { tracesSampler, type TraceStart } from '../spans/tracesSampler.js';
export { continueTrace, traceparentOf } from '../spans/traceparent.js';
export { createConsoleTransport } from '../transport/createConsoleTransport.js';
export type { TransportError } from '../transport/outbox.js';
export type { BrowserOptions } from './browserOptions.js';
export { hit } from './hit.js';
export { init } from './init.js';
export { breadcrumbs, type BreadcrumbsOptions } from './integrations/breadcrumbs.js';
export { browserTracing, type BrowserTracingOptions } from './integrations/browserTracing.js';
export { consoleLogs, type ConsoleLogsOptions } from './integrations/consoleLogs.js';
export { globalErrors } from './integrations/globalErrors.js';
export { hits } from './integrations/hits.js';
export { httpErrors, type HttpErrorsOptions } from './integrations/httpErrors.js';
export { httpSpans, type HttpSpansOptions } from './integrations/httpSpans.js';
export { webVitals, type WebVitalsOptions } from './integrations/webVitals.js';
