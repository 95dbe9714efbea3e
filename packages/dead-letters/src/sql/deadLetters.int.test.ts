import { beforeEach, describe, expect, test } from '@jest/globals';
import { batchId, eventId, useDatabase } from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { startRetries, lockRetries } from './startRetries.js';
import type { NewDeadLetter } from './deadLetter.js';
import { deleteDeadLetters } from './deleteDeadLetters.js';
import { insertDeadLetters } from './insertDeadLetters.js';
import { countDeadLetters, discardDeadLetters, listDeadLetters, requestRetries } from './manageDeadLetters.js';

describe('dead letters', () => {
  const { db } = useDatabase();
  beforeEach(() => db.pool.query('truncate dead_letters'));

  test('store and return any bytes unchanged', async () => {
    const payload = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const given = [
      letter(1, { payload, message: 'a\0b\ud800' }),
      letter(2, {
        projectId: '0',
        batchId: null,
        index: null,
        events: 7,
        sqlstate: null,
        part: null,
        reason: 'unreadable',
      }),
    ];
    await insert(...given);
    const [unreadable, bytes] = await listDeadLetters(db, {}, 10);
    expect(bytes).toMatchObject({ ...given[0], message: 'a\uFFFDb\uFFFD', state: 'waiting', retries: 0 });
    expect(unreadable).toMatchObject({ ...given[1], state: 'waiting' });
    expect(Buffer.compare(bytes?.payload ?? Buffer.alloc(0), payload)).toBe(0);
  });

  test('an event is one letter however often it is written, also in one call', async () => {
    await insert(letter(1), letter(1, { message: 'second' }));
    await insert(letter(1, { message: 'third' }));
    expect(await listDeadLetters(db, {}, 10)).toMatchObject([{ message: 'third', retries: 1 }]);
  });

  test('are counted by type, state and reason, in letters and events', async () => {
    await insert(letter(1), letter(2), letter(3, { type: 'log', reason: 'unreadable', events: 20 }));
    expect(await countDeadLetters(db, {})).toEqual([
      { type: 'log', state: 'waiting', reason: 'unreadable', events: 20, letters: 1 },
      { type: 'span', state: 'waiting', reason: 'data', events: 2, letters: 2 },
    ]);
    expect(await countDeadLetters(db, { type: 'span', projectId: '2' })).toEqual([]);
  });

  test('retries the oldest first and deletes a letter once its event is stored', async () => {
    await insert(...[1, 2, 3].map((index) => letter(index)), letter(4, { type: 'log' }));
    expect(await requestRetries(db, { type: 'span' })).toBe(3);
    const begun = await startRetries(db, 'span', { letters: 2, bytes: 1_000_000 });
    await inTransaction(db, async (tx) => {
      const claimed = await lockRetries(tx, begun);
      expect(claimed.map(({ index }) => index)).toEqual([1, 2]);
      await deleteDeadLetters(tx, claimed);
    });
    expect(await states()).toEqual([
      [3, 'retry'],
      [4, 'waiting'],
    ]);
  });

  test('a retry that fails again waits, with its new reason', async () => {
    await insert(letter(1));
    await requestRetries(db, { ids: [eventId(1)] });
    await inTransaction(db, (tx) => insertDeadLetters(tx, [letter(1, { sqlstate: '22003', message: 'again' })]));
    expect(await listDeadLetters(db, { state: 'waiting' }, 1)).toMatchObject([
      { sqlstate: '22003', message: 'again', retries: 1 },
    ]);
  });

  test('a discarded letter stays counted, loses its payload, and cannot be retried', async () => {
    await insert(letter(1), letter(2));
    expect(await discardDeadLetters(db, { ids: [eventId(1)] })).toBe(1);
    expect(await discardDeadLetters(db, { ids: [eventId(1)] })).toBe(0);
    await insert(letter(1));
    expect(await requestRetries(db, {})).toBe(1);
    expect(await states()).toEqual([
      [1, 'discarded'],
      [2, 'retry'],
    ]);
    expect((await listDeadLetters(db, { state: 'discarded' }, 1))[0]?.payload).toHaveLength(0);
  });

  test('a job that could not be read is never retried: there is nothing to store', async () => {
    await insert(letter(1, { part: null, projectId: '0' }));
    expect(await requestRetries(db, {})).toBe(0);
  });

  function insert(...letters: NewDeadLetter[]): Promise<void> {
    return inTransaction(db, (tx) => insertDeadLetters(tx, letters));
  }

  async function states(): Promise<unknown[]> {
    return (await listDeadLetters(db, {}, 10)).map(({ index, state }) => [index, state]).sort();
  }
});

function letter(index: number, fields: Partial<NewDeadLetter> = {}): NewDeadLetter {
  return {
    projectId: '1',
    id: eventId(index),
    type: 'span',
    batchId: batchId('batch'),
    index,
    events: 1,
    sqlstate: '22021',
    reason: 'data',
    message: 'invalid byte sequence',
    payload: Buffer.from('{"name":"\0"}'),
    part: { organization: '1', arrival: 1, hour: 2, epoch: 'e', ip: '::1', agent: 'a' },
    ...fields,
  };
}
