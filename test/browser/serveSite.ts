import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Site {
  readonly origin: string;
  stop(): void;
}

/** Serves one page of this folder at every path of an origin of its own, and JSON where a path ends so. */
export async function serveSite(page: string): Promise<Site> {
  const html = await readFile(join(import.meta.dirname, page));
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('.json')) response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
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
