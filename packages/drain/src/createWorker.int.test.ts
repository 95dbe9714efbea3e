import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Part } from '@sluice/contract';
import { createDatabase, requestRetries, migrateToLatest, type Database } from '@sluice/db';
import { startLocalPostgres } from '@sluice/embedded';
import { createDepthReader, createPublisher, type Publisher } from '@sluice/queues';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import {
  createTestDatabase,
  startTcpProxy,
  startTestRedis,
  testDirectory,
  waitFor,
  type TestDatabase,
  type TestRedis,
} from '@sluice/testkit';
import { DEFAULT_WORKER_CONFIG, type WorkerConfig } from './config.js';
import { createWorker, type Worker } from './createWorker.js';
import type { StoreDefinition } from './definition.js';
import { BAD, makeEvent, makePart, makeUserEvent, messages, readStored, testLogs } from './testing/samples.js';

const CONFIG: WorkerConfig = {
  ...DEFAULT_WORKER_CONFIG,
  lingerMs: 10,
  backoffMs: 50,
  backoffMaxMs: 300,
  deadLetterPollMs: 50,
};
const QUIET = { shards: 1, logger: silentLogger, metrics: createMetrics() };

let database: TestDatabase;
let redis: TestRedis;
let publisher: Publisher;
const workers: Worker[] = [];

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase({ poolSize: 30 }), startTestRedis()]);
});
afterAll(async () => {
  await Promise.all([database.drop(), redis.stop()]);
});
beforeEach(async () => {
  publisher = createPublisher({ ...QUIET, url: redis.url, lingerMs: 0, markTtlMs: 60_000 });
  await publisher.start();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await publisher.stop();
  await database.db.pool.query('truncate logs, dead_letters, usage, receipts, project_users, first_accepted');
});

interface WorkerOptions {
  readonly db?: Database;
  readonly redisUrl?: string;
  readonly definition?: StoreDefinition<'logs'>;
  readonly config?: Partial<WorkerConfig>;
}

interface TestWorker extends Worker {
  /** Jobs taken and not yet finished. */
  readonly held: () => Promise<number>;
}

async function startWorker(options: WorkerOptions = {}): Promise<TestWorker> {
  const { db = database.db, redisUrl = redis.url, definition = testLogs, config = {} } = options;
  const metrics = createMetrics();
  const deps = { db, redisUrl, logger: silentLogger, metrics, clock: systemClock };
  const worker = createWorker(deps, { ...CONFIG, ...config }, definition);
  await worker.start();
  const held = async (): Promise<number> => {
    const metric = await metrics.getSingleMetric('sluice_worker_active_jobs')?.get();
    return metric?.values[0]?.value ?? 0;
  };
  const started = { ...worker, held };
  workers.push(started);
  return started;
}

async function publish(part: Part, json = JSON.stringify(part)): Promise<void> {
  const hash = createHash('sha256').update(part.batch).digest('hex');
  const parts = [{ type: 'log' as const, events: part.events.length, json: Buffer.from(json) }];
  await publisher.publish({ projectId: part.project, hash, batchId: part.batch, parts });
}

/** Waits until the queue holds nothing, neither waiting nor taken. */
async function drained(timeoutMs = 10_000): Promise<void> {
  const reader = createDepthReader({ shards: 1, url: redis.url, logger: silentLogger });
  await reader.start();
  try {
    await waitFor(async () => (await reader.read('log')).jobs === 0, { timeoutMs, what: 'an empty queue' });
  } finally {
    await reader.stop();
  }
}

