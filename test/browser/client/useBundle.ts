import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useResource } from '@sluice/testkit/useResource';
import { build } from 'esbuild';
import { serveLocally, type Site } from '../serveLocally.js';

const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };

/** A site for the tests of this file or `describe`: {@link serveBundle}. */
export const useBundle = (...served: Parameters<typeof serveBundle>): Site =>
  useResource(
    () => serveBundle(...served),
    (site) => site.stop(),
    60_000,
  );

/** Serves the pages of this folder by name, a bundled script of this folder at `/page.js`, and `others` by path. */
async function serveBundle(script: string, others: Readonly<Record<string, string>>): Promise<Site> {
  const folder = import.meta.dirname;
  const entry = join(folder, script);
  const built = await build({ entryPoints: [entry], bundle: true, format: 'iife', target: 'es2022', write: false });
  return serveLocally(({ url = '/' }, response) => {
    const path = new URL(url, 'http://site').pathname;
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8';
    const answer = async (): Promise<string> => {
      if (path === '/page.js') return built.outputFiles[0]?.text ?? '';
      return others[path] ?? (path.endsWith('.html') ? readFile(join(folder, path), 'utf8') : '');
    };
    answer().then(
      (body) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
}
