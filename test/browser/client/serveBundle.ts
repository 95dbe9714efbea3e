import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';

export interface BundleSite {
  readonly origin: string;
  stop(): void;
}

const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };

/** Serves the pages of this folder by their names, and one script of it, bundled, at `/page.js`; other answers are given. */
export async function serveBundle(script: string, others: Readonly<Record<string, string>>): Promise<BundleSite> {
  const folder = import.meta.dirname;
  const entry = join(folder, script);
  const built = await build({ entryPoints: [entry], bundle: true, format: 'iife', target: 'es2022', write: false });
  const server = createServer(({ url = '/' }, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
