import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { NO_WATCHES, ensurePartitions, inTransaction, PARTITIONED_TABLES } from '@sluice/db';
import { requestRetries } from '@sluice/dead-letters';
import { readAccounting } from '@sluice/accounting';
import {
  listErasures,
  listNextErasures,
  requestProjectErasure,
  requestUserErasure,
  startErasure,
} from '@sluice/erasure';
import { silentLogger } from '@sluice/runtime';
import { waitFor, useDatabase } from '@sluice/testkit';
import { DEFAULT_WORKER_CONFIG } from './config.js';
import { expirePart, preparePart, type PreparedPart } from './preparePart.js';
import { retryDeadLetters } from './retryDeadLetters.js';
import { storeWriteBatch, type WriteBatchResult } from './storeWriteBatch.js';
import { BAD, makeEvent, makePart, testLogs } from './testing/samples.js';
import { createWatchList } from './watchList.js';

const { db } = useDatabase();
beforeAll(() =>
  ensurePartitions(db, {
    tables: PARTITIONED_TABLES,
    interval: 'day',
    fromMs: Date.now() - 2 * 86_400_000,
    throughMs: Date.now() + 86_400_000,
  }),
);
afterEach(() =>
  db.pool.query('truncate logs, dead_letters, usage, receipts, project_users, erasures, erased_events, erased_replays'),
);

const LIMITS = { maxPendingUsers: 0, newNames: DEFAULT_WORKER_CONFIG.newNames, watches: NO_WATCHES };

const erase = () => requestUserErasure(db, { projectId: '1', userKey: 'id:u1', requestedBy: 'test' });

const accounting = async () => (await readAccounting(db, '1')).find(({ type }) => type === 'log');

describe('events that were received before an erasure and are stored later', () => {
  test('are not stored and count as erased; those of others are stored', async () => {
    await erase();
    expect(await write(preparePart(testLogs, lateParts('a', 'b')))).toMatchObject({ stored: 1, erased: 2, skipped: 0 });
    expect(await stored()).toEqual(['of another user']);
    expect(await accounting()).toMatchObject({ processed: 3, stored: 1, erased: 2, difference: 0 });
    const { rows } = await db.pool.query('select user_key from project_users');
    expect(rows).toEqual([{ user_key: 'id:u2' }]);
  });

  test('are counted once if their job runs twice', async () => {
    await erase();
    const part = preparePart(testLogs, lateParts('a'));
    await write(part);
    expect(await write(part)).toMatchObject({ stored: 0, erased: 0, skipped: 2 });
    expect(await accounting()).toMatchObject({ erased: 1, difference: 0 });
  });

  test('do not become dead letters, whatever the reason', async () => {
    await erase();
    await write(preparePart(testLogs, lateParts(BAD.step, BAD.row)));
    await write(expirePart(preparePart(testLogs, lateParts('expired'))));
    expect(await letters()).toBe(1);
    expect(await accounting()).toMatchObject({ processed: 5, stored: 1, waiting: 1, erased: 3, difference: 0 });
  });

  test('are deleted when their dead letter is retried', async () => {
    await write(preparePart(testLogs, lateParts(BAD.step)));
    expect(await letters()).toBe(1);
    await erase();
    await requestRetries(db, {});
    const definition = { ...testLogs, toRow: preparedRow };
    const lookUp = () => Promise.resolve(undefined);
    const watchList = createWatchList(db, [], silentLogger);
    expect(await retryDeadLetters({ db, definition, lookUp, watchList, config: DEFAULT_WORKER_CONFIG })).toBe(1);
    expect([await letters(), await stored()]).toEqual([0, ['of another user']]);
    expect(await accounting()).toMatchObject({ processed: 2, stored: 1, erased: 1, difference: 0 });
  });

  test('are not stored among many other erasures of the project, also as dead letters', async () => {
    await db.pool.query(`insert into erasures (project_id, kind, user_key, before, requested_by, state, finished_at)
      select 1, 'user', 'id:other ' || i, now(), 'test', 'done', now() from generate_series(1, 150) as i`);
    await erase();
    expect(await write(preparePart(testLogs, lateParts('a', BAD.step)))).toMatchObject({ stored: 1, erased: 2 });
    expect([await letters(), await stored()]).toEqual([0, ['of another user']]);
  });

  test('are not stored in an erased project, whoever they are of', async () => {
    await inTransaction(db, (tx) => requestProjectErasure(tx, { projectId: '1', slug: null, requestedBy: 'test' }));
    await write(preparePart(testLogs, lateParts('a', BAD.step)));
    expect([await letters(), await stored()]).toEqual([0, []]);
    expect(await accounting()).toMatchObject({ processed: 3, erased: 3, difference: 0 });
  });
});

const preparedRow: typeof testLogs.toRow = (event, facts, details) =>
  testLogs.toRow({ ...event, payload: { message: 'repaired' } }, facts, details);

test('events that the user causes later are stored', async () => {
  await erase();
  const part = makePart(['later'], { arrival: Date.now() + 30_000 });
  expect(await write(preparePart(testLogs, part))).toMatchObject({ stored: 1, erased: 0 });
});

test('an erasure begins only after a transaction that read no tombstone has ended', async () => {
  let begun: boolean | undefined;
  await inTransaction(db, async (tx) => {
    await storeWriteBatch(tx, testLogs, [preparePart(testLogs, lateParts('a'))], LIMITS);
    await erase();
    const [open] = await listNextErasures(db, []);
    begun = open === undefined ? undefined : await startErasure(db, open);
  });
  expect(begun).toBe(false);
  const [open] = await listNextErasures(db, []);
  // Transactions of other test files hold it back, too.
  await waitFor(async () => open !== undefined && (await startErasure(db, open)));
  // What it stored is for the deletion.
  expect(await stored()).toEqual(['a', 'of another user']);
  expect((await listErasures(db, '1'))[0]?.state).toBe('running');
});

async function stored(): Promise<readonly string[]> {
  const { rows } = await db.pool.query<{ message: string }>('select message from logs order by message');
  return rows.map(({ message }) => message);
}

async function letters(): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>('select count(*)::int as n from dead_letters');
  return rows[0]?.n ?? -1;
}

/** Events of the user `u1` and of another one, which were received a minute ago and were queued or spooled since. */
function lateParts(...messages: readonly string[]) {
  const other = { ...makeEvent('of another user'), contexts: { 'user.id': 'u2' } };
  const events = [...messages.map((message) => makeEvent(message)), other];
  return makePart(
    events.map(() => ''),
    { arrival: Date.now() - 60_000, events },
  );
}

function write(part: PreparedPart<'logs'>): Promise<WriteBatchResult> {
  return inTransaction(db, (tx) => storeWriteBatch(tx, testLogs, [part], LIMITS));
}
