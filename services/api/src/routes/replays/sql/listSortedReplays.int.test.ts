import { beforeAll, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { upsertReplaySessions } from '@sluice/visits';
import { countReplays } from './countReplays.js';
import { listSortedReplays, readReplayPages, type ReplaySort } from './listSortedReplays.js';
import { readReplayMarkers } from './readReplayMarkers.js';

const PAGE = { limit: 50, fromMs: 0, toMs: ARRIVAL + 86_400_000, after: undefined };

/** Length, exceptions and pages of each replay. */
const FACTS = { a: [5, 2, 1], b: [50, 0, 9], c: [500, 1, 1], d: [50, 0, 2] } as const;

const { db } = useDatabase();
beforeAll(async () => {
  await ensureTestPartitions(db);
  const replays = Object.entries(FACTS).map(([replayId, facts], index) => ({
    replayId,
    facts,
    id: eventId(index),
    userKey: index < 2 ? 'id:ada' : null,
  }));
  await inTransaction(db, async (tx) => {
    const common = { project_id: '1', timestamp: ARRIVAL, segment: 0, events: '[]', event_count: 0 };
    await copyRows(
      tx,
      'replays',
      replays.map(({ replayId, id }) => ({ ...common, id, replay_id: replayId })),
    );
    await upsertReplaySessions(
      tx,
      replays.map(({ replayId, id, userKey }) => ({
        projectId: '1',
        replayId,
        id,
        userKey,
        segment: 0,
        environment: null,
        release: null,
      })),
    );
  });
  for (const { replayId, id, facts } of replays)
    await db.pool.query(`insert into replay_facts values (1, $1, $2, '2026-11-20', $3, $4, $5, $6)`, [
      replayId,
      id,
      ...facts,
      [`https://shop.example/${replayId}`],
    ]);
});

test.each<[ReplaySort | 'newest', string]>([
  ['duration', 'cdba'],
  ['errors', 'acdb'],
  ['pages', 'bdca'],
  ['newest', 'dcba'],
])('replays are sorted by %s over all pages', async (sort, expected) => {
  let [found, after]: [string, string | undefined] = ['', undefined];
  do {
    const page = await listSortedReplays(db, '1', { ...PAGE, limit: 1, after }, { sort });
    found += page.rows.map(({ id }) => id).join('');
    after = page.next;
  } while (after !== undefined);
  expect(found).toBe(expected);
});

test('replays are filtered by user and part of a URL', async () => {
  const ids = async (filter: { readonly user?: string; readonly url?: string }): Promise<string> =>
    (await listSortedReplays(db, '1', PAGE, { sort: 'newest', ...filter })).rows.map(({ id }) => id).join('');
  expect([await ids({ user: 'id:ada' }), await ids({ url: 'EXAMPLE/c' }), await ids({ url: '%' })]).toEqual([
    'ba',
    'c',
    '',
  ]);
  expect((await listSortedReplays(db, '2', PAGE, { sort: 'newest' })).rows).toEqual([]);
  expect(await readReplayPages(db, '1', ['a', 'x'])).toEqual(
    new Map([['a', { pages: 1, urls: ['https://shop.example/a'] }]]),
  );
});

test('markers are the requests, logs and hits of the traces, by time', async () => {
  const log = { project_id: '1', trace_id: 't', level: 'info', message: 'paid' };
  await inTransaction(db, async (tx) => {
    await copyRows(tx, 'spans', [
      spanRow(50, { trace_id: 't', op: 'http.client', start_time: ARRIVAL + 5, name: 'GET /cart' }),
      spanRow(51, { trace_id: 't', op: 'http.server' }),
      spanRow(52, { trace_id: 't', op: null }),
      spanRow(53, { trace_id: 'other', op: 'http.client' }),
    ]);
    await copyRows(tx, 'logs', [{ ...log, id: eventId(60), timestamp: ARRIVAL }]);
    await copyRows(tx, 'hits', [
      {
        project_id: '1',
        id: eventId(70),
        timestamp: ARRIVAL + 2,
        trace_id: 't',
        kind: 'pageview',
        url: 'https://shop.example/',
      },
    ]);
  });
  expect((await readReplayMarkers(db, '1', ['t'])).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'log paid',
    'pageview https://shop.example/',
    'request GET /cart',
  ]);
  expect(await readReplayMarkers(db, '1', [])).toEqual([]);
});

test('the replays of a filter are counted, and those with errors', async () => {
  expect(await countReplays(db, '1', PAGE, {})).toEqual({ replays: 4, withErrors: 2, truncated: false });
  expect(await countReplays(db, '1', PAGE, { user: 'id:ada' })).toMatchObject({ replays: 2, withErrors: 1 });
  expect(await countReplays(db, '1', PAGE, { url: 'EXAMPLE/c' })).toMatchObject({ replays: 1, withErrors: 1 });
  expect(await countReplays(db, '1', { fromMs: 0, toMs: 1 }, {})).toMatchObject({ replays: 0 });
});
