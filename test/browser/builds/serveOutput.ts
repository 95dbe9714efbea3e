import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { serveLocally, type Site } from '../serveLocally.js';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
};

/**
 * Serves the output of a build, with a page at `/` that loads its entry: the build's own page, or a generated one.
 *
 * @param before HTML before the entry's script
 */
export async function serveOutput(directory: string, files: readonly string[], before = ''): Promise<Site> {
  const entry = files.find((file) => /^main-[^/]*\.js$/.test(file)) ?? '';
  // A module script runs deferred, so it works for the classic bundles of webpack and Rspack as well.
  const made = `<!doctype html><title>shop</title><script type="module" src="/${entry}"></script>`;
  const page = files.includes('index.html') ? await readFile(join(directory, 'index.html'), 'utf8') : made;
  const pages = page.replace('<script', () => `${before}<script`);
  return serveLocally(({ url = '' }, response) => {
    const file = url.replace(/^\/|\?.*$/g, '');
    if (file === '') response.writeHead(200, { 'content-type': TYPES['.html'] }).end(pages);
    else if (!files.includes(file)) response.writeHead(404).end();
    else {
      void readFile(join(directory, file)).then((bytes) => {
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
      });
    }
  });
}
