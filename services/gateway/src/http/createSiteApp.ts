import { errorBody } from '@sluice/contract';
import { isDecodablePath } from '@sluice/runtime';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { PREFLIGHT_HEADERS, commonHeaders } from './answer.js';
import { homePage } from './homePage.js';
import { sdkFiles } from './sdkFiles.js';

/**
 * Returns the app for all routes of the gateway but the ingest endpoint: `/`, `/healthz`, the browser SDK, and a 404 in JSON
 * for every other path.
 * @param servesDocs whether this port serves `/api/0/docs`; then `/` links to it
 */
export function createSiteApp(servesDocs: boolean): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // CORS headers also on errors: a page with a wrong address must be able to read the error.
  app.use((request, response, next) => {
    response.set(commonHeaders(request.headers.origin));
    if (request.method === 'OPTIONS') response.status(204).set(PREFLIGHT_HEADERS).end();
    else if (isDecodablePath(request.url)) next();
    else response.status(400).json(errorBody('bad_path', 'The path is not valid percent-encoding of UTF-8.'));
  });
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  const home = homePage(servesDocs);
  app.get('/', (_request, response) => {
    response.type('html').send(home);
  });
  app.use('/sdk', sdkFiles());
  app.use((_request, response) => {
    response.status(404).json(errorBody('not_found', 'No such endpoint.'));
  });
  const onError: ErrorRequestHandler = (error, _request, response, next) => {
    if (response.headersSent) next(error);
    else response.status(400).json(errorBody('bad_request', 'The request is malformed.'));
  };
  app.use(onError);
  return app;
}
