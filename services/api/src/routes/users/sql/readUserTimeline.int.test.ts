import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { upsertReplaySessions } from '@sluice/visits';
import { readUserTimeline, type Moment } from './readUserTimeline.js';

const ADA = 'id:ada';
const { db } = useDatabase();
beforeAll(() => ensureTestPartitions(db));
beforeEach(() => db.pool.query('truncate hits, exceptions, logs, spans, replay_sessions'));

const page = { limit: 50, fromMs: 0, toMs: ARRIVAL + 86_400_000, after: undefined };

const kinds = (rows: readonly Moment[]): readonly string[] => rows.map(({ kind }) => kind);

test('a timeline has hits, exceptions, logs, root spans and replays of one user, newest first', async () => {
  await storeAll();
  const { rows, next } = await readUserTimeline(db, '1', ADA, page);
  expect([kinds(rows), next]).toEqual([['replay', 'trace', 'log', 'exception', 'pageview'], undefined]);
  expect(rows[1]).toMatchObject({ text: 'pageload', level: 'ok', duration: 19.5, traceId: 'trace-0' });
  expect(rows[3]).toMatchObject({ text: 'TypeError: x', level: 'error', issueId: null });
  expect(rows[4]).toMatchObject({ text: 'Shop', url: 'https://shop.example/', timestamp: new Date(ARRIVAL + 1) });
});

test('the pages of a timeline have everything once', async () => {
  await storeAll();
  const found: string[] = [];
  let after: string | undefined;
  do {
    const { rows, next } = await readUserTimeline(db, '1', ADA, { ...page, limit: 2, after });
    found.push(...kinds(rows));
    after = next;
  } while (after !== undefined);
  expect(found).toEqual(['replay', 'trace', 'log', 'exception', 'pageview']);
});

test('nothing is left out or repeated where a busy table ends the scan earlier than others', async () => {
  await storeAll();
  const noise = Array.from({ length: 12_000 }, (_, index) => ({
    ...common(10 + index, 'id:bob'),
    level: 'info',
    message: 'noise',
  }));
  await inTransaction(db, (tx) => copyRows(tx, 'logs', noise));
  const first = await readUserTimeline(db, '1', ADA, page);
  expect([kinds(first.rows), first.scannedToMs]).toEqual([[], ARRIVAL + 10 + 2_000]);
  const second = await readUserTimeline(db, '1', ADA, { ...page, after: first.next });
  expect(kinds(second.rows)).toEqual(['replay', 'trace', 'log', 'exception', 'pageview']);
});

test.each([
  [['log'] as const, ['log']],
  [['exception', 'replay'] as const, ['replay', 'exception']],
  [['custom'] as const, []],
])('a timeline of %j lists only these', async (asked, expected) => {
  await storeAll();
  expect(kinds((await readUserTimeline(db, '1', ADA, { ...page, kinds: asked })).rows)).toEqual(expected);
});

function common(at: number, user: string | null = ADA, projectId = '1') {
  return {
    project_id: projectId,
    id: eventId(at % 4_000, `u${Math.floor(at / 4_000)} ${projectId}`, ARRIVAL + at),
    timestamp: ARRIVAL + at,
    user_key: user,
  };
}

/** One of everything for Ada, and something of others in between. */
function storeAll(): Promise<unknown> {
  return inTransaction(db, async (tx) => {
    await copyRows(tx, 'hits', [
      { ...common(1), kind: 'pageview', url: 'https://shop.example/', title: 'Shop' },
      { ...common(2, 'id:bob'), kind: 'pageview' },
      { ...common(3, ADA, '2'), kind: 'pageview' },
    ]);
    await copyRows(tx, 'exceptions', [
      { ...common(4), level: 'error', type: 'TypeError', message: 'x', hash: 'aa', payload: '{}' },
    ]);
    await copyRows(tx, 'logs', [{ ...common(5), level: 'info', message: 'paid' }]);
    await copyRows(tx, 'spans', [
      spanRow(6, { ...common(6), name: 'pageload' }),
      spanRow(7, { ...common(7), parent_id: 'span-6' }),
    ]);
    const replay = { projectId: '1', replayId: 'r', segment: 0, environment: null, release: null };
    await upsertReplaySessions(tx, [{ ...replay, id: common(8).id, userKey: ADA }]);
  });
}
