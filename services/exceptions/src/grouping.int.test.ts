import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { deleteSourceMap } from '@sluice/sourcemaps/statements';
import { requestRetries } from '@sluice/dead-letters';
import { createWorker, DEFAULT_WORKER_CONFIG, type Worker } from '@sluice/drain';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { DEFAULT_BLOB_STORE_CONFIG, DEFAULT_RESOLVER_CONFIG, type FrameResolver } from '@sluice/sourcemaps';
import { storeTestMap, testMap, waitFor, useDatabase, useRedis, useRole } from '@sluice/testkit';
import { useQueues } from '@sluice/testkit/useQueues';
import { createExceptions } from './createExceptions.js';
import { createStoreExceptions } from './createStoreExceptions.js';
import { fingerprints, formerFingerprints } from './steps/fingerprints.js';
import { readExceptionPayload } from './steps/readExceptionPayload.js';

const WORKER = { ...DEFAULT_WORKER_CONFIG, lingerMs: 5, minRows: 10, lookupMs: 2_000, deadLetterPollMs: 50 };
const CONFIG = {
  ...WORKER,
  store: DEFAULT_BLOB_STORE_CONFIG,
  // Nothing is cached: an upload is visible to the next exception.
  resolver: { ...DEFAULT_RESOLVER_CONFIG, cacheTtlMs: 0 },
};
const database = useDatabase({ poolSize: 20 });
const redis = useRedis();
const own = useRole(database, 'sluice_exceptions', 20);
const queues = useQueues(redis);
beforeEach(async () => {
  const maps = 'sourcemaps, sourcemap_blobs, sourcemap_garbage';
  const issues = 'issues, issue_hashes, issue_hours, issue_releases, issue_users';
  await database.db.pool.query(`truncate exceptions, receipts, usage, releases, dead_letters, ${issues}, ${maps}`);
});

const CART = ['export function totalOf(items) {', '  return items.map((one) => one.price);', '}', ''].join('\n');
const FIRST = buildOf('loadItems', 10);
const SECOND = buildOf('sumUp', 400);
const rawOf = ({ payload }: typeof FIRST): string => fingerprints(readExceptionPayload(payload))[0];

let serial = 0;
const deps = () => ({
  db: own.db,
  redisUrl: redis.url,
  logger: silentLogger,
  metrics: createMetrics(),
  clock: systemClock,
});
const drained = () => queues.drained('exception');
const real = (): Worker => createExceptions(deps(), CONFIG);
const counts = async (): Promise<readonly number[]> => (await issues()).map(({ count }) => count);

describe('issues of former rules', () => {
  const failed = (status: number) => ({ type: 'AxiosError', message: `Request failed with status code ${status}` });
  const [notFound, broken] = [failed(404), failed(500)];

  test('keep their exceptions, under the fingerprints that these have now', async () => {
    const [former = ''] = formerFingerprints(readExceptionPayload(notFound));
    await database.db.pool.query(`insert into issue_hashes (project_id, hash, issue_id, count) values (1, $1, $2, 0)`, [
      former,
      '0190f3c2-7d1e-8abc-8def-0123456789ab',
    ]);
    await withWorker(real, async () => {
      await publish('shop@1', notFound);
      await publish('shop@1', broken);
      await drained();
    });
    const own = [notFound, broken].map((payload) => fingerprints(readExceptionPayload(payload))[0]);
    expect(await issues()).toEqual([{ count: 2, hashes: [...own.sort(), former] }]);
  });

  test('leave new ones apart', async () => {
    await withWorker(real, async () => {
      await publish('shop@1', notFound);
      await publish('shop@1', broken);
      await publish('shop@1', notFound);
      await drained();
    });
    expect((await counts()).toSorted()).toEqual([1, 2]);
  });
});

