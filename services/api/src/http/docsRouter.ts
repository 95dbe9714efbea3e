import { API_ROOT } from '@sluice/api-contract';
import { sourceMapServiceOperations, type AccountOperation, type Operation, sendJson } from '@sluice/management';
import express, { type Response, type Router } from 'express';
import { createRequire } from 'node:module';
import path from 'node:path';
import { openApiDocument } from '../openapi/openApiDocument.js';

const require = createRequire(import.meta.filename);

/** The files that the documentation page loads. No other file of the package is served. */
const ASSETS: ReadonlySet<string> = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sluice: API</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** A separate file because the page forbids inline scripts; the external validator is disabled. */
const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null, docExpansion: 'list' });
`;

/** Inline styles are allowed; everything else must come from this origin. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves `GET /api/0/openapi.json`, which includes the operations of the source map service, and the page `GET /api/0/docs`. Neither needs a token, because they contain no data. */
export function docsRouter(operations: readonly Operation[], accountOperations: readonly AccountOperation[]): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  // Serialized once, so that slow clients share one buffer.
  let document: Buffer | undefined;
  router.get(`${API_ROOT}/openapi.json`, (_request, response, next) => {
    document ??= Buffer.from(
      JSON.stringify(openApiDocument([...operations, ...sourceMapServiceOperations], accountOperations)),
    );
    sendJson(response, { status: 200, body: document }).catch(next);
  });
  router.get(`${API_ROOT}/docs`, (_request, response) => {
    setCacheable(response).set('content-security-policy', PAGE_POLICY).type('html').send(PAGE);
  });
  // The relative URLs of the page are correct at one path only.
  router.get(`${API_ROOT}/docs/`, (_request, response) => {
    response.redirect(308, '../docs');
  });
  router.get(`${API_ROOT}/docs/start.js`, (_request, response) => {
    setCacheable(response).type('js').send(START);
  });
  router.get(`${API_ROOT}/docs/:file`, (request, response, next) => {
    if (ASSETS.has(request.params.file)) response.sendFile(request.params.file, { root: folder, maxAge: '1h' });
    else next();
  });
  return router;
}

const setCacheable = (response: Response): Response => response.set('cache-control', 'public, max-age=300');
