import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { copyRows, ensurePartitions, inTransaction } from '@sluice/db';
import { upsertReplaySessions } from '@sluice/visits';
import { deleteSourceMap } from '@sluice/sourcemaps/statements';
import { storeTestMap, testMap, type Answer, useTenant } from '@sluice/testkit';
import { useApi } from '../../testing/apiHarness.js';
import { storeThrown, type Thrown } from '../../testing/storeThrown.js';

const HOUR = 3_600_000;
const RELEASE = 'shop@1';
const CART = ['export function load(id) {', '  const item = items[id];', '  return item.price;', '}', ''].join('\n');
const LIBRARY = 'export const run = (f) => f();\n';
/** `t` of the bundle at columns 10 to 29 is the application's, at 30 and beyond the library's. */
const MAP = testMap({ '../src/cart.js': CART, '../node_modules/x/run.js': LIBRARY }, [
  [10, 0, 0, 0],
  [20, 0, 2, 9],
  [30, 1, 0, 26],
]);
const BUNDLE = 'https://shop.example/assets/app.js';
const frame = (column: number) => ({ file: BUNDLE, function: 't', line: 1, column, inApp: true });
const sent = { frames: [frame(25), frame(35)] };
/** What the client did not send of a frame. */
const UNSENT = { module: null, context: null, vars: null, debugId: null };
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 24 * HOUR, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions', 'replays', 'replay_sessions'], ...days });
});
beforeEach(async () => {
  const issues = 'issues, issue_hashes, issue_hours, issue_releases, issue_users';
  await api.db.pool.query(`truncate exceptions, ${issues}, sourcemaps, sourcemap_blobs, sourcemap_garbage`);
  letSee();
});

/** Cached file names are valid for less than a second. */
const letSee = (): void => void (api.now += 1_000);

interface Line {
  readonly [field: string]: unknown;
  readonly id: string;
}
const ask = (path: string): Promise<Answer> => api.ask(`${tenant.path}${path}`, { token: tenant.token });

const resolved = {
  ...frame(25),
  context: null as unknown,
  original: {
    file: 'src/cart.js',
    source: '../src/cart.js',
    function: 'load',
    line: 3,
    column: 10,
    name: null,
    inApp: true,
    context: {
      before: ['export function load(id) {', '  const item = items[id];'],
      line: '  return item.price;',
      after: ['}', ''],
    },
  },
  unresolved: null,
};

describe('an exception', () => {
  test('resolves when a map is uploaded later, stops when it is deleted, and resolves again after another upload', async () => {
    await store({});
    const before = await only();
    expect(before['frames']).toEqual(
      sent.frames.map((one) => ({ ...one, ...UNSENT, original: null, unresolved: 'no_map' })),
    );
    const id = await upload();
    const after = await only();
    expect(after['frames']).toMatchObject([resolved, { original: { file: 'node_modules/x/run.js', inApp: false } }]);
    await deleteSourceMap(api.db, tenant.projectId, id);
    letSee();
    expect(await only()).toEqual(before);
    await upload();
    expect(await only()).toEqual(after);
  });

  test('shows its causes with their frames, and all that was sent as it was sent', async () => {
    const deep = { message: 'deep', stack: 'Error: deep\n    at t (https://shop.example/assets/app.js:1:26)' };
    const cause = { type: 'RangeError', message: 'why', ...sent, parent: 0, cause: deep };
    await store({ payload: { ...sent, cause } });
    await upload();
    const found = await only();
    expect(found['causes']).toMatchObject([
      { type: 'RangeError', message: 'why', frames: [resolved, {}], parent: 0 },
      {
        type: 'Error',
        message: 'deep',
        frames: [{ file: BUNDLE, column: 26, original: { file: 'src/cart.js' } }],
        parent: null,
      },
    ]);
    expect([found['cause'], found['stack']]).toEqual([cause, null]);
  });

  test('has the source lines that were sent with its frames, next to those of the map', async () => {
    const context = { before: [], line: 'a();', after: ['b();'] };
    const frames = [
      { ...frame(25), context },
      { ...frame(35), context: { line: 5 } },
    ];
    await store({ payload: { frames, cause: { message: 'why', frames } } });
    const before = await only();
    expect(before['frames']).toMatchObject([{ context, original: null, unresolved: 'no_map' }, { context: null }]);
    expect(before['causes']).toMatchObject([{ frames: [{ context, original: null }, { context: null }] }]);
    await upload();
    expect((await only())['frames']).toMatchObject([{ ...resolved, context }, { context: null }]);
  });

  test('has the reason for each frame that does not resolve', async () => {
    await upload();
    await upload(JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: 'AAAA!' }), 'broken.js');
    const frames = [
      frame(1),
      { ...frame(25), line: 99 },
      { ...frame(25), line: null },
      { ...frame(25), file: 'https://shop.example/other.js' },
      { ...frame(25), file: 'https://shop.example/broken.js' },
    ];
    await store({ payload: { frames } });
    const reasons = ((await only())['frames'] as { unresolved: unknown }[]).map(({ unresolved }) => unresolved);
    expect(reasons).toEqual(['outside_map', 'outside_map', 'no_position', 'no_map', 'bad_map']);
  });

  test('is not resolved by another project’s map, or another release’s', async () => {
    const other = await api.newTenant('theirs');
    await storeTestMap(api.db, { projectId: other.projectId, release: RELEASE, filename: 'assets/app.js' }, MAP);
    await storeTestMap(api.db, { projectId: tenant.projectId, release: 'shop@2', filename: 'assets/app.js' }, MAP);
    letSee();
    await store({});
    expect((await only())['frames']).toMatchObject([{ unresolved: 'no_map' }, { unresolved: 'no_map' }]);
  });
});

