import { beforeEach, expect, test } from '@jest/globals';
import { createDatabase, ensurePartitions, inTransaction, PARTITIONED_TABLES } from '@sluice/db';
import { insertDeadLetters } from '@sluice/dead-letters';
import { createMetrics, type Metrics } from '@sluice/runtime';
import { isCitusRun, startTcpProxy, useDatabase, useResource } from '@sluice/testkit';
import { createReadings, READING_MS } from './createReadings.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 12);
let metrics: Metrics;
let now = NOW;
let read: () => Promise<void>;

const database = useDatabase();
const proxy = useResource(
  () => startTcpProxy(Number(new URL(database.url).port)),
  (started) => started.close(),
);
/** Through the proxy. */
const db = useResource(
  () => createDatabase({ url: proxy.urlFor(database.url), poolSize: 1, applicationName: 'test', connectMs: 500 }),
  (started) => started.close(),
);
beforeEach(() => {
  now = NOW;
  metrics = createMetrics();
  read = createReadings({ db, metrics, clock: () => now });
});

/** Samples of a complete reading: one more on Citus. */
const ALL = isCitusRun() ? 8 : 7;

test('the gauge shows waiting dead letters by type and the time for which partitions exist', async () => {
  const letter = { projectId: '1', batchId: null, index: null, events: 1, sqlstate: null, reason: 'data', message: '' };
  const ids = ['01977a00-0000-8000-8000-000000000001', '01977a00-0000-8000-8000-000000000002'];
  await inTransaction(db, (tx) =>
    insertDeadLetters(
      tx,
      ids.map((id) => ({ ...letter, id, type: 'span', payload: Buffer.from('{}'), part: null })),
    ),
  );
  expect(await samples()).toEqual([]);
  await read();
  expect(await samples()).toEqual([
    'sluice_dead_letters_waiting{type="exception"} 0',
    'sluice_dead_letters_waiting{type="log"} 0',
    'sluice_dead_letters_waiting{type="span"} 2',
    'sluice_dead_letters_waiting{type="hit"} 0',
    'sluice_dead_letters_waiting{type="replay"} 0',
    'sluice_dead_letters_waiting{type="metric"} 0',
    'sluice_partitions_ahead_seconds 0',
    ...(isCitusRun() ? [expect.stringMatching(/^sluice_citus_prepared_transactions \d+$/)] : []),
  ]);
  await ensurePartitions(db, { tables: PARTITIONED_TABLES, interval: 'day', fromMs: NOW, throughMs: NOW + DAY_MS });
  await read();
  expect(await samples()).toContain(`sluice_partitions_ahead_seconds ${(1.5 * DAY_MS) / 1_000}`);
});

test('the gauge shows nothing while PostgreSQL is unavailable, instead of the last values', async () => {
  await read();
  expect(await samples()).toHaveLength(ALL);
  proxy.cut();
  try {
    await expect(read()).rejects.toThrow();
    expect(await samples()).toEqual([]);
  } finally {
    proxy.restore();
  }
  await read();
  expect(await samples()).toHaveLength(ALL);
});

test('the gauge shows nothing if no reading has ended for a while, whatever keeps it', async () => {
  await read();
  now += 3 * READING_MS;
  expect(await samples()).toHaveLength(ALL);
  now += 1;
  expect(await samples()).toEqual([]);
});

/** Returns the samples of `/metrics`. */
async function samples(): Promise<readonly string[]> {
  return (await metrics.metrics()).split('\n').filter((line) => line.startsWith('sluice_'));
}
