import { getClient } from '../core/client.js';
import { endRequest } from './endRequest.js';
import { handleRequest } from './handleRequest.js';
import { markReported } from './markReported.js';
import { reportError, type ServerErrorsOptions } from './reportError.js';

/** The part of a Hono context that is read. */
interface HonoContext {
  readonly req: {
    readonly method: string;
    readonly url: string;
    readonly raw: object;
    header(name: string): string | undefined;
  };
  readonly res: Response;
  readonly error: Error | undefined;
  header(name: string, value: string): void;
}

/** Naming of requests and selection of reported errors. */
export interface HonoRequestsOptions<Context> extends ServerErrorsOptions {
  /** `routePath` of `hono/route`; without it, requests are named `GET /*`. */
  readonly routePath?: (context: Context, index: number) => string;
}

/**
 * Hono middleware. Add it before all routes: `app.use(honoRequests({ routePath }))`. Every request gets its own scope, continues
 * the trace of its `traceparent` header, and is recorded as a span `http.server` named by its route. Errors of handlers are
 * reported, unless their status is below 500. Outside Node a scope lasts until the handler first awaits.
 */
export const honoRequests =
  <Context extends HonoContext>({ routePath, ...options }: HonoRequestsOptions<Context> = {}) =>
  async (context: Context, next: () => Promise<void>): Promise<void> => {
    const client = getClient();
    if (client === undefined) return next();
    const { req } = context;
    const { method, url } = req;
    const incoming = { method, url, traceparent: req.header('traceparent'), userAgent: req.header('user-agent') };
    await handleRequest(client, incoming, async (span) => {
      /** What was thrown; only values that are no errors pass Hono's own handler. */
      let thrown: { readonly error: unknown } | undefined;
      const end = (): void =>
        endRequest(span, {
          method,
          url,
          route: routePath?.(context, -1),
          status: thrown ? 500 : context.res.status,
          hasRanges: context.res.headers.has('accept-ranges'),
        });
      try {
        await next();
      } catch (error) {
        thrown = { error };
        throw error;
      } finally {
        const failure = thrown ?? (context.error && { error: context.error });
        client.guard(() => span.run(() => failure && report(context, failure.error, options)));
        client.guard(end);
      }
    });
  };

function report(context: HonoContext, error: unknown, options: ServerErrorsOptions): void {
  const traceId = reportError(error, context.req.raw, options);
  if (traceId === undefined) return;
  markReported(traceId, {
    get: (name) => context.res.headers.get(name),
    set: (name, value) => context.header(name, value),
  });
}
