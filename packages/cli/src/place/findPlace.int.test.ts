import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { dsnsAt, readDsn } from './dsn.js';
import { findPlace, type Place } from './findPlace.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const DEMO = { baseUrl: 'http://localhost:8123', organization: 'demo', project: 'demo', token: 'slp_x' };

const root = useDirectory('place');
let dataDir: string;
beforeAll(async () => {
  dataDir = root.path;
  const running = {
    baseUrl: 'http://localhost:8123',
    publicUrl: 'https://sluice.example/tools',
    databaseUrl: 'postgres://x@127.0.0.1:5555/sluice',
    redisUrl: 'redis://127.0.0.1:6666',
    redisQueueUrl: 'redis://127.0.0.1:6667',
    ports: { public: 8123, admin: 8124 },
  };
  await writeFile(path.join(dataDir, 'runtime.json'), JSON.stringify(running));
  await writeFile(path.join(dataDir, 'demo.json'), JSON.stringify({ dsn: 'http://k@localhost:8123', ...DEMO }));
});

const find = (env: Record<string, string>): Promise<Place> => findPlace(env, '/nonexistent');

describe('where the system is', () => {
  test('is read from the files of a running copy', async () => {
    expect(await find({ DATA_DIR: dataDir })).toEqual({
      databaseUrl: 'postgres://x@127.0.0.1:5555/sluice',
      redisUrl: 'redis://127.0.0.1:6666',
      queueRedisUrl: 'redis://127.0.0.1:6667',
      baseUrl: 'http://localhost:8123',
      publicUrl: 'https://sluice.example/tools',
      adminPort: 8124,
      demoDsn: 'http://k@localhost:8123',
      demo: DEMO,
      dataDir,
    });
  });

  test('is read from the environment, and then nothing of another system', async () => {
    expect(await find({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://other/db' })).toMatchObject({
      databaseUrl: 'postgres://other/db',
      redisUrl: undefined,
      baseUrl: undefined,
      publicUrl: undefined,
      demoDsn: undefined,
      demo: undefined,
    });
  });

  test('one Redis also serves the queues unless REDIS_QUEUE_URL is set', async () => {
    const env = { DATA_DIR: dataDir, REDIS_URL: 'redis://a:1' };
    expect((await find(env)).queueRedisUrl).toBe('redis://a:1');
    expect((await find({ ...env, REDIS_QUEUE_URL: 'redis://b:2' })).queueRedisUrl).toBe('redis://b:2');
  });

  test('is read with passwords from files', async () => {
    await writeFile(path.join(root.path, 'password'), 'p/w\n');
    const passwords = { DATABASE_PASSWORD_FILE: path.join(root.path, 'password'), REDIS_PASSWORD: 'b' };
    expect(
      await find({ DATABASE_URL: 'postgres://sluice@db/x', REDIS_URL: 'redis://a:1', ...passwords }),
    ).toMatchObject({
      databaseUrl: 'postgres://sluice:p%2Fw@db/x',
      queueRedisUrl: 'redis://:b@a:1',
    });
  });

  test('is unknown if no system runs', async () => {
    expect(await find({})).toMatchObject({ databaseUrl: undefined, dataDir: '/nonexistent/.data' });
  });

  test('a relative DATA_DIR starts from the checkout, as it does for npm start', async () => {
    const place = await findPlace({ DATA_DIR: path.basename(root.path) }, path.dirname(root.path));
    expect(place.databaseUrl).toBe('postgres://x@127.0.0.1:5555/sluice');
  });
});

describe('a DSN', () => {
  const key = 'a'.repeat(32);

  test.each([
    ['http://localhost:8000', `http://${key}@localhost:8000`],
    ['https://errors.example.com/', `https://${key}@errors.example.com`],
    ['https://example.com/sluice/', `https://${key}@example.com/sluice`],
    [undefined, `http://${key}@localhost:8000`],
  ])('for the address %s contains the key and the address', (baseUrl, dsn) => {
    const sentryDsn = `${dsn}/42`;
    expect(dsnsAt({ kind: 'public', key, projectId: '42' }, { publicUrl: baseUrl })).toEqual({ dsn, sentryDsn });
  });

  test('contains the endpoint', () => {
    expect(readDsn(`https://${key}@example.com:8443/sluice`)).toEqual({
      endpoint: 'https://example.com:8443/sluice/api/envelope',
      key,
    });
  });

  test.each(['', 'nonsense', 'https://example.com', `ftp://${key}@example.com`])('cannot be read from "%s"', (text) => {
    expect(readDsn(text)).toBeUndefined();
  });
});
