import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createDatabase, listPartitions, type Database } from '@sluice/db';
import { createMetrics, NO_TRACING, silentLogger, systemClock, type Clock } from '@sluice/runtime';
import { startTcpProxy, waitFor, useDatabase, useResource } from '@sluice/testkit';
import { DEFAULT_WORKER_CONFIG, type WorkerConfig } from './config.js';
import { createDrainMetrics } from './drainMetrics.js';
import { createJobDrain, type JobDrain } from './jobDrain.js';
import { createPartWriter } from './partWriter.js';
import { createOutageGate } from './outageGate.js';
import { createLookUp } from './lookUp.js';
import { preparePart, type PreparedPart } from './preparePart.js';
import { BAD, makeEvent, makeJob, makePart, makeUserEvent, messages, readStored, testLogs } from './testing/samples.js';
import { createWatchList } from './watchList.js';
import { createPendingUsers } from './pendingUsers.js';

const CONFIG: WorkerConfig = { ...DEFAULT_WORKER_CONFIG, lingerMs: 5, backoffMs: 20, backoffMaxMs: 200 };
/** A client of the drain, through the proxy. */
let db: Database;

const test_ = useDatabase();
const proxy = useResource(
  () => startTcpProxy(Number(new URL(test_.url).port)),
  (started) => started.close(),
);
// A pool knows that its server was unavailable, and waits before it connects again.
beforeEach(() => {
  db = createDatabase({ url: proxy.urlFor(test_.url), poolSize: 10, applicationName: 'drain-test', lockMs: 300 });
});
afterEach(async () => {
  proxy.restore();
  await db.close();
  await test_.db.pool.query('truncate logs, dead_letters, usage, receipts, project_users, first_accepted');
});

test('the drain writes once half of the jobs wait that one queue shard may have, whatever other shards hold', async () => {
  const drain = makeDrain({ shards: 4, jobs: 8, lingerMs: 60_000 });
  const take = (...names: string[]) => Promise.all(names.map((name) => drain.handle(makeJob([makePart([name])]))));
  await take('first', 'and', 'its company');
  await take('two', 'of four');
  expect((await readStored(test_.db)).processed).toBe(5);
});

test('the drain writes the jobs of all queue shards together', async () => {
  const drain = makeDrain({ shards: 8, jobs: 64, lingerMs: 60_000 });
  await Promise.all(messages(29).map((name) => drain.handle(makeJob([makePart([name])]))));
  expect((await readStored(test_.db)).processed).toBe(29);
  const writes = await test_.db.pool.query('select distinct xmin::text from logs');
  // The first job of an idle worker does not wait for others.
  expect(writes.rowCount).toBe(2);
});

