import { expect, test } from '@jest/globals';
import { waitFor, useDatabase } from '@sluice/testkit';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { readFailure } from './readFailure.js';
import { createDatabase } from './createDatabase.js';
import { pingDatabase } from './pingDatabase.js';

const database = useDatabase();

/** On a busy machine PostgreSQL takes more than 100 ms for a connection. */
const CONNECT_MS = 500;

test('an outage gets one attempt at a time from a pool, whatever asks, and ends with the first that succeeds', async () => {
  const server = await startFrozenServer(database.url);
  const db = createDatabase({ url: server.url, poolSize: 5, connectMs: CONNECT_MS, applicationName: 'gate' });
  const fleet = (): Promise<readonly PromiseSettledResult<unknown>[]> =>
    Promise.allSettled(Array.from({ length: 50 }, () => db.pool.query('select 1')));
  // Nothing has failed yet: as many attempts as the pool has room for.
  const first = await fleet();
  expect(first.every(({ status }) => status === 'rejected')).toBe(true);
  await waitFor(() => server.attempts.open === 0);
  const { attempts } = server;
  attempts.most = 0;
  const before = attempts.total;
  let callers = 0;
  await waitFor(async () => {
    const results = await fleet();
    callers += results.length;
    expect(results.every((result) => result.status === 'rejected' && isOutage(result.reason))).toBe(true);
    return attempts.total >= before + 4;
  });
  expect(attempts.most).toBe(1);
  expect(callers).toBeGreaterThan(100);
  expect(await pingDatabase(db)).toMatch(/^PostgreSQL does not answer: .*\. Check that it runs .* DATABASE_URL$/);
  server.thaw();
  await waitFor(async () => (await pingDatabase(db)) === undefined);
  // A connection that takes longer still is another outage.
  await waitFor(async () => (await fleet()).every(({ status }) => status === 'fulfilled'));
  await db.close();
  await waitFor(() => attempts.open === 0);
  await server.close();
});

const isOutage = (error: unknown): boolean => readFailure(error) === 'unavailable';

/** A server in front of PostgreSQL that accepts connections and, until `thaw`, answers none. Counts attempts. */
async function startFrozenServer(url: string) {
  const attempts = { open: 0, most: 0, total: 0 };
  const sockets = new Set<Socket>();
  let isFrozen = true;
  const server = createServer((socket) => {
    sockets.add(socket);
    attempts.total += 1;
    attempts.open += 1;
    attempts.most = Math.max(attempts.most, attempts.open);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      attempts.open -= 1;
    });
    // Reads, so that it notices the end of an abandoned attempt.
    if (isFrozen) return void socket.resume();
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  return {
    url: own.href,
    attempts,
    thaw: () => (isFrozen = false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
