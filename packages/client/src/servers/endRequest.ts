import type { LiveSpan } from '../spans/span.js';

/** Result of handling a request. */
export interface RequestOutcome {
  readonly method: string;
  /** Path with query, or the full URL. */
  readonly url: string;
  /** Pattern of the route that matched: `/users/:id`. */
  readonly route?: string | undefined;
  /** Replaces the route if none matched: `/mount/*`; default `/*`. */
  readonly unmatched?: string;
  /** Absent if no response was sent. */
  readonly status?: number | undefined;
  /** Whether the response has `Accept-Ranges`, as file servers send it. */
  readonly hasRanges: boolean;
  /** Whether the client disconnected before the end of the response. */
  readonly isCancelled?: boolean;
}

/** Matches a path with an extension. */
const HAS_EXTENSION = /^[^?#]*\.[a-z\d]{1,10}(?:[?#]|$)/i;

/**
 * Ends the span of a request, named by its route: `GET /users/:id`; `GET static file` for a file without a route; otherwise
 * `GET /*`. A status of 500 or above is an `error`.
 */
export function endRequest(span: LiveSpan, outcome: RequestOutcome): void {
  const { method, route, unmatched = '/*', status, isCancelled } = outcome;
  const isFile = isStaticFile(outcome);
  if (!isFile) span.setData('http.route', route ?? unmatched);
  if (status !== undefined) span.setData('http.status_code', status);
  if ((status ?? 0) >= 500) span.setStatus('error');
  else if (isCancelled) span.setStatus('cancelled');
  span.end(undefined, undefined, `${method} ${isFile ? 'static file' : (route ?? unmatched)}`);
}

/** Whether this is a successful `GET` or `HEAD` without a route, or with a wildcard route as file servers use. */
const isStaticFile = ({ method, url, route = '*', status = 200, hasRanges }: RequestOutcome): boolean =>
  /^(?:GET|HEAD)$/.test(method) && /\*$/.test(route) && status < 400 && (hasRanges || HAS_EXTENSION.test(url));