describe('a job is stored once', () => {
  test('with its rows, usage and users, by any worker and after any number of attempts', async () => {
    const jobs = [
      makeJob([makePart(messages(3, 'a')), makePart(messages(2, 'b'))]),
      makeJob([makePart(messages(4, 'c'))]),
    ];
    const drains = [makeDrain(), makeDrain(), makeDrain(), makeDrain()];
    await Promise.all(drains.flatMap((drain) => jobs.map((job) => drain.handle(job))));
    await makeDrain().handle(makeJob(jobs.flatMap((job) => job.parse()?.parts ?? [])));
    expect(await readStored(test_.db)).toEqual({
      messages: [...messages(3, 'a'), ...messages(2, 'b'), ...messages(4, 'c')],
      letters: [],
      processed: 9,
    });
    const counted = await Promise.all(drains.map((drain) => drain.metric('events_stored_total')));
    const skipped = await Promise.all(drains.map((drain) => drain.metric('duplicates_skipped_total')));
    expect(sum(counted)).toBe(9);
    expect(sum(skipped)).toBe(27);
    const users = await test_.db.kysely.selectFrom('project_users').select('user_key').execute();
    expect(users).toEqual([{ user_key: 'id:u1' }]);
  });

  test('user fields set by a server key are kept, in whichever job, part or write batch those of a public key arrive', async () => {
    const begin = Date.now() - 60_000;
    const byServer = makePart(['s'], { keyKind: 'server', events: [makeUserEvent('s', 'ann@x', begin)] });
    const forged = (name: string) => makePart([name], { events: [makeUserEvent(name, 'evil@x', begin + 5_000)] });
    const loads = [[forged('before')], [forged('a'), byServer, forged('b')], [byServer], [forged('after')]];
    for (const parts of loads) await makeDrain().handle(makeJob(parts));
    const users = await test_.db.kysely.selectFrom('project_users').selectAll().execute();
    expect(users).toMatchObject([{ user_key: 'id:u1', email: 'ann@x', last_seen: new Date(begin + 5_000) }]);
  });

  test('the same part twice in one write batch is stored once', async () => {
    const part = makePart(messages(3));
    await makeDrain().handle(makeJob([part, part]));
    expect(await readStored(test_.db)).toMatchObject({ messages: messages(3), processed: 3 });
  });

  test('even if the reply to COMMIT is lost', async () => {
    const drain = makeDrain();
    await drain.handle(makeJob([makePart(messages(1, 'first'))]));
    proxy.loseReplyTo('commit');
    await drain.handle(makeJob([makePart(messages(5))]));
    expect(await readStored(test_.db)).toMatchObject({ processed: 6, letters: [] });
    expect(await drain.metric('duplicates_skipped_total')).toBe(5);
  });

  test('the time at which its users were last seen is written even if the reply to COMMIT is lost', async () => {
    const drain = makeDrain();
    await drain.handle(makeJob([makePart(['first'])]));
    proxy.loseReplyTo('commit');
    await drain.handle(makeJob([makePart(['second'], { events: [makeEvent('second', 7_000)] })]));
    expect([await drain.metric('duplicates_skipped_total'), drain.waiting()]).toEqual([1, 1]);
  });

  test('in the partitions of its time, which are created if missing', async () => {
    const arrival = Date.now() - 48 * 3_600_000;
    await makeDrain().handle(makeJob([makePart(messages(2), { arrival })]));
    expect(await readStored(test_.db)).toMatchObject({ messages: messages(2), processed: 2 });
  });
});

describe('bad data is dead-lettered and its neighbors are stored', () => {
  test.each([
    ['a step', BAD.step, { reason: 'transform', sqlstate: null }],
    ['a row', BAD.row, { reason: 'data', sqlstate: '22021' }],
    ['what is derived, as data', BAD.derived, { reason: 'data', sqlstate: '22P02' }],
    ['what is derived, as a fault of ours', BAD.fold, { reason: 'data', sqlstate: null }],
  ])('if it breaks %s', async (_name, bad, letter) => {
    const jobs = [makeJob([makePart(['a', bad, 'b']), makePart(['c'])]), makeJob([makePart(['d'])])];
    const drain = makeDrain();
    await Promise.all(jobs.map((job) => drain.handle(job)));
    expect(await readStored(test_.db)).toEqual({
      messages: ['a', 'b', 'c', 'd'],
      letters: [{ ...letter, events: 1 }],
      processed: 5,
    });
    expect(drain.switched).toEqual([]);
  });

  test('a write batch of only bad rows becomes dead letters', async () => {
    await makeDrain().handle(
      makeJob([makePart(Array.from({ length: 100 }, () => BAD.row)), makePart([BAD.fold, BAD.step])]),
    );
    const stored = await readStored(test_.db);
    expect([stored.messages, stored.letters.length, stored.processed]).toEqual([[], 102, 102]);
  });

  test('a part that is refused even as letters is one letter of its bytes, and nothing else waits for it', async () => {
    // Half a surrogate pair: neither a column nor the header of a letter takes it.
    const untold = makePart([BAD.step, 'a'], { agent: '\ud800' });
    const drain = makeDrain();
    await Promise.all([drain.handle(makeJob([untold])), drain.handle(makeJob([makePart(['fine'])]))]);
    expect(await readStored(test_.db)).toMatchObject({
      messages: ['fine'],
      letters: [{ reason: 'unreadable', events: 2 }],
      processed: 3,
    });
    expect(drain.switched).toEqual([]);
  });

  test.each([
    ['an hour that no clock has', { hour: 9_000_000_000_000 }],
    ['an epoch that no column takes', { epoch: 'e\0' }],
  ])('a part with %s, had it been believed, does not shut the gate', async (_name, more) => {
    const drain = makeDrain();
    await drain.write([makePart(['a', 'b'], more), makePart(['fine'])].map((part) => preparePart(testLogs, part)));
    expect(await readStored(test_.db)).toMatchObject({
      messages: ['fine'],
      letters: [{ reason: 'unreadable', events: 2 }],
      processed: 3,
    });
    expect(drain.switched).toEqual([]);
  });

  test('processed = stored + dead-lettered, for any events in any chunks', async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomFrom(seed);
    const kinds = ['fine', 'fine', 'fine', ...Object.values(BAD)];
    const drains = [makeDrain({ minRows: 20, maxRows: 60 }), makeDrain({ minRows: 5 })];
    let events = 0;
    const takes = Array.from({ length: 40 }, () => {
      const parts = Array.from({ length: 1 + random(4) }, () => {
        const part = makePart(Array.from({ length: random(12) }, () => kinds[random(kinds.length)] ?? 'fine'));
        events += part.events.length;
        return part;
      });
      const job = makeJob(parts, { starts: 1 + random(3) });
      return drains.map((drain) => takeUntilDone(drain, job));
    });
    await Promise.all(takes.flat());
    const stored = await readStored(test_.db);
    const bad = events - stored.messages.length;
    expect({ seed, processed: stored.processed, letters: stored.letters.length }).toEqual({
      seed,
      processed: events,
      letters: bad,
    });
    expect(stored.messages.every((message) => message === 'fine')).toBe(true);
  }, 60_000);
});