describe('issues and source maps', () => {
  test('two builds that a minifier named differently are two issues without maps, and one with them', async () => {
    expect(rawOf(FIRST)).not.toBe(rawOf(SECOND));
    await withWorker(real, async () => {
      await store('shop@1', FIRST);
      await store('shop@2', SECOND);
    });
    expect(await counts()).toEqual([1, 1]);
    await database.db.pool.query('truncate issues, issue_hashes');
    await upload('shop@1', FIRST);
    await upload('shop@2', SECOND);
    await withWorker(real, async () => {
      await store('shop@1', FIRST);
      await store('shop@2', SECOND);
    });
    expect(await counts()).toEqual([2]);
  });

  test('uploading, deleting and uploading a map again never splits or moves an issue', async () => {
    await withWorker(real, async () => {
      await store('shop@1', FIRST);
      const [before] = await issues();
      const id = await upload('shop@1', FIRST);
      await store('shop@1', FIRST);
      const [after] = await issues();
      expect(after?.hashes).toEqual([rawOf(FIRST), expect.stringMatching(/^v1:/)]);
      await deleteSourceMap(database.db, '1', id);
      await store('shop@1', FIRST);
      await upload('shop@1', FIRST);
      await store('shop@1', FIRST);
      expect(before).toEqual({ count: 1, hashes: [rawOf(FIRST)] });
      expect(await issues()).toEqual([{ count: 4, hashes: after?.hashes }]);
    });
  });

  test('two builds without a release are one issue by their debug ids, which keep their maps', async () => {
    const builds = [
      { ...FIRST, debugId: '85314830-023f-4cf1-a267-535f4e37bb17' },
      { ...SECOND, debugId: '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11' },
    ];
    for (const { map, debugId } of builds) {
      await storeTestMap(database.db, { projectId: '1', release: null, filename: 'assets/cart.js', debugId }, map);
    }
    await database.db.pool.query(`update sourcemaps set touched_at = now() - interval '40 days'`);
    await withWorker(real, async () => {
      for (const { payload, debugId } of builds) {
        await publish(null, { ...payload, frames: payload.frames.map((frame) => ({ ...frame, debugId })) });
        await drained();
      }
    });
    expect(await counts()).toEqual([2]);
    const { rows } = await database.db.pool.query(
      `select touched_at > now() - interval '1 day' as kept, (select count(*) from releases) as releases from sourcemaps`,
    );
    expect(rows).toEqual(Array(2).fill({ kept: true, releases: '0' }));
  });

  test('the fingerprint of frames as sent wins over that of resolved ones, and nothing merges', async () => {
    await upload('shop@1', FIRST);
    await upload('shop@2', SECOND);
    await withWorker(real, async () => {
      // One issue by the frames as sent; another, opened by the other build, by the resolved ones.
      await store('none', FIRST);
      await store('shop@2', SECOND);
      const [own, other] = await issues();
      expect(other?.hashes).toHaveLength(2);
      await store('shop@1', FIRST);
      expect(await issues()).toEqual([{ ...own, count: 2 }, other]);
    });
  });

  test('the row has the frames as sent, and their fingerprint', async () => {
    await upload('shop@1', FIRST);
    await withWorker(real, () => store('shop@1', FIRST));
    const { rows } = await database.db.pool.query('select hash, payload from exceptions');
    expect(rows).toEqual([{ hash: rawOf(FIRST), payload: { frames: FIRST.payload.frames } }]);
    const { rows: stored } = await database.db.pool.query('select culprit from issues');
    expect(stored).toEqual([{ culprit: 'loadItems in assets/cart.js' }]);
  });

  test('a dead letter that is stored again is grouped as any other', async () => {
    await upload('shop@1', FIRST);
    await upload('shop@2', SECOND);
    await withWorker(real, () => store('shop@1', FIRST));
    const refusing = createStoreExceptions({ resolve: () => Promise.resolve([]) });
    const toRow = (): never => {
      throw new Error('not today');
    };
    await withWorker(
      () => createWorker(deps(), WORKER, { ...refusing, toRow }),
      () => store('shop@2', SECOND),
    );
    expect(await counts()).toEqual([1]);
    await withWorker(real, async () => {
      expect(await requestRetries(database.db, {})).toBe(1);
      await waitFor(async () => (await counts())[0] === 2, { what: 'the retry' });
    });
    expect(await counts()).toEqual([2]);
  });
});

