import { errorBody } from '@sluice/contract';
import { hasOneHost, isDecodablePath, type Logger } from '@sluice/runtime';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { AccessConfig } from '../access/accessConfig.js';
import { createAuthorizer } from '../access/createAuthorizer.js';
import { ApiError } from '../apiError.js';
import type { Operation } from '../operation.js';
import type { RequestMetrics } from '../requestMetrics.js';
import { bySpecificity } from './bySpecificity.js';
import { errorAnswer } from './errorAnswer.js';
import { operationHandler, type OperationDeps } from './operationHandler.js';
import { MANAGEMENT_HEADERS, sendError } from './sendJson.js';

/** What the app works with. */
export interface AppDeps extends OperationDeps {
  readonly logger: Logger;
  readonly metrics: RequestMetrics;
  readonly access: AccessConfig;
  /** Answers what is no operation, before them: documentation. */
  readonly extra?: RequestHandler;
}

/** What a management service answers under `/api/0`: its operations, and a 404 in JSON for the rest. */
export function createManagementApp(operations: readonly Operation[], deps: AppDeps): Express {
  const app = express();
  const authorize = createAuthorizer(deps, deps.access);
  app.disable('x-powered-by');
  // Ours are made in one place, with the headers that go with them.
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.use((request, response, next) => {
    response.set(MANAGEMENT_HEADERS);
    if (!hasOneHost(request)) throw new ApiError(400, 'bad_host', 'The request must have exactly one Host header.');
    if (!isDecodablePath(request.url)) throw new ApiError(400, 'bad_path', BAD_PATH);
    next();
  });
  if (deps.extra !== undefined) app.use(deps.extra);
  for (const [address, ofAddress] of byAddress(operations)) {
    const route = app.route(address.replace(/\{(\w+)\}/g, ':$1'));
    for (const operation of ofAddress) {
      route[operation.method](measured(operation, deps.metrics), operationHandler(operation, deps, authorize));
    }
    route.all(otherMethods(ofAddress));
  }
  app.use((_request, response) => {
    const body = errorBody('not_found', 'There is nothing at this address.');
    sendError(response, { status: 404, headers: {}, body, isOurs: false });
  });
  app.use(onError(deps.logger));
  return app;
}

const BAD_PATH = 'The path is not valid percent-encoding of UTF-8.';

/** Operations by address, in the order in which addresses must be tried. */
function byAddress(operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] {
  const addresses = [...new Set(operations.map(({ address }) => address))].sort(bySpecificity);
  return addresses.map((address) => [address, operations.filter((operation) => operation.address === address)]);
}

function measured({ method, address }: Operation, metrics: RequestMetrics): RequestHandler {
  const route = `${method.toUpperCase()} ${address}`;
  return (_request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      metrics.answered(route, response.writableFinished ? response.statusCode : 'gone', performance.now() - started);
    });
    next();
  };
}

/** What an address can do, for whoever asks, and a 405 for everything else. */
function otherMethods(ofAddress: readonly Operation[]): RequestHandler {
  const methods = ofAddress.map(({ method }) => method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return (request, response) => {
    if (request.method !== 'OPTIONS') throw new ApiError(405, 'method_not_allowed', `Here goes ${allow}.`, { allow });
    response.status(204).set('allow', allow).end();
  };
}

const onError =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const answer = errorAnswer(error);
    if (answer.isOurs) logger.error({ err: error, method: request.method, path: request.path }, 'a request failed');
    if (response.headersSent) next(error);
    else sendError(response, answer);
  };
