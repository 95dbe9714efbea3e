import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveLocally, type Site } from './serveLocally.js';

/** Serves one page of this folder from a separate origin at every path, except for paths that end in `.json`. */
export async function serveSite(page: string): Promise<Site> {
  const html = await readFile(join(import.meta.dirname, page));
  return serveLocally(({ url = '' }, response) => {
    if (url.endsWith('.json')) response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
}
