import { expect, test } from '@jest/globals';
import { countPrepared, createDatabase, ensurePartitions, PARTITIONED_TABLES, type Database } from '@sluice/db';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { createTestDatabase, isCitusRun, waitFor, type TestDatabase } from '@sluice/testkit';
import { DEFAULT_WORKER_CONFIG } from './config.js';
import { createDrainMetrics } from './drainMetrics.js';
import { createOutageGate } from './outageGate.js';
import { createPartWriter } from './partWriter.js';
import { createWatchList } from './watchList.js';
import { createPendingUsers } from './pendingUsers.js';
import { preparePart } from './preparePart.js';
import { makePart, testLogs } from './testing/samples.js';

const PROJECTS = Array.from({ length: 12 }, (_, index) => String(index + 1));

test('transactions that Citus commits in two phases are counted, each of which one node prepares', async () => {
  const database = await createTestDatabase();
  const range = { tables: PARTITIONED_TABLES, interval: 'day', fromMs: Date.now(), throughMs: Date.now() } as const;
  try {
    await inSessions(database, (db) => ensurePartitions(db, range));
    const before = await countPrepared(database.db);
    const samples = await inSessions(database, writeAll);
    const prepared = await countPrepared(database.db);
    if (isCitusRun()) {
      const transactions = (prepared ?? 0) - (before ?? 0);
      expect(transactions).toBeGreaterThan(1);
      expect(samples).toEqual([`sluice_worker_citus_transactions_total{type="log",phases="two"} ${transactions}`]);
    } else expect([samples, prepared]).toEqual([[], undefined]);
  } finally {
    await database.drop();
  }
});

/** Runs `work` in sessions of its own; resolves when they have ended, because their statistics are complete then. */
async function inSessions<T>({ url, db }: TestDatabase, work: (own: Database) => Promise<T>): Promise<T> {
  const applicationName = 'citus-transactions';
  const own = createDatabase({ url, poolSize: 2, applicationName });
  try {
    return await work(own);
  } finally {
    await own.close();
    const running = 'select 1 from pg_stat_activity where application_name = $1';
    await waitFor(async () => (await db.pool.query(running, [applicationName])).rows.length === 0);
  }
}

/** Writes one part of each project at once. Returns the samples of the counter. */
async function writeAll(db: Database): Promise<readonly string[]> {
  const registry = createMetrics();
  const metrics = createDrainMetrics(registry, 'log');
  const nothing = (): void => undefined;
  const gate = createOutageGate({ pause: nothing, resume: nothing }, silentLogger, systemClock);
  const users = createPendingUsers(db, 0);
  const lookUp = (): Promise<undefined> => Promise.resolve(undefined);
  const config = DEFAULT_WORKER_CONFIG;
  const watchList = createWatchList(db, [], silentLogger);
  const definition = testLogs;
  const clock = Date.now;
  const writer = createPartWriter({ db, definition, config, lookUp, gate, users, watchList, metrics, clock });
  const parts = PROJECTS.map((project) => preparePart(testLogs, makePart([project], { project })));
  await writer.write(parts, new AbortController().signal);
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('sluice_worker_citus'));
}
