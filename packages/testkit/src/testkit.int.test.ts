import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { createTestDatabase, startTestRedis, waitFor, type TestDatabase, type TestRedis } from './index.js';

describe('a test database', () => {
  let first: TestDatabase;
  let second: TestDatabase;
  beforeAll(async () => {
    [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all([first.drop(), second.drop()]));

  test('is migrated and shares nothing with another', async () => {
    await first.db.pool.query('CREATE TABLE only_here (id int)');
    const here = await first.db.pool.query(
      "SELECT to_regclass('only_here') AS found, to_regclass('projects') AS table",
    );
    const there = await second.db.pool.query("SELECT to_regclass('only_here') AS found");
    expect(here.rows).toEqual([{ found: 'only_here', table: 'projects' }]);
    expect(there.rows).toEqual([{ found: null }]);
  });
});

describe('a test Redis', () => {
  let redis: TestRedis;
  beforeEach(async () => {
    redis = await startTestRedis({ conf: { maxmemory: '64mb' } });
  });
  afterEach(() => redis.stop());

  test('keeps acknowledged writes when it is killed, on the same port', async () => {
    expect(await ask(redis.port, 'SET a 1\r\nCONFIG GET maxmemory\r\n', 6)).toContain(String(64 * 1024 ** 2));
    await redis.kill9();
    await redis.restart();
    expect(await ask(redis.port, 'GET a\r\n', 2)).toBe('$1\r\n1\r\n');
  });

  test('can be frozen, thawed and stopped while frozen', async () => {
    redis.freeze();
    const answer = ask(redis.port, 'PING\r\n', 1);
    redis.thaw();
    expect(await answer).toBe('+PONG\r\n');
    redis.freeze();
    await redis.stop();
    await expect(ask(redis.port, 'PING\r\n', 1)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('waitFor', () => {
  test('returns the first result, whatever failed before', async () => {
    let looks = 0;
    const look = (): number | undefined => {
      looks += 1;
      if (looks === 1) throw new Error('not yet');
      return looks < 3 ? undefined : looks;
    };
    expect(await waitFor(look, { everyMs: 1 })).toBe(3);
  });

  test('reports the awaited condition and the last failure', async () => {
    const failing = waitFor(() => Promise.reject(new Error('closed')), { timeoutMs: 5, everyMs: 1, what: 'the door' });
    await expect(failing).rejects.toMatchObject({
      message: 'Waited 5 ms for the door, which did not happen',
      cause: new Error('closed'),
    });
  });
});

/** Sends inline commands and returns the replies as text. */
function ask(port: number, text: string, replies: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let seen = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      seen += chunk.toString();
      if (seen.split('\r\n').length > replies) socket.end();
    });
    socket.on('close', () => resolve(seen));
  });
}
