import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, which an outgoing connection could take meanwhile. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function findPort(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(LOWEST, HIGHEST);
    const neighbours = Array.from({ length: count }, (_, index) => isFree(port + index));
    if ((await Promise.all(neighbours)).every((free) => free)) return port;
  }
  throw new Error('no port is free');
}

/** Returns a port of 127.0.0.1 that was free when checked. */
export const freePort = (): Promise<number> => findPort(1);

/** The first of two neighbouring free ports: the public one and, after it, the admin one. */
export const freePortPair = (): Promise<number> => findPort(2);