describe('an exception of another platform', () => {
  const vars = { cart_id: "'c-17'", items: '[]' };
  const python = {
    platform: 'python',
    frames: [
      { module: 'shop.cart', function: 'price', line: 17, vars },
      {
        file: 'app/main.py',
        module: 'main',
        function: 'run',
        line: 3,
        debugId: '85314830-023f-4cf1-a267-535f4e37bb17',
      },
    ],
    cause: { type: 'KeyError', message: 'price', frames: [{ module: 'shop.cart', function: 'get', line: 9, vars }] },
  };

  test('has its platform, and frames with module, variables and debug id, which are not resolved', async () => {
    await upload(undefined, 'app/main.py');
    await store({ payload: python });
    const found = await only();
    const common = { ...UNSENT, column: null, inApp: true, original: null, unresolved: 'not_javascript' };
    expect(found['platform']).toBe('python');
    expect(found['frames']).toEqual([
      { ...common, file: '', ...python.frames[0] },
      { ...common, ...python.frames[1] },
    ]);
    expect(found['causes']).toMatchObject([{ frames: [{ module: 'shop.cart', vars, unresolved: 'not_javascript' }] }]);
    expect(found['culprit']).toBe('price in shop.cart');
    expect((await dataOf('/exceptions'))[0]).toMatchObject({ culprit: 'price in shop.cart' });
  });

  test.each(['javascript', 'node'])('is resolved as any other if that is %s', async (platform) => {
    await upload();
    await store({ payload: { ...sent, platform } });
    expect(await only()).toMatchObject({ platform, frames: [resolved, {}] });
  });
});

describe('an exception with the context event.id', () => {
  const id = 'fc6d8c0c43fc4630ad850ee518f1b9d0';
  const dashed = 'fc6d8c0c-43fc-4630-ad85-0ee518f1b9d0';

  test.each([id, dashed])('%s is found by it in both forms', async (eventId) => {
    await store({ contexts: { 'event.id': eventId }, message: 'found' }, { contexts: { 'event.id': 'other' } }, {});
    for (const asked of [id, dashed, id.toUpperCase()]) {
      expect(await dataOf(`/exceptions?eventId=${asked}`)).toMatchObject([{ message: 'found' }]);
      expect((await ask(`/exceptions/${asked}`)).body).toMatchObject({ message: 'found' });
    }
  });

  test('is found by any text, exactly, of one project', async () => {
    const other = await api.newTenant('another');
    await storeThrown(api, other, [{ contexts: { 'event.id': 'order 17/ü' } }]);
    await store({ contexts: { 'event.id': 'order 17/ü' }, message: 'a' }, { contexts: { 'event.id': 'order 17' } });
    expect(await dataOf(`/exceptions?eventId=${encodeURIComponent('order 17/ü')}`)).toMatchObject([{ message: 'a' }]);
    expect(await dataOf('/exceptions?eventId=ORDER%2017')).toEqual([]);
    expect((await ask('/exceptions/order%2017%2F%C3%BC')).body).toMatchObject({ message: 'a' });
    expect((await ask('/exceptions/order%2018')).status).toBe(404);
    expect((await ask(`/exceptions?eventId=${'x'.repeat(129)}`)).status).toBe(400);
  });

  test('of several with one event id, the newest is read, and all are listed', async () => {
    await store(
      { ago: 2 * HOUR, contexts: { 'event.id': id }, message: 'older' },
      { ago: HOUR, contexts: { 'event.id': dashed }, message: 'newer' },
    );
    expect(await dataOf(`/exceptions?eventId=${id}`)).toMatchObject([{ message: 'newer' }, { message: 'older' }]);
    expect((await ask(`/exceptions/${id}`)).body).toMatchObject({ message: 'newer' });
  });

  test('that is too long for the index is stored, and not found', async () => {
    const long = 'é'.repeat(8_000);
    await store({ contexts: { 'event.id': long } });
    expect(await dataOf('/exceptions')).toHaveLength(1);
    expect((await ask(`/exceptions/${encodeURIComponent('é'.repeat(129))}`)).status).toBe(404);
  });

  test('is found by an index, in every partition', async () => {
    await store({ contexts: { 'event.id': id } });
    const plans = await api.db.pool.query<{ 'QUERY PLAN': string }>(
      `explain select id from exceptions where project_id = 1 and contexts ->> 'event.id' = 'x'
       and length(contexts ->> 'event.id') <= 128 order by id desc limit 1`,
    );
    const scans = plans.rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' Scan'));
    expect(scans.length).toBeGreaterThan(1);
    expect(scans.filter((line) => !/_project_id_expr_id_idx on /.test(line))).toEqual([]);
  });
});