describe('an outage is waited out', () => {
  test('holding the jobs: nothing is lost, dead-lettered or stored twice', async () => {
    const drain = makeDrain();
    await drain.handle(makeJob([makePart(['before'])]));
    proxy.cut();
    const held = [drain.handle(makeJob([makePart(messages(3))])), drain.handle(makeJob([makePart(['d', BAD.row])]))];
    await waitFor(() => drain.switched.includes('pause'), { what: 'the pause' });
    expect(await drain.metric('active_jobs')).toBe(2);
    proxy.restore();
    await Promise.all(held);
    expect(drain.switched).toEqual(['pause', 'resume']);
    expect(await readStored(test_.db)).toEqual({
      messages: ['before', 'd', ...messages(3)],
      letters: [{ reason: 'data', sqlstate: '22021', events: 1 }],
      processed: 6,
    });
    expect(await drain.metric('active_jobs')).toBe(0);
  });

  test('a stop during an outage releases the jobs', async () => {
    const drain = makeDrain();
    proxy.cut();
    const held = expect(drain.handle(makeJob([makePart(['x'])]))).rejects.toThrow();
    await waitFor(() => drain.switched.includes('pause'), { what: 'the pause' });
    drain.beginStop();
    await held;
    expect(await readStored(test_.db)).toEqual({ messages: [], letters: [], processed: 0 });
  });
});

describe('a lock held by another transaction', () => {
  test('is waited for and is not an error of the data', async () => {
    const holder = await test_.db.pool.connect();
    await holder.query('begin; lock table logs in access exclusive mode');
    const drain = makeDrain();
    const held = drain.handle(makeJob([makePart(messages(3))]));
    await waitFor(() => drain.switched.includes('pause'), { what: 'the pause' });
    await holder.query('rollback');
    holder.release();
    await held;
    expect(await readStored(test_.db)).toEqual({ messages: messages(3), letters: [], processed: 3 });
  });
});

describe('a statement that exceeds its timeout', () => {
  test('is tried in halves the second time, and nothing is dead-lettered for it', async () => {
    const loads: number[] = [];
    const slow: typeof testLogs = {
      ...testLogs,
      derive: async (tx, stored) => {
        loads.push(stored.length);
        if (stored.length > 1) await tx.client.query('set local statement_timeout = 20; select pg_sleep(5)');
      },
    };
    const drain = makeDrain({}, systemClock, slow);
    await drain.handle(makeJob([makePart(['a']), makePart(['b'])]));
    expect(loads).toEqual([2, 2, 1, 1]);
    expect(await readStored(test_.db)).toMatchObject({ messages: ['a', 'b'], letters: [], processed: 2 });
    expect(drain.switched).toEqual(['pause', 'resume']);
  });
});

