import { getClient } from '../../core/client.js';
import { reportError, type ServerErrorsOptions } from '../../servers/reportError.js';
import { markResponse } from './markResponse.js';

/** Arguments host of a Nest exception filter. */
interface NestHost {
  getArgs(): readonly unknown[];
  getType(): string;
}

interface NestFilter<Host extends NestHost> {
  catch(error: unknown, host: Host): unknown;
}

/**
 * Nest exception filter that reports errors, unless their status is below 500, and delegates the response to another filter:
 * `app.useGlobalFilters(nestErrors(new BaseExceptionFilter(httpAdapter)))`, before other filters. Spans come
 * from the underlying server: `app.use(expressRequests())`, or `fastifyRequests`.
 */
export const nestErrors = <Host extends NestHost>(
  base: NestFilter<Host>,
  options?: ServerErrorsOptions,
): NestFilter<Host> => ({
  catch: (error, host) => {
    getClient()?.guard(() => {
      const [request, response] = host.getArgs().map(Object) as object[];
      const traceId = reportError(error, request ?? {}, options);
      if (response && host.getType() === 'http') markResponse(response, traceId);
    });
    return base.catch(error, host);
  },
});