describe('a culprit', () => {
  const culprits = async (issue: string): Promise<readonly unknown[]> => {
    const lists = await Promise.all(
      ['/exceptions', '/issues', `/issues/${issue}/events`].map(async (path) => (await dataOf(path))[0]),
    );
    const replay = (await ask('/replays/r1')).body as { exceptions: readonly Line[] };
    const all = [...lists, (await ask(`/issues/${issue}`)).body as Line, await only(), replay.exceptions[0]];
    return all.map((line) => line?.['culprit']);
  };

  test('is that of the original frame in all lists of exceptions and issues, if there is a map', async () => {
    const [issue = ''] = await store({ replay: 'r1' });
    await storeReplay('r1');
    const raw = 't in assets/app.js';
    // The issue keeps the culprit that it was opened with.
    expect(await culprits(issue)).toEqual([raw, 'render in app/view.ts', raw, 'render in app/view.ts', raw, raw]);
    await upload();
    expect(await culprits(issue)).toEqual(Array(6).fill('load in src/cart.js'));
  });

  test('is the application’s, though a library in the same bundle is newer', async () => {
    await store({ payload: { frames: [frame(35), frame(25)] } });
    await upload();
    expect((await dataOf('/exceptions'))[0]).toMatchObject({ culprit: 'load in src/cart.js' });
  });

  test('of an issue is that of its latest exception; without exceptions, the stored one', async () => {
    await store({ ago: HOUR, payload: { frames: [frame(35)] } }, { ago: HOUR / 2 });
    await upload();
    expect((await dataOf('/issues'))[0]).toMatchObject({ culprit: 'load in src/cart.js' });
    await api.db.pool.query('truncate exceptions');
    expect((await dataOf('/issues'))[0]).toMatchObject({ culprit: 'render in app/view.ts' });
  });

  test('of an issue is found by its displayed text and by its sent text', async () => {
    const [issue = ''] = await store({ environment: 'staging' });
    const found = async (query: string) => (await dataOf(`/issues?query=${query}`)).map(({ id }) => id);
    expect(await found('SRC/cart')).toEqual([]);
    await upload();
    for (const query of ['SRC/cart', 'load%20in', 'view.ts', 'not%20a', 'cart&environment=staging']) {
      expect([query, await found(query)]).toEqual([query, [issue]]);
    }
    expect(await found('cart&environment=production')).toEqual([]);
  });

  test('a text filter scans 1,000 issues per page; the cursor continues', async () => {
    const [issue = ''] = await store({ ago: 2 * HOUR });
    await upload();
    await api.db.pool.query(
      `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id, last_seen_hour)
       select $1, gen_random_uuid(), 'hay', 'error', 1, at, at, gen_random_uuid(), hour_of(at)
       from generate_series(1, 1000) n, lateral (select now() - n * interval '1 second' as at) t`,
      [tenant.projectId],
    );
    const { body } = await ask('/issues?query=src/cart');
    expect(body).toMatchObject({
      data: [],
      next: expect.any(String) as unknown,
      scannedTo: expect.any(String) as unknown,
    });
    const { next } = body as { readonly next: string };
    expect((await dataOf(`/issues?query=src/cart&cursor=${next}`)).map(({ id }) => id)).toEqual([issue]);
  });
});

async function storeReplay(replayId: string): Promise<void> {
  const { projectId } = tenant;
  const at = api.now - HOUR;
  const id = eventIdOf(batchIdOf(at, 'ab'.repeat(32)), at, 1);
  const nothing = { environment: null, release: null, user_key: null, trace_id: null, span_id: null };
  const bare = { ...nothing, tags: null, contexts: null, start_time: null, end_time: null };
  const replay = { replay_id: replayId, segment: 0, events: '[]', event_count: 0 };
  await inTransaction(api.db, async (tx) => {
    await copyRows(tx, 'replays', [{ project_id: projectId, id, timestamp: at, ...bare, ...replay }]);
    const session = { projectId, replayId, id, segment: 0, environment: null, release: null, userKey: null };
    await upsertReplaySessions(tx, [session]);
  });
}

async function upload(map = MAP, filename = 'assets/app.js'): Promise<string> {
  const id = await storeTestMap(api.db, { projectId: tenant.projectId, release: RELEASE, filename }, map);
  letSee();
  return id;
}

async function only(): Promise<Line> {
  const [found] = await dataOf('/exceptions');
  return (await ask(`/exceptions/${found?.id ?? ''}`)).body as Line;
}

function store(...all: readonly Thrown[]): Promise<readonly string[]> {
  return storeThrown(
    api,
    tenant,
    all.map((each) => ({ release: RELEASE, payload: sent, ...each })),
  );
}

async function dataOf(path: string): Promise<readonly Line[]> {
  return ((await ask(path)).body as { data: readonly Line[] }).data;
}