describe('the lookup of a write batch', () => {
  const watching = (more: Partial<typeof testLogs> = {}) => {
    const order: string[] = [];
    const definition: typeof testLogs = {
      ...testLogs,
      ...more,
      lookUp: (stored) => {
        order.push(`look up ${stored.length}`);
        return Promise.resolve(stored.map(() => undefined));
      },
      derive: async (tx, stored, context) => {
        order.push(`derive ${stored.length}`);
        await (more.derive ?? testLogs.derive)(tx, stored, context);
      },
    };
    return { order, definition };
  };

  test('runs before its transaction, for all its rows together', async () => {
    const { order, definition } = watching();
    await makeDrain({}, systemClock, definition).handle(makeJob([makePart(messages(3)), makePart(['x', BAD.step])]));
    expect(order).toEqual(['look up 4', 'derive 4']);
  });

  test('runs once, however often the transaction is repeated and the write batch halved', async () => {
    const { order, definition } = watching({
      derive: async (tx, stored) => {
        if (stored.length > 1) await tx.client.query('set local statement_timeout = 20; select pg_sleep(5)');
      },
    });
    await makeDrain({}, systemClock, definition).handle(makeJob([makePart(['a']), makePart(['b'])]));
    expect(order).toEqual(['look up 2', 'derive 2', 'derive 2', 'derive 1', 'derive 1']);
  });

  test('delays neither the write batch nor others if it never settles', async () => {
    const definition: typeof testLogs = { ...testLogs, lookUp: () => new Promise(() => undefined) };
    const drain = makeDrain({ lookupMs: 20 }, systemClock, definition);
    await drain.handle(makeJob([makePart(messages(3))]));
    expect(await readStored(test_.db)).toEqual({ messages: messages(3), letters: [], processed: 3 });
    expect([drain.switched, await drain.metric('failed_lookups_total')]).toEqual([[], 1]);
  });
});

describe('locks are taken in one order', () => {
  test('usage before derived rows, also if data breaks a derivation', async () => {
    const order: string[] = [];
    const watched: typeof testLogs = {
      ...testLogs,
      derive: async (tx, stored, context) => {
        const { rows } = await tx.client.query<{ n: string }>('select count(*) as n from usage');
        order.push(rows[0]?.n ?? '');
        await testLogs.derive(tx, stored, context);
      },
    };
    await makeDrain({}, systemClock, watched).handle(makeJob([makePart(['a', BAD.derived])]));
    expect(order.length).toBeGreaterThan(2);
    expect(new Set(order)).toEqual(new Set(['1']));
  });
});

describe('poison stays alone (design 3.8)', () => {
  test('a job started too often becomes dead letters without running a step, except for stored parts', async () => {
    const [done, deadly] = [makePart(['a', 'b']), makePart(['c', BAD.row])];
    await makeDrain().handle(makeJob([done]));
    await makeDrain().handle(makeJob([done, deadly], { starts: 6 }));
    expect(await readStored(test_.db)).toEqual({
      messages: ['a', 'b'],
      letters: [
        { reason: 'poison', sqlstate: null, events: 1 },
        { reason: 'poison', sqlstate: null, events: 1 },
      ],
      processed: 4,
    });
  });

  test.each([2, 3, 4])('a job at its start %i is drained by itself, whole', async (starts) => {
    await makeDrain({ lingerMs: 60_000 }).handle(makeJob([makePart(['a']), makePart(['b'])], { starts }));
    expect(await readStored(test_.db)).toMatchObject({ messages: ['a', 'b'], processed: 2 });
  });

  test('an unreadable job becomes one dead letter with its bytes, once', async () => {
    const job = makeJob([], { parse: () => undefined, raw: '{"half a job', events: 3 });
    await makeDrain().handle(job);
    await makeDrain().handle(job);
    expect(await readStored(test_.db, '0')).toEqual({
      messages: [],
      letters: [{ reason: 'unreadable', sqlstate: null, events: 3 }],
      processed: 3,
    });
    const [letter] = await test_.db.kysely.selectFrom('dead_letters').select('payload').execute();
    expect(letter?.payload.toString()).toBe('{"half a job');
  });
});

