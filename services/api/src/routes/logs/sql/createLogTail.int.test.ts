import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor, openTransaction, ensureTestPartitions, eventId, randomFrom, useDatabase } from '@sluice/testkit';
import { inTransaction, withSavepoint, type Tx, copyRows, markLateLogs } from '@sluice/db';
import { ARRIVAL_SCAN } from '@sluice/reading';
import { createLogTail, type LogTail, type TailPosition } from './createLogTail.js';

const { db } = useDatabase({ poolSize: 8 });
beforeAll(() => ensureTestPartitions(db, Date.now() - 7_200_000, Date.now() + 3_600_000));
beforeEach(() => db.pool.query('truncate logs, late_logs'));
const store = (ages: Readonly<Record<string, number>>): Promise<void> => inTransaction(db, (tx) => write(tx, ages));

describe('a tail of logs', () => {
  test('has a log that is stored an hour after its arrival', async () => {
    const tail = await begin();
    await store({ late: 3_600_000, fresh: 0 });
    expect(await readUntil(tail, 2)).toEqual({ messages: ['late', 'fresh'], truncated: false });
    expect((await tail.read()).logs).toEqual([]);
  });

  test('has a late log behind more newer ones than one read scans', async () => {
    const before = await begin('late');
    await flood(ARRIVAL_SCAN + 1_000);
    await readUntil(before, 0);
    const tail = await begin('late');
    await store({ late: 20_000 });
    expect((await readUntil(tail, 1)).messages).toEqual(['late']);
  });

  test('says that logs may be missing when there are more than one read scans, also if none matches', async () => {
    const tail = await begin('none');
    await flood(ARRIVAL_SCAN);
    expect(await tail.read()).toMatchObject({ logs: [], truncated: true });
  });

  test('has the logs of a transaction that ran for longer than it takes to be late', async () => {
    const tail = await begin();
    const slow = await openTransaction(db, (tx) => write(tx, { slow: 4_000 }));
    for (const message of ['a', 'b', 'c']) {
      await store({ [message]: 0 });
      expect((await tail.read()).logs).toEqual([]);
    }
    await slow.commit();
    expect((await readUntil(tail, 4)).messages).toEqual(['slow', 'a', 'b', 'c']);
  });

  test('goes on in another process', async () => {
    const tail = await begin();
    await store({ one: 60_000 });
    await readUntil(tail, 1);
    const { position } = await tail.read();
    await store({ two: 90_000, three: 1_000 });
    expect(await readUntil(tailFrom(position), 2)).toEqual({ messages: ['two', 'three'], truncated: false });
  });

  test.each([
    ['of a minute ago goes on without a gap', -60_000, false],
    ['of an hour ago has a gap', -3_600_000, true],
    ['of 1970 has a gap', -Date.now(), true],
    ['of the future goes on now', 3_600_000, false],
  ])('a position %s', async (_name, offset, truncated) => {
    const { position } = await tailFrom().read();
    await store({ one: 60_000 });
    const tail = tailFrom({ horizon: position.horizon, sinceMs: Math.max(0, Date.now() + offset) });
    expect(await readUntil(tail, offset > 0 ? 0 : 1)).toEqual({ messages: offset > 0 ? [] : ['one'], truncated });
  });

  test('has every log exactly once over random schedules of transactions, reads and interruptions', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    let tail = await begin();
    const seen: string[] = [];
    const poll = async (): Promise<void> => {
      const { logs, position, truncated } = await tail.read();
      seen.push(...logs.map(({ message }) => message));
      expect(truncated).toBe(false);
      if (random() < 0.3) tail = tailFrom(position);
    };
    let stored = 0;
    const some = (): Record<string, number> =>
      Object.fromEntries(
        Array.from({ length: 3 }, () => [
          String((stored += 1)),
          Math.floor(random() < 0.5 ? random() * 6_000 : random() * 3_600_000),
        ]),
      );
    const open: Awaited<ReturnType<typeof openTransaction>>[] = [];
    for (let step = 0; step < 150; step += 1) {
      const choice = random();
      if (choice < 0.35 && open.length < 4) {
        const ages = some();
        open.push(
          await openTransaction(db, (tx) =>
            random() < 0.5 ? write(tx, ages) : withSavepoint(tx, () => write(tx, ages)),
          ),
        );
      } else if (choice < 0.65) {
        await open.splice(Math.floor(random() * open.length), 1)[0]?.commit();
      } else {
        await poll();
      }
    }
    for (const transaction of open) await transaction.commit();
    seen.push(...(await readUntil(tail, stored - seen.length)).messages);
    expect(seen.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: stored }, (_, index) => index + 1));
  });
});

/** Reads until the tail returned what is expected, or has returned something else. */
async function readUntil(tail: LogTail, count: number): Promise<{ messages: string[]; truncated: boolean }> {
  const messages: string[] = [];
  let isCut = false;
  await waitFor(async () => {
    const { logs, truncated } = await tail.read();
    messages.push(...logs.map(({ message }) => message));
    isCut ||= truncated;
    return messages.length >= count;
  });
  return { messages, truncated: isCut };
}

/** Stores logs as a worker does, each so long after its arrival. */
async function write(tx: Tx, ages: Readonly<Record<string, number>>): Promise<void> {
  const now = Date.now();
  const rows = Object.entries(ages).map(([message, age], index) => ({
    project_id: '1',
    id: eventId(index % 4_096, `batch of ${message}`, now - age),
    timestamp: now,
    level: 'info',
    message,
    attributes: null,
  }));
  await copyRows(tx, 'logs', rows);
  await markLateLogs(
    tx,
    rows.map(({ project_id: projectId, id }) => ({ projectId, id })),
  );
}

/** A tail whose first read is done, when no transaction of the server holds it back. */
async function begin(query?: string): Promise<LogTail> {
  const tail = tailFrom(undefined, query);
  await tail.read();
  return tail;
}

/** Stores so many logs in one statement, all of the last second. */
function flood(count: number): Promise<unknown> {
  return db.pool.query(
    `insert into logs (project_id, id, timestamp, level, message)
     select 1, (lpad(to_hex((extract(epoch from now()) * 1000)::int8), 12, '0') || '80008000' || lpad(to_hex(n), 12, '0'))::uuid,
       now(), 'info', 'flood'
     from generate_series(1, $1) n`,
    [count],
  );
}

function tailFrom(position?: TailPosition, query?: string): LogTail {
  return createLogTail(db, '1', { filter: query === undefined ? {} : { query }, limit: 100, position });
}
