import { beforeEach, describe, expect, test } from '@jest/globals';
import { batchId, eventId, useDatabase } from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { startRetries, lockRetries, revertRetries, failRetries } from './startRetries.js';
import type { DeadLetter, NewDeadLetter } from './deadLetter.js';
import { insertDeadLetters } from './insertDeadLetters.js';
import { haveDeadLetters } from './haveDeadLetters.js';
import { listDeadLetters, requestRetries } from './manageDeadLetters.js';

const LIMITS = { letters: 20, bytes: 1_000 };

describe('a try is counted before it is made', () => {
  const database = useDatabase();
  beforeEach(() => database.db.pool.query('truncate dead_letters'));
  const only = async (): Promise<DeadLetter | undefined> => (await listDeadLetters(database.db, {}, 1))[0];

  test('a letter whose tries do not end waits after the third', async () => {
    await ask(letter(1));
    const begun = [await begin(), await begin(), await begin(), await begin()];
    expect(begun.map((keys) => keys.length)).toEqual([1, 1, 1, 0]);
    expect(await only()).toMatchObject({ state: 'waiting', retries: 3 });
    await requestRetries(database.db, {});
    expect(await begin()).toHaveLength(1);
  });

  test('a try is released if the retry had no result', async () => {
    await ask(letter(1));
    for (let outage = 0; outage < 5; outage += 1) {
      await revertRetries(database.db, await startRetries(database.db, 'log', LIMITS));
      expect(await only()).toMatchObject({ state: 'retry', retries: 0 });
    }
  });

  test('poison and letters that were tried before are retried alone, others in batches limited by bytes', async () => {
    await ask(letter(1));
    await begin();
    await ask(
      letter(2),
      letter(3, { payload: Buffer.alloc(950) }),
      letter(4, { reason: 'poison' }),
      letter(5),
      letter(6),
    );
    const sizes: number[] = [];
    for (;;) {
      const keys = await startRetries(database.db, 'log', LIMITS);
      if (keys.length === 0) break;
      sizes.push(keys.length);
      await inTransaction(database.db, async (tx) => {
        const claimed = await lockRetries(tx, keys);
        await failRetries(tx, claimed);
      });
    }
    expect(sizes).toEqual([1, 1, 1, 1, 2]);
  });

  test('a letter that is refused waits with its new reason, and the try is counted once', async () => {
    await ask(letter(1));
    const keys = await startRetries(database.db, 'log', LIMITS);
    await inTransaction(database.db, async (tx) => {
      const claimed = await lockRetries(tx, keys);
      await failRetries(
        tx,
        claimed.map((one) => ({ ...one, message: 'again' })),
      );
    });
    expect(await only()).toMatchObject({ state: 'waiting', retries: 1, message: 'again' });
  });

  test('letters are known or not', async () => {
    await ask(letter(1));
    const known = await inTransaction(database.db, (tx) => haveDeadLetters(tx, [letter(2), letter(1)]));
    expect(known).toEqual([false, true]);
  });

  async function ask(...letters: NewDeadLetter[]): Promise<void> {
    await inTransaction(database.db, (tx) => insertDeadLetters(tx, letters));
    await requestRetries(database.db, {});
  }

  async function begin(): Promise<string[]> {
    return (await startRetries(database.db, 'log', LIMITS)).map(({ id }) => id.slice(-1));
  }
});

function letter(index: number, fields: Partial<NewDeadLetter> = {}): NewDeadLetter {
  return {
    projectId: '1',
    id: eventId(index),
    type: 'log',
    batchId: batchId('batch'),
    index,
    events: 1,
    sqlstate: null,
    reason: 'data',
    message: 'refused',
    payload: Buffer.alloc(100),
    part: { organization: '1', arrival: 1, hour: 2, epoch: 'e', ip: '::1', agent: 'a' },
    ...fields,
  };
}