describe('a part older than its receipt', () => {
  const arrival = Date.now() - 80 * 3_600_000;

  test('is dead-lettered as expired, once, never stored blindly', async () => {
    const job = makeJob([makePart(['a', 'b'], { arrival }), makePart(['c'])]);
    await makeDrain().handle(job);
    await makeDrain().handle(job);
    const expired = { reason: 'expired', sqlstate: null, events: 1 };
    expect(await readStored(test_.db)).toEqual({ messages: ['c'], letters: [expired, expired], processed: 3 });
  });

  test('is counted once although the receipt it made was dropped again, and makes no room for rows', async () => {
    const job = makeJob([makePart(['a', 'b'], { arrival: arrival - 24 * 3_600_000 })]);
    const partitions = async (table: string): Promise<number> =>
      (await listPartitions(test_.db)).filter((partition) => partition.table === table).length;
    const before = await partitions('logs');
    await makeDrain().handle(job);
    await test_.db.pool.query('truncate receipts');
    await makeDrain().handle(job);
    expect(await readStored(test_.db)).toMatchObject({ letters: [{ events: 1 }, { events: 1 }], processed: 2 });
    expect(await partitions('logs')).toBe(before);
  });

  test('is dead-lettered even if it became that old while it waited', async () => {
    let shiftMs = 0;
    const drain = makeDrain({}, () => Date.now() + shiftMs);
    proxy.cut();
    const held = drain.handle(makeJob([makePart(['a'])]));
    await waitFor(() => drain.switched.includes('pause'), { what: 'the pause' });
    // No attempt has a connection now, and each asks the time after it has one.
    shiftMs = 80 * 3_600_000;
    proxy.restore();
    await held;
    expect(await readStored(test_.db)).toMatchObject({ messages: [], letters: [{ reason: 'expired' }], processed: 1 });
  });
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** As the queue does it: a job that is turned away comes again. */
async function takeUntilDone(drain: JobDrain, job: ReturnType<typeof makeJob>): Promise<void> {
  await waitFor(() => drain.handle(job).then(() => true), { timeoutMs: 30_000, what: 'the job' });
}

/** Whole numbers below a bound, the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Rig extends JobDrain {
  readonly write: (parts: readonly PreparedPart<'logs'>[]) => Promise<void>;
  readonly switched: string[];
  /** Users whose times wait. */
  readonly waiting: () => number;
  readonly metric: (name: string) => Promise<number>;
}

function makeDrain(more: Partial<WorkerConfig> = {}, clock: Clock = systemClock, definition = testLogs): Rig {
  const config = { ...CONFIG, ...more };
  const registry = createMetrics();
  const metrics = createDrainMetrics(registry, 'log');
  const switched: string[] = [];
  const gate = createOutageGate(
    { pause: () => void switched.push('pause'), resume: () => void switched.push('resume') },
    silentLogger,
    clock,
  );
  const users = createPendingUsers(db, config.lastSeenUsers);
  const lookUp = createLookUp({ definition, timeoutMs: config.lookupMs, metrics, logger: silentLogger });
  const watchList = createWatchList(db, [], silentLogger);
  const writer = createPartWriter({ db, definition, config, lookUp, gate, users, watchList, metrics, clock });
  const quiet = { tracing: NO_TRACING, logger: silentLogger };
  const drain = createJobDrain({
    definition,
    config,
    write: writer.write,
    pace: { run: (write) => write() },
    metrics,
    ...quiet,
    clock,
  });
  const metric = async (name: string): Promise<number> => {
    const { values } = (await registry.getSingleMetric(`sluice_worker_${name}`)?.get()) ?? { values: [] };
    return values.reduce((sum, { value }) => sum + value, 0);
  };
  const write: Rig['write'] = (parts) => writer.write(parts, new AbortController().signal);
  return { ...drain, write, switched, waiting: users.size, metric };
}
