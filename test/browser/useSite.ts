import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useResource } from '@sluice/testkit/useResource';
import { serveLocally, type Site } from './serveLocally.js';

/** A site for the tests of this file or `describe`: {@link serveSite}. */
export const useSite = (page: string): Site =>
  useResource(
    () => serveSite(page),
    (site) => site.stop(),
  );

/** Serves one page of this folder from a separate origin at every path, except for paths that end in `.json`. */
async function serveSite(page: string): Promise<Site> {
  const html = await readFile(join(import.meta.dirname, page));
  return serveLocally(({ url = '' }, response) => {
    if (url.endsWith('.json')) response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
}
