import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import { startTestRedis, waitFor, type TestRedis, type TestRedisOptions } from '@sluice/testkit';
import type { RedisClient } from '../connection/redisClient.js';
import { closeRedis, connectPatientRedis } from '../connection/connectRedis.js';
import { isRedisUsable } from '../connection/watchHealth.js';

/** A private server for a test file, and a connection to it. */
export interface UsedRedis {
  readonly server: () => TestRedis;
  readonly client: () => RedisClient;
}

/** A machine busy with other test files takes its time; milliseconds. */
const TIMEOUT_MS = 30_000;

/** Starts a Redis before the tests of a file, empties it before each and stops it after them. */
export function useRedis(options: TestRedisOptions = { conf: { appendonly: 'no' } }): UsedRedis {
  jest.setTimeout(TIMEOUT_MS);
  let server: TestRedis | undefined;
  let client: RedisClient | undefined;
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('only tests use it');
    return value;
  };
  beforeAll(async () => {
    const started = await startTestRedis(options);
    server = started;
    const connected = connectPatientRedis({ url: started.url, name: 'test' });
    client = connected;
    await waitFor(() => isRedisUsable(connected));
  });
  beforeEach(async () => {
    await present(client).flushall();
  });
  afterAll(async () => {
    if (client !== undefined) await closeRedis(client);
    await server?.stop();
  });
  return { server: () => present(server), client: () => present(client) };
}
