import { expect, test } from '@jest/globals';
import { startTcpProxy, useDatabase } from '@sluice/testkit';
import { databaseProblem } from '../migrations/databaseProblem.js';
import { createDatabase } from './createDatabase.js';
import { pingDatabase } from './pingDatabase.js';

const database = useDatabase();

test('a check of a server that went silent ends long before a statement of a service would, and the next one passes', async () => {
  const proxy = await startTcpProxy(Number(new URL(database.url).port));
  const db = createDatabase({
    url: proxy.urlFor(database.url),
    poolSize: 2,
    applicationName: 'silent',
    statementMs: 600_000,
  });
  for (const check of [pingDatabase, databaseProblem]) {
    expect(await check(db)).toBeUndefined();
    proxy.blackHole();
    expect(await check(db)).toMatch(/^PostgreSQL does not answer: Query read timeout\. Check that it runs/);
    proxy.restore();
    expect(await check(db)).toBeUndefined();
  }
  await db.close();
  await proxy.close();
});

test('a pool whose connections are all in use is not called an outage', async () => {
  const db = createDatabase({ url: database.url, poolSize: 1, applicationName: 'busy', connectMs: 100 });
  const client = await db.pool.connect();
  expect(await pingDatabase(db)).toContain('every connection of this process is busy');
  client.release();
  expect(await pingDatabase(db)).toBeUndefined();
  await db.close();
});
