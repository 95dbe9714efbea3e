import type { ErrorBody } from '@sluice/contract';
import { hasSingleHost, isDecodablePath, type Logger } from '@sluice/runtime';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { AccessConfig } from '../access/accessConfig.js';
import { createAuthenticator } from '../access/authenticate.js';
import { createAuthorizer } from '../access/createAuthorizer.js';
import type { AccountOperation, ServedOperation, TokenOperation } from '../operation.js';
import { ApiError } from '../apiError.js';
import type { RequestMetrics } from '../requestMetrics.js';
import { accountHandler, type AccountDeps } from './accountHandler.js';
import { bySpecificity } from './bySpecificity.js';
import { toErrorResponse } from './toErrorResponse.js';
import { operationHandler, type OperationDeps } from './operationHandler.js';
import { MANAGEMENT_HEADERS, sendError } from './sendJson.js';
import { tokenHandler } from './tokenHandler.js';

/** Dependencies of the app. */
interface AppDeps extends OperationDeps {
  readonly logger: Logger;
  readonly metrics: RequestMetrics;
  readonly access: AccessConfig;
  /** Serve pages and files; tried before the operations. */
  readonly pages?: readonly RequestHandler[];
  /** Operations of no organization. */
  readonly accountOperations?: readonly AccountOperation[];
  readonly onAccountReply?: AccountDeps['onAccountReply'];
  /** Operations of every access token. */
  readonly tokenOperations?: readonly TokenOperation[];
  /** Returns the body of an error for a path whose clients expect another form than Sluice's; `undefined` for other paths. */
  readonly foreignErrorBody?: (path: string, body: ErrorBody) => unknown;
}

/** An operation of any kind. */
type AnyOperation = ServedOperation | AccountOperation | TokenOperation;

/** Returns the Express app of a management service: its operations under `/api/0`, and a JSON 404 for everything else. */
export function createManagementApp(operations: readonly ServedOperation[], deps: AppDeps): Express {
  const app = express();
  // A service without accounts needs no addresses, and its database role cannot read them.
  const sessionDetail = deps.accountOperations === undefined ? 'access' : 'account';
  const authenticator = createAuthenticator({ ...deps, sessionDetail }, deps.access);
  const authorize = createAuthorizer(deps.db, authenticator);
  const handlerOf = (operation: AnyOperation): RequestHandler => {
    if ('permission' in operation) return operationHandler(operation, deps, authorize);
    if ('handle' in operation) return accountHandler(operation, { ...deps, authenticator });
    return tokenHandler(operation, { ...deps, authenticator });
  };
  app.disable('x-powered-by');
  // `sendJson` sets ETags together with the caching headers.
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');
  // Clients resolve `..` in a path: `DELETE …/web/keys/..` must not be `DELETE …/web/`.
  app.enable('strict routing');
  app.use((request, response, next) => {
    response.set(MANAGEMENT_HEADERS);
    if (!hasSingleHost(request)) throw new ApiError(400, 'bad_host', 'The request must have exactly one Host header.');
    if (!isDecodablePath(request.url)) throw new ApiError(400, 'bad_path', BAD_PATH);
    next();
  });
  for (const handler of deps.pages ?? []) app.use(handler);
  const all = [...operations, ...(deps.accountOperations ?? []), ...(deps.tokenOperations ?? [])];
  for (const [address, ofAddress] of byAddress(all)) {
    const route = app.route(address.replace(/\{(\w+)\}/g, ':$1'));
    for (const operation of ofAddress) {
      route[operation.method](measureRoute(operation, deps.metrics), handlerOf(operation));
    }
    route.all(rejectOtherMethods(ofAddress));
  }
  app.use(() => {
    throw new ApiError(404, 'not_found', 'No such endpoint.');
  });
  app.use(onError(deps));
  return app;
}

const BAD_PATH = 'The path is not valid percent-encoding of UTF-8.';

/** Operations by path, in the order in which paths must be tried. */
function byAddress(operations: readonly AnyOperation[]): readonly (readonly [string, readonly AnyOperation[]])[] {
  const addresses = [...new Set(operations.map(({ address }) => address))].sort(bySpecificity);
  return addresses.map((address) => [address, operations.filter((operation) => operation.address === address)]);
}

function measureRoute({ method, address }: AnyOperation, metrics: RequestMetrics): RequestHandler {
  const route = `${method.toUpperCase()} ${address}`;
  return (_request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      metrics.observe(route, response.writableFinished ? response.statusCode : 'gone', performance.now() - started);
    });
    next();
  };
}

/** Answers OPTIONS with the allowed methods, and every other method with a 405. */
function rejectOtherMethods(ofAddress: readonly AnyOperation[]): RequestHandler {
  const methods = ofAddress.map(({ method }) => method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS')
      throw new ApiError(405, 'method_not_allowed', `Allowed methods: ${allow}.`, { allow });
    response.status(204).set('allow', allow).end();
  };
}

const onError =
  ({ logger, foreignErrorBody }: Pick<AppDeps, 'logger' | 'foreignErrorBody'>): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const answer = toErrorResponse(error);
    if (answer.isInternal) logger.error({ err: error, method: request.method, path: request.path }, 'request failed');
    if (response.headersSent) next(error);
    else sendError(response, answer, foreignErrorBody?.(request.path, answer.body));
  };
