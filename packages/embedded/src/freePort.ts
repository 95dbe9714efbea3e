import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports: an outgoing connection could take one of those before the server binds to it. */
const LOWEST = 10_000;
const HIGHEST = 32_000;
const ATTEMPTS = 50;

/** Returns a TCP port on 127.0.0.1 that was free a moment ago. Another process may take it first: be ready to retry. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port between ${LOWEST} and ${HIGHEST} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
