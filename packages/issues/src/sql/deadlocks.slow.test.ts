import { beforeAll, expect, test } from '@jest/globals';
import { ARRIVAL, batchId, ensureTestPartitions, eventId, randomFrom, shuffle, useDatabase } from '@sluice/testkit';
import { hourOf } from '@sluice/contract';
import {
  inTransaction,
  type Tx,
  createNameBudget,
  DEFAULT_NAME_CAPS,
  claimReceipts,
  upsertProjectUsers,
} from '@sluice/db';
import { upsertReleases } from '@sluice/sourcemaps/statements';
import { addUsage } from '@sluice/accounting';
import { upsertIssues } from './upsertIssues.js';
import { upsertTraces } from '@sluice/traces';

const WORKERS = 8;
const ROUNDS = 12;
const CAPS = { ...DEFAULT_NAME_CAPS, issue: 1_000_000 };
const KEYS = Array.from({ length: 40 }, (_, index) => `key-${index}`);
const database = useDatabase();
beforeAll(() => ensureTestPartitions(database.db));

test('workers that claim the same parts in any order never deadlock, and each part is given once', async () => {
  const random = randomFrom(Date.now());
  const rounds = 15;
  const names = Array.from({ length: 1_000 }, (_, index) => String(index));
  for (let round = 0; round < rounds; round += 1) {
    const claims = await Promise.all(
      Array.from({ length: WORKERS }, () => {
        const order = shuffle(names, random).map((name) => batchId(`${round} ${name}`));
        const keys = order.map((id) => ({ projectId: '2', batchId: id, type: 'span' as const }));
        return inTransaction(database.db, (tx) => claimReceipts(tx, keys));
      }),
    );
    expect(claims.flat().filter((isOurs) => isOurs)).toHaveLength(names.length);
  }
  expect(await deadlocks()).toBe('0');
}, 60_000);

test('workers that meet the same new fingerprints in any order never deadlock, and open one issue for each', async () => {
  const random = randomFrom(Date.now());
  const [rounds, count] = [10, 400];
  const { pool } = database.db;
  for (let round = 0; round < rounds; round += 1) {
    const names = Array.from({ length: count }, (_, index) => `new ${round} ${index}`);
    await Promise.all(
      Array.from({ length: WORKERS }, (_, worker) => {
        const occurrences = shuffle(names, random).map((hash, index) => ({
          projectId: '2',
          timestampMs: ARRIVAL,
          release: null,
          environment: null,
          userKey: null,
          // Under one of the worker's own: the issues are shared, what is counted before them is not.
          hashes: [`${worker} ${hash}`, hash] as const,
          id: eventId(index, `new ${worker} ${round}`),
          title: hash,
          culprit: null,
          level: 'error',
        }));
        return inTransaction(database.db, (tx) => upsertIssues(tx, occurrences, createNameBudget(CAPS)));
      }),
    );
  }
  const { rows } = await pool.query(`select count(*), min(count), max(count) from issues where project_id = 2`);
  expect(rows).toEqual([{ count: String(rounds * count), min: String(WORKERS), max: String(WORKERS) }]);
  expect(await deadlocks()).toBe('0');
}, 60_000);

test('workers over the same keys in any order never deadlock, and every count is exact', async () => {
  const random = randomFrom(Date.now());
  const { pool } = database.db;
  const claims = await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      let claimed = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const keys = shuffle(KEYS, random);
        claimed += await inTransaction(database.db, (tx) => storeAll(tx, keys, worker, round));
      }
      return claimed;
    }),
  );
  const { rows } = await pool.query<Record<string, string>>(`
    select (select sum(count) from usage) as usage, (select sum(count) from issues where project_id = 1) as issues,
      (select sum(count) from issue_hours where project_id = 1) as hours,
      (select sum(count) from issue_hashes where project_id = 1) as hashes,
      (select sum(span_count) from traces) as traces, (select sum(exception_count) from releases) as releases,
      (select count(*) from project_users) as users, (select count(*) from receipts where project_id = 1) as receipts`);
  const all = String(WORKERS * ROUNDS * KEYS.length);
  const each = String(KEYS.length);
  const receipts = ROUNDS * KEYS.length;
  expect(claims.reduce((sum, count) => sum + count)).toBe(receipts);
  expect(rows).toEqual([
    {
      usage: all,
      issues: all,
      hours: all,
      hashes: all,
      traces: all,
      releases: all,
      users: each,
      receipts: String(receipts),
    },
  ]);
  expect(await deadlocks()).toBe('0');
}, 60_000);

/** One transaction of a worker over the same keys as everybody's, each time in another order. */
async function storeAll(tx: Tx, keys: readonly string[], worker: number, round: number): Promise<number> {
  const serial = worker * ROUNDS + round;
  const at = { projectId: '1', timestampMs: ARRIVAL + serial * 120_000, release: null, environment: null };
  const id = (index: number): string => eventId(index, `batch ${serial}`);
  // Every worker has every part of the round: each is stored by one of them only.
  const parts = keys.map((key) => ({ projectId: '1', batchId: batchId(`${key} ${round}`), type: 'span' as const }));
  const claimed = await claimReceipts(tx, parts);
  const usage = {
    projectId: '1',
    outcome: 'processed',
    reason: '',
    hour: hourOf(ARRIVAL),
    arrivalMs: ARRIVAL,
  } as const;
  await addUsage(
    tx,
    keys.map((epoch) => ({ ...usage, type: 'span', epoch, count: 1 })),
  );
  const span = { op: null, status: 'ok', startMs: ARRIVAL, endMs: ARRIVAL, environment: null, userKey: null };
  await upsertTraces(
    tx,
    keys.map((key, index) => ({ ...span, ...at, traceId: key, id: id(index), uuid: key, parentId: null, name: key })),
  );
  await upsertIssues(
    tx,
    keys.map((hash, index) => ({
      ...at,
      // Half of the workers meet the issues under fingerprints of their own; some bear one of a neighbour's too.
      hashes: [
        worker % 2 === 0 ? hash : `${hash} of ${worker}`,
        hash,
        ...(index % 8 === 0 ? [`also ${keys[index + 1] ?? hash}`] : []),
      ] as const,
      id: id(index),
      userKey: `user ${(worker + index) % 5}`,
      title: hash,
      culprit: null,
      level: 'error',
    })),
  );
  await upsertReleases(
    tx,
    keys.map((version) => ({ ...at, version, exceptions: 1 })),
  );
  const fields = { id: null, email: null, username: null, ip: null };
  await upsertProjectUsers(
    tx,
    keys.map((userKey) => ({ ...at, ...fields, userKey, name: `${serial}` })),
  );
  return claimed.filter((isOurs) => isOurs).length;
}

async function deadlocks(): Promise<string | undefined> {
  const { rows } = await database.db.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks;
}
