import type { LiveSpan } from '../spans/span.js';

/** How the handling of a request ended. */
export interface RequestOutcome {
  readonly method: string;
  /** Path with query, or the whole address. */
  readonly url: string;
  /** Pattern of the route that matched: `/users/:id`. */
  readonly route?: string | undefined;
  /** What stands for the route where none matched: `/mount/*`. `/*` where it is absent. */
  readonly unmatched?: string;
  /** Absent where no answer was sent. */
  readonly status?: number | undefined;
  /** The answer has `Accept-Ranges`, as those of file servers do. */
  readonly hasRanges: boolean;
  /** The other side went away before the end of the answer. */
  readonly isCancelled?: boolean;
}

/** The path of an address has an extension. */
const HAS_EXTENSION = /^[^?#]*\.[a-z\d]{1,10}(?:[?#]|$)/i;

/**
 * Ends the span of a request, named by its route: `GET /users/:id`; `GET static file` where no route but a file matched;
 * else `GET /*`. An answer from 500 on is an `error`.
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

/** A `GET` or `HEAD` that succeeded without a route, or with one for whatever is below it, as file servers have it. */
const isStaticFile = ({ method, url, route = '*', status = 200, hasRanges }: RequestOutcome): boolean =>
  /^(?:GET|HEAD)$/.test(method) && /\*$/.test(route) && status < 400 && (hasRanges || HAS_EXTENSION.test(url));
