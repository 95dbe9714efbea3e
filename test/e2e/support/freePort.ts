import { createServer, type AddressInfo } from 'node:net';

async function listenOnce(port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
  return bound;
}

/** A port of 127.0.0.1 that was free a moment ago. */
export const freePort = (): Promise<number> => listenOnce(0);

/** The first of two neighbouring free ports: the public one and, after it, the admin one. */
export async function freePortPair(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = await freePort();
    const next = await listenOnce(port + 1).catch(() => undefined);
    if (next !== undefined) return port;
  }
  throw new Error('no two neighbouring ports are free');
}
