import type { Client } from '../core/client.js';
import { withScope } from '../core/scope.js';
import { beginSpan } from '../spans/beginSpan.js';
import type { LiveSpan } from '../spans/span.js';
import { parseTraceparent } from '../spans/traceparent.js';

/** A request that a server received. */
export interface IncomingRequest {
  readonly method: string;
  /** Path with query, or the full URL. */
  readonly url: string;
  /** `traceparent` header, which continues the caller's trace. */
  readonly traceparent?: unknown;
  readonly userAgent?: string | undefined;
}

/**
 * Runs the handler of a request in its own scope, within a span `http.server` of the caller's trace or a new one. The handler
 * ends the span by `endRequest`.
 */
export const handleRequest = <T>({ guard }: Client, request: IncomingRequest, handle: (span: LiveSpan) => T): T =>
  withScope(({ contexts }) => {
    const { method, traceparent, userAgent } = request;
    const path = pathOf(request.url);
    guard(() => Object.assign(contexts, { 'http.method': method, 'http.url': path, 'device.userAgent': userAgent }));
    const parent = parseTraceparent(traceparent) ?? null;
    const span = beginSpan(`${method} ${path}`, { op: 'http.server', parent });
    return span.run(() => handle(span));
  });

/** Without origin, query and fragment, which may be secret. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
