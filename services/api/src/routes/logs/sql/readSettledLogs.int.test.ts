import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  waitFor,
  openTransaction,
  ARRIVAL,
  ensureTestPartitions,
  eventId,
  randomFrom,
  useDatabase,
} from '@sluice/testkit';
import { inTransaction, withSavepoint, type Tx, copyRows } from '@sluice/db';
import { readSettledLogs, type SettledLogs, type SettledRequest } from './readSettledLogs.js';

const { db } = useDatabase();
beforeAll(() => ensureTestPartitions(db));
beforeEach(() => db.pool.query('truncate logs'));
const store = (...messages: readonly number[]): Promise<void> => inTransaction(db, (tx) => write(tx, ...messages));
const messagesOf = ({ logs }: SettledLogs): readonly number[] => logs.map(({ message }) => Number(message));

describe('logs that are stored between two reads', () => {
  test('come once, oldest arrival first; those stored before the first read do not', async () => {
    await store(1);
    const first = await readAll(undefined);
    expect(first.logs).toEqual([]);
    await store(2, 3);
    const second = await readAll(first.horizon);
    expect(messagesOf(second)).toEqual([3, 2]);
    expect(second.logs.map(({ level }) => level)).toEqual(['warning', 'info']);
    expect(messagesOf(await readAll(second.horizon))).toEqual([]);
  });

  test('of more than 1 MB come without the oldest ones, and the read says so', async () => {
    const first = await readAll(undefined);
    const rows = [5, 4, 3, 2, 1].map((message) => ({
      project_id: '1',
      id: eventId(message, `large ${message}`, ARRIVAL - message),
      timestamp: ARRIVAL,
      level: 'info',
      message: String(message),
      attributes: JSON.stringify({ a: 'x'.repeat(400_000) }),
    }));
    await inTransaction(db, (tx) => copyRows(tx, 'logs', rows));
    const second = await readAll(first.horizon);
    expect([messagesOf(second), second.truncated]).toEqual([[3, 2, 1], true]);
  });

  test('come once although they are committed late, after younger transactions', async () => {
    const first = await readAll(undefined);
    const slow = await openTransaction(db, (tx) => write(tx, 10));
    await store(5);
    const held = await read(first.horizon);
    expect([messagesOf(held), held.horizon === held.own]).toEqual([[], false]);
    await slow.commit();
    const next = await readAll(held.horizon);
    expect(messagesOf(next)).toEqual([10, 5]);
    expect(messagesOf(await readAll(next.horizon))).toEqual([]);
  });

  test('come once although they are stored under a savepoint', async () => {
    const first = await readAll(undefined);
    const slow = await openTransaction(db, async (tx) => {
      await tx.client.query('select pg_current_xact_id()');
      await withSavepoint(tx, () => write(tx, 1));
    });
    await store(2);
    const held = await read(first.horizon);
    await slow.commit();
    const next = await readAll(held.horizon);
    expect([...messagesOf(held), ...messagesOf(next)].sort()).toEqual([1, 2]);
    expect(messagesOf(await readAll(next.horizon))).toEqual([]);
  });

  test('are filtered, bounded to the newest, and say when more were left out', async () => {
    const { horizon } = await readAll(undefined);
    await store(1, 2, 3, 4);
    expect(messagesOf(await readAll(horizon, { filter: { levels: ['warning'] } }))).toEqual([3, 1]);
    expect(messagesOf(await readAll(horizon, { filter: { query: '4' } }))).toEqual([4]);
    const few = await readAll(horizon, { limit: 2 });
    expect([messagesOf(few), few.truncated]).toEqual([[2, 1], true]);
    expect((await readAll(horizon, { limit: 4 })).truncated).toBe(false);
  });

  test('after a restore, the position is from the future: nothing is repeated, and the gap is reported', async () => {
    await store(1);
    const { horizon } = await readAll(undefined);
    const far = await readAll(String(BigInt(horizon) + 1_000_000n));
    expect([messagesOf(far), far.truncated]).toEqual([[], true]);
    expect(messagesOf(await readAll(far.horizon))).toEqual([]);
  });

  test('come exactly once over random schedules of transactions and reads', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    let { horizon } = await readAll(undefined);
    const seen: number[] = [];
    const poll = async (): Promise<void> => {
      const settled = await read(horizon);
      ({ horizon } = settled);
      seen.push(...messagesOf(settled));
    };
    let stored = 0;
    const open: Awaited<ReturnType<typeof openTransaction>>[] = [];
    for (let step = 0; step < 150; step += 1) {
      const choice = random();
      if (choice < 0.35 && open.length < 4) {
        const messages = [(stored += 1), (stored += 1)];
        open.push(
          await openTransaction(db, (tx) =>
            random() < 0.5 ? write(tx, ...messages) : withSavepoint(tx, () => write(tx, ...messages)),
          ),
        );
      } else if (choice < 0.65) {
        await open.splice(Math.floor(random() * open.length), 1)[0]?.commit();
      } else {
        await poll();
      }
    }
    for (const transaction of open) await transaction.commit();
    seen.push(...messagesOf(await readAll(horizon)));
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: stored }, (_, index) => index + 1));
  });
});

function write(tx: Tx, ...messages: readonly number[]): Promise<void> {
  return copyRows(
    tx,
    'logs',
    messages.map((message) => ({
      project_id: '1',
      id: eventId(message % 4_000, `batch ${message}`, ARRIVAL - message),
      timestamp: ARRIVAL,
      level: message % 2 === 0 ? 'info' : 'warn',
      message: String(message),
      attributes: null,
    })),
  );
}

/** Reads when no transaction of the server holds logs back: other tests run beside this one. */
function readAll(afterHorizon: string | undefined, request: Partial<SettledRequest> = {}): Promise<SettledLogs> {
  return waitFor(async () => {
    const settled = await read(afterHorizon, request);
    return settled.horizon === settled.own && settled;
  });
}

function read(afterHorizon: string | undefined, request: Partial<SettledRequest> = {}): Promise<SettledLogs> {
  return readSettledLogs(db, '1', { afterHorizon, sinceMs: ARRIVAL - 100_000, limit: 100, filter: {}, ...request });
}