describe('exceptions of another platform', () => {
  const price = (value: string) => ({ module: 'shop.cart', function: 'price', line: 17, vars: { cart: value } });
  const thrown = (value: string) => ({
    type: 'KeyError',
    message: `'${value}'`,
    platform: 'python',
    frames: [price(value)],
    cause: { type: 'ValueError', frames: [price(value)] },
  });

  test('are stored with platform, module and variables, and are one issue whatever the variables are', async () => {
    await withWorker(real, async () => {
      await publish('shop@1', thrown('c-17'));
      await publish('shop@1', thrown('c-18'));
      await drained();
    });
    expect(await counts()).toEqual([2]);
    const { rows } = await database.db.pool.query('select payload from exceptions order by id');
    const stored = ({ platform, frames, cause }: ReturnType<typeof thrown>) => ({ platform, frames, cause });
    expect(rows).toEqual(['c-17', 'c-18'].map((value) => ({ payload: stored(thrown(value)) })));
    const { rows: places } = await database.db.pool.query('select title, culprit from issues');
    expect(places).toEqual([{ title: "KeyError: 'c-18'", culprit: 'price in shop.cart' }]);
  });

  test('are not looked up in source maps', async () => {
    let asked = 0;
    const resolve: FrameResolver['resolve'] = () => Promise.resolve([]).finally(() => (asked += 1));
    await withWorker(
      () => resolvingBy(resolve),
      async () => {
        await publish('shop@1', thrown('c-17'));
        await drained();
        expect(asked).toBe(0);
        await store('shop@1', FIRST);
      },
    );
    expect(asked).toBe(1);
  });
});

describe('a resolver that', () => {
  test.each<[string, FrameResolver['resolve']]>([
    ['hangs', () => new Promise(() => undefined)],
    ['rejects', () => Promise.reject(new Error('away'))],
    [
      'throws',
      () => {
        throw new TypeError('ours');
      },
    ],
    ['answers too little', () => Promise.resolve([])],
  ])('%s holds no load, and loses nothing of it', async (_name, resolve) => {
    await withWorker(
      () => resolvingBy(resolve),
      () => store('shop@1', FIRST),
    );
    expect(await issues()).toEqual([{ count: 1, hashes: [rawOf(FIRST)] }]);
    const { rows } = await database.db.pool.query('select from dead_letters');
    expect(rows).toEqual([]);
  });

  test('hangs holds no transaction either: it is asked before there is one', async () => {
    let asked = 0;
    const isNoneOpen = async (): Promise<boolean> => {
      const { rows } = await database.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      );
      return rows.length === 0;
    };
    const resolve: FrameResolver['resolve'] = async () => {
      // The worker looks for retries meanwhile, in short transactions; one of this load would stay open until the response.
      await waitFor(isNoneOpen, { timeoutMs: 10_000, what: 'the end of all transactions' });
      asked += 1;
      return [];
    };
    // More patient than that wait, or the worker would go on and open its transaction.
    await withWorker(
      () => resolvingBy(resolve, 20_000),
      () => store('shop@1', FIRST),
    );
    expect(asked).toBe(1);
  });
});

function publish(release: string | null, payload: Readonly<Record<string, Json>>): Promise<void> {
  serial += 1;
  const [timestamp, contexts] = [new Date().toISOString(), release === null ? {} : { release }];
  const events = [{ type: 'exception' as const, timestamp, contexts, payload }];
  return queues.publish({ type: 'exception', name: `batch ${serial}`, events });
}

/** Stores these exceptions one after another, as a worker does. */
async function withWorker(create: () => Worker, work: () => Promise<void>): Promise<void> {
  const worker = create();
  await worker.start();
  try {
    await work();
  } finally {
    await worker.stop();
  }
}

/** Fingerprints by issue, those that events bear first. */
async function issues(): Promise<readonly { readonly count: number; readonly hashes: readonly string[] }[]> {
  const { rows } = await database.db.pool.query<{ count: string; hashes: string[] }>(
    `select i.count, (select array_agg(h.hash order by h.count desc, h.hash) from issue_hashes h
       where h.project_id = i.project_id and h.issue_id = i.id) as hashes
     from issues i order by i.id`,
  );
  return rows.map(({ count, hashes }) => ({ count: Number(count), hashes }));
}

async function store(release: string, { payload }: typeof FIRST): Promise<void> {
  await publish(release, payload);
  await drained();
}

/** The same program in a build in which its function is `name` and begins at `column` of the bundle's line. */
function buildOf(name: string, column: number) {
  return {
    map: testMap({ '../src/cart.js': CART }, [
      [column, 0, 0, 0],
      [column + 10, 0, 1, 9],
    ]),
    payload: {
      type: 'TypeError',
      message: 'items is undefined',
      frames: [
        { file: 'https://shop.example/assets/cart.js', function: name, line: 1, column: column + 12, inApp: true },
      ],
    },
  };
}

function upload(release: string, { map }: typeof FIRST): Promise<string> {
  return storeTestMap(database.db, { projectId: '1', release, filename: 'assets/cart.js' }, map);
}

function resolvingBy(resolve: FrameResolver['resolve'], lookupMs = 50): Worker {
  return createWorker(deps(), { ...WORKER, lookupMs }, createStoreExceptions({ resolve }));
}
