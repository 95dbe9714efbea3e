import { acceptedEncoding, type ContentEncoding } from '@sluice/runtime';
import express, { type Request, type Response, type Router } from 'express';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isDashboardRequest } from '../isDashboardRequest.js';
import { withMailForm } from './mailForm.js';

/** Where the dashboard comes from, and where clients reach it. */
export interface DashboardOptions {
  /** The built dashboard. */
  readonly directory: string;
  /** Base URL of the server, if it is configured: its path is that of the dashboard. */
  readonly publicUrl: string | undefined;
}

/** Returns the directory of the built dashboard. */
export const dashboardDirectory = (): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('@sluice/dashboard/package.json')), 'dist');

/** Scripts, styles, data and pictures come from this origin, and nothing is inline. The player is framed from here, too. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The document that plays recordings. The recorded page is rebuilt in a sandboxed frame without scripts, which inherits the policy: it
 * may have styles, and pictures and fonts of the recording, and requests nothing, not even from this origin.
 */
const REPLAY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const SUFFIX: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' };
/** Vite puts a hash of the contents at the end of the name. */
const HASHED = /-[\w-]{8}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the dashboard: hashed files that never change, in the encoding of the build that the client prefers, and
 * `index.html` for every URL that a browser opens (see `isDashboardRequest`). Everything else is passed on.
 */
export function dashboardRouter({ directory, publicUrl }: DashboardOptions): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const base = `${publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')}/`;
  router.get('/_app/:file', (request, response, next) => {
    const { file } = request.params;
    if (/^\w[\w.-]*$/.test(file)) sendFile(request, response, path.join(directory, '_app', file)).catch(() => next());
    else next();
  });
  router.get('/replay-frame', (_request, response, next) => {
    readFile(path.join(directory, 'replay-frame.html'), 'utf8').then(
      (text) => sendPage(response, text, REPLAY_POLICY),
      () => next(),
    );
  });
  // Not a route: Express would answer OPTIONS for every path of it.
  router.use((request, response, next) => {
    if (request.path.startsWith('/_app/') || !isDashboardRequest(request)) {
      next();
      return;
    }
    // Read each time: a build that runs meanwhile replaces the files that the page names.
    readPage(directory, base).then(
      (text) => sendPage(response, withMailForm(text, request.url), PAGE_POLICY),
      () => next(),
    );
  });
  return router;
}

const readPage = async (directory: string, base: string): Promise<string> =>
  (await readFile(path.join(directory, 'index.html'), 'utf8')).replace('<base href="/"', `<base href="${base}"`);

function sendPage(response: Response, page: string, policy: string): void {
  response.vary('Accept').set({
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    etag: `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`,
  });
  response.type('html').send(page);
}

/** @throws if there is no such file */
async function sendFile(request: Request, response: Response, file: string): Promise<void> {
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  const packed = accepted === undefined ? undefined : await readFile(file + SUFFIX[accepted]).catch(() => undefined);
  const body = packed ?? (await readFile(file));
  response.vary('Accept-Encoding').set('cache-control', HASHED.test(file) ? FOREVER : 'no-cache');
  if (packed !== undefined && accepted !== undefined) response.set('content-encoding', accepted);
  response.type(path.extname(file)).send(body);
}