describe('a published event is stored once', () => {
  test('by four workers at once, with every job published four times', async () => {
    const parts = Array.from({ length: 40 }, (_, index) => makePart(messages(5, `p${index}-`)));
    for (let round = 0; round < 4; round += 1) await Promise.all(parts.map((part) => publish(part)));
    await Promise.all([startWorker(), startWorker(), startWorker(), startWorker()]);
    await drained();
    const stored = await readStored(database.db);
    expect([new Set(stored.messages).size, stored.messages.length, stored.processed]).toEqual([200, 200, 200]);
  });

  test('if a worker loses Redis between commit and finish: the job is repeated and skipped', async () => {
    const proxy = await startTcpProxy(redis.port);
    const cutBeforeCommit: StoreDefinition<'logs'> = {
      ...testLogs,
      derive: async (tx, stored, names) => {
        await testLogs.derive(tx, stored, names);
        proxy.cut();
      },
    };
    const lonely = await startWorker({ redisUrl: proxy.urlFor(redis.url), definition: cutBeforeCommit });
    await publish(makePart(messages(3)));
    await waitFor(async () => (await readStored(database.db)).messages.length === 3, { what: 'the commit' });
    await startWorker();
    await drained(40_000);
    expect(await readStored(database.db)).toEqual({ messages: messages(3), letters: [], processed: 3 });
    proxy.restore();
    workers.splice(workers.indexOf(lonely), 1);
    await lonely.stop();
    await proxy.close();
  }, 60_000);

  test('an unreadable job becomes a dead letter, and the next jobs continue', async () => {
    await publish(makePart(['lost']), '{"half');
    await publish(makePart(['fine']));
    await startWorker();
    await drained();
    expect(await readStored(database.db, '0')).toMatchObject({ letters: [{ reason: 'unreadable' }] });
    expect(await readStored(database.db)).toMatchObject({ messages: ['fine'], processed: 1 });
  });

  test('a stop finishes started and batched jobs, and leaves the rest in the queue', async () => {
    let goOn = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (goOn = resolve));
    const definition: StoreDefinition<'logs'> = {
      ...testLogs,
      derive: async (tx, stored, names) => {
        await stopped;
        await testLogs.derive(tx, stored, names);
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
    expect((await readStored(database.db)).messages).toEqual([...messages(3), 'waits']);
    await publish(makePart(['later']));
    await startWorker();
    await drained();
    expect((await readStored(database.db)).messages).toEqual(['later', ...messages(3), 'waits']);
  });
});

test('when a user was last seen is written at the latest when the worker stops', async () => {
  const seconds = async (): Promise<number[]> => {
    const users = await database.db.kysely.selectFrom('project_users').select('last_seen').execute();
    return users.map(({ last_seen }) => last_seen.getTime() / 1_000);
  };
  const worker = await startWorker();
  await publish(makePart(['first']));
  await drained();
  await publish(makePart(['second'], { events: [makeEvent('second', 7_000)] }));
  await drained();
  expect(await seconds()).toEqual([0]);
  await worker.stop();
  expect(await seconds()).toEqual([7]);
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
    expect((await readStored(database.db)).letters.map(({ reason }) => reason)).toEqual(['transform', 'transform']);
    await startWorker();
    expect(await requestRetries(database.db, { projectId: '1' })).toBe(2);
    const stored = await waitFor(async () => {
      const now = await readStored(database.db);
      return now.letters.length === 1 && now.letters[0]?.reason === 'data' && now;
    });
    expect(stored).toEqual({
      messages: ['fine', 'new kind'],
      letters: [{ reason: 'data', sqlstate: '22021', events: 1 }],
      processed: 3,
    });
    const states = await database.db.kysely.selectFrom('dead_letters').select(['state', 'retries']).execute();
    expect(states).toEqual([{ state: 'waiting', retries: 1 }]);
  });

  test('with the word of the server key that sent them', async () => {
    const old = await startWorker({ definition: { ...testLogs, toRow: () => throwing('not yet understood') } });
    await publish(makePart(['a'], { keyKind: 'server', events: [makeUserEvent('a', 'ann@x')] }));
    await drained();
    await old.stop();
    await startWorker();
    await publish(makePart(['b'], { events: [makeUserEvent('b', 'evil@x', 5_000)] }));
    await drained();
    await requestRetries(database.db, { projectId: '1' });
    await waitFor(async () => (await readStored(database.db)).letters.length === 0, { what: 'the retry' });
    const users = await database.db.kysely.selectFrom('project_users').select('email').execute();
    expect(users).toEqual([{ email: 'ann@x' }]);
  });

  test('with their lookups, as in any write batch', async () => {
    await publish(makePart([BAD.row, BAD.step]));
    const seen: number[] = [];
    await startWorker({
      definition: { ...testLogs, lookUp: (stored) => Promise.resolve([void seen.push(stored.length)]) },
    });
    await drained();
    expect(seen.splice(0)).toEqual([1]);
    await requestRetries(database.db, { projectId: '1' });
    await waitFor(() => seen.length > 0, { what: 'the retry' });
    expect(seen).toEqual([1]);
  });

  test('also from a time that has no partition any more', async () => {
    const arrival = Date.now() - 90 * 3_600_000;
    await publish(makePart(['old'], { arrival }));
    await startWorker();
    await drained();
    expect((await readStored(database.db)).letters.map(({ reason }) => reason)).toEqual(['expired']);
    await requestRetries(database.db, { projectId: '1' });
    await waitFor(async () => (await readStored(database.db)).messages.length === 1, { what: 'the old event' });
    expect(await readStored(database.db)).toEqual({ messages: ['old'], letters: [], processed: 1 });
  });
});

function throwing(message: string): never {
  throw new Error(message);
}

const readiness = (worker: Worker, name: string): Promise<string | undefined> =>
  worker.checks.find((check) => check.name === name)?.check() ?? Promise.reject(new Error(`no check ${name}`));
