import { describe, expect, test } from '@jest/globals';
import { createDatabase, migrateToLatest } from '@sluice/db';
import { startLocalPostgres } from '@sluice/embedded';
import { startTcpProxy, testDirectory, waitFor } from '@sluice/testkit';
import type { Worker } from './createWorker.js';
import type { StoreDefinition } from './definition.js';
import { makePart, messages, readStored, testLogs } from './testing/samples.js';
import { useWorkers } from './testing/useWorkers.js';

const harness = useWorkers();
const { startWorker, publish, drained } = harness;

describe('a published event is stored once', () => {
  test('if a worker loses Redis between commit and finish: the job is repeated and skipped', async () => {
    const proxy = await startTcpProxy(harness.redis().port);
    const cutBeforeCommit: StoreDefinition<'logs'> = {
      ...testLogs,
      derive: async (tx, stored, context) => {
        await testLogs.derive(tx, stored, context);
        proxy.cut();
      },
    };
    const lonely = await startWorker({ redisUrl: proxy.urlFor(harness.redis().url), definition: cutBeforeCommit });
    await publish(makePart(messages(3)));
    await waitFor(async () => (await readStored(harness.db())).messages.length === 3, { what: 'the commit' });
    await startWorker();
    await drained(40_000);
    expect(await readStored(harness.db())).toEqual({ messages: messages(3), letters: [], processed: 3 });
    proxy.restore();
    await lonely.stop();
    await proxy.close();
  }, 60_000);
});

describe('a real outage', () => {
  test('an outage of PostgreSQL for five seconds uses up no attempts, creates no dead letters, and loses or duplicates no event', async () => {
    const dataDir = await testDirectory('outage');
    const first = await startLocalPostgres({ dataDir });
    const db = createDatabase({ url: first.url, poolSize: 6, applicationName: 'outage-test' });
    await migrateToLatest(db);
    const worker = await startWorker({ db });
    await publish(makePart(messages(5, 'before')));
    await drained();
    await first.stop();
    const away = Date.now();
    for (let index = 0; index < 20; index += 1) await publish(makePart(messages(5, `during${index}-`)));
    await waitFor(async () => (await readiness(worker, 'logs.consumer'))?.includes('PostgreSQL unavailable'), {
      what: 'the pause',
    });
    await waitFor(() => Date.now() - away > 5_000, { what: 'the end of the outage' });
    const second = await startLocalPostgres({ dataDir, port: first.port });
    await drained(20_000);
    expect(await readiness(worker, 'logs.consumer')).toBeUndefined();
    const stored = await readStored(db);
    expect([stored.messages.length, new Set(stored.messages).size, stored.processed, stored.letters]).toEqual([
      105,
      105,
      105,
      [],
    ]);
    await worker.stop();
    await db.close();
    await second.stop();
  }, 60_000);
});

const readiness = (worker: Worker, name: string): Promise<string | undefined> =>
  worker.checks.find((check) => check.name === name)?.check() ?? Promise.reject(new Error(`no check ${name}`));
