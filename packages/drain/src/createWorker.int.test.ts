import { describe, expect, test } from '@jest/globals';
import { requestRetries } from '@sluice/dead-letters';
import { waitFor } from '@sluice/testkit';
import type { StoreDefinition } from './definition.js';
import { BAD, makeEvent, makePart, makeUserEvent, messages, readStored, testLogs } from './testing/samples.js';
import { useWorkers } from './testing/useWorkers.js';

const harness = useWorkers();
const { startWorker, publish, drained } = harness;

describe('a published event is stored once', () => {
  test('by four workers at once, with every job published four times', async () => {
    const parts = Array.from({ length: 40 }, (_, index) => makePart(messages(5, `p${index}-`)));
    for (let round = 0; round < 4; round += 1) await Promise.all(parts.map((part) => publish(part)));
    await Promise.all([startWorker(), startWorker(), startWorker(), startWorker()]);
    await drained();
    const stored = await readStored(harness.db());
    expect([new Set(stored.messages).size, stored.messages.length, stored.processed]).toEqual([200, 200, 200]);
  });

  test('an unreadable job becomes a dead letter, and the next jobs continue', async () => {
    await publish(makePart(['lost']), '{"half');
    await publish(makePart(['fine']));
    await startWorker();
    await drained();
    expect(await readStored(harness.db(), '0')).toMatchObject({ letters: [{ reason: 'unreadable' }] });
    expect(await readStored(harness.db())).toMatchObject({ messages: ['fine'], processed: 1 });
  });

  test('a stop finishes started and batched jobs, and leaves the rest in the queue', async () => {
    let goOn = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (goOn = resolve));
    const definition: StoreDefinition<'logs'> = {
      ...testLogs,
      derive: async (tx, stored, context) => {
        await stopped;
        await testLogs.derive(tx, stored, context);
      },
    };
    await publish(makePart(messages(3)));
    const worker = await startWorker({ definition, config: { lingerMs: 60_000 } });
    await waitFor(async () => (await worker.held()) === 1, { what: 'a job that is written' });
    await publish(makePart(['waits']));
    await waitFor(async () => (await worker.held()) === 2, { what: 'a job that waits for company' });
    const stopping = worker.stop();
    goOn();
    await stopping;
    expect((await readStored(harness.db())).messages).toEqual([...messages(3), 'waits']);
    await publish(makePart(['later']));
    await startWorker();
    await drained();
    expect((await readStored(harness.db())).messages).toEqual(['later', ...messages(3), 'waits']);
  });
});

test('when a user was last seen is written at the latest when the worker stops', async () => {
  const begin = Date.now() - 60_000;
  const seconds = async (): Promise<number[]> => {
    const users = await harness.db().kysely.selectFrom('project_users').select('last_seen').execute();
    return users.map(({ last_seen }) => (last_seen.getTime() - begin) / 1_000);
  };
  const worker = await startWorker();
  await publish(makePart(['first'], { events: [makeEvent('first', begin)] }));
  await drained();
  await publish(makePart(['second'], { events: [makeEvent('second', begin + 7_000)] }));
  await drained();
  expect(await seconds()).toEqual([0]);
  await worker.stop();
  expect(await seconds()).toEqual([7]);
});

describe('dead letters in state retry', () => {
  test('are stored again: the row appears, the letter goes, usage does not move', async () => {
    const refusing: StoreDefinition<'logs'> = {
      ...testLogs,
      toRow: (event, facts, details) => {
        if (event.payload['message'] !== 'fine') throw new Error('not yet understood');
        return testLogs.toRow(event, facts, details);
      },
    };
    const old = await startWorker({ definition: refusing });
    await publish(makePart(['fine', 'new kind', BAD.row]));
    await drained();
    await old.stop();
    expect((await readStored(harness.db())).letters.map(({ reason }) => reason)).toEqual(['transform', 'transform']);
    await startWorker();
    expect(await requestRetries(harness.db(), { projectId: '1' })).toBe(2);
    const stored = await waitFor(async () => {
      const now = await readStored(harness.db());
      return now.letters.length === 1 && now.letters[0]?.reason === 'data' && now;
    });
    expect(stored).toEqual({
      messages: ['fine', 'new kind'],
      letters: [{ reason: 'data', sqlstate: '22021', events: 1 }],
      processed: 3,
    });
    const states = await harness.db().kysely.selectFrom('dead_letters').select(['state', 'retries']).execute();
    expect(states).toEqual([{ state: 'waiting', retries: 1 }]);
  });

  test('keep the mark of the server key that sent them', async () => {
    const old = await startWorker({ definition: { ...testLogs, toRow: () => throwing('not yet understood') } });
    await publish(makePart(['a'], { keyKind: 'server', events: [makeUserEvent('a', 'ann@x')] }));
    await drained();
    await old.stop();
    await startWorker();
    await publish(makePart(['b'], { events: [makeUserEvent('b', 'evil@x', 5_000)] }));
    await drained();
    await requestRetries(harness.db(), { projectId: '1' });
    await waitFor(async () => (await readStored(harness.db())).letters.length === 0, { what: 'the retry' });
    const users = await harness.db().kysely.selectFrom('project_users').select('email').execute();
    expect(users).toEqual([{ email: 'ann@x' }]);
  });

  test('are looked up as in any write batch', async () => {
    await publish(makePart([BAD.row, BAD.step]));
    const seen: number[] = [];
    await startWorker({
      definition: { ...testLogs, lookUp: (stored) => Promise.resolve([void seen.push(stored.length)]) },
    });
    await drained();
    expect(seen.splice(0)).toEqual([1]);
    await requestRetries(harness.db(), { projectId: '1' });
    await waitFor(() => seen.length > 0, { what: 'the retry' });
    expect(seen).toEqual([1]);
  });

  test('are stored even if their time has no partition any more', async () => {
    const arrival = Date.now() - 90 * 3_600_000;
    await publish(makePart(['old'], { arrival }));
    await startWorker();
    await drained();
    expect((await readStored(harness.db())).letters.map(({ reason }) => reason)).toEqual(['expired']);
    await requestRetries(harness.db(), { projectId: '1' });
    await waitFor(async () => (await readStored(harness.db())).messages.length === 1, { what: 'the old event' });
    expect(await readStored(harness.db())).toEqual({ messages: ['old'], letters: [], processed: 1 });
  });
});

function throwing(message: string): never {
  throw new Error(message);
}
