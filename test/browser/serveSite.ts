import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveLocally, type Site } from './serveLocally.js';

/** Serves one page of this folder at every path of an origin of its own, and JSON where a path ends so. */
export async function serveSite(page: string): Promise<Site> {
  const html = await readFile(join(import.meta.dirname, page));
  return serveLocally(({ url = '' }, response) => {
    if (url.endsWith('.json')) response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
}
