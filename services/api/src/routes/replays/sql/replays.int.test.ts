import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { inTransaction, type ReplayRow, copyRows } from '@sluice/db';
import type { PageRequest } from '@sluice/reading';
import { upsertReplaySessions } from '@sluice/visits';
import { listReplays, REPLAY_SCAN, type ReplayFilter } from './listReplays.js';
import { readReplay, readReplayEvents } from './readReplay.js';

const SECOND = 1_000;
const DAY = 86_400_000;
const PAGE: PageRequest = { limit: 50, fromMs: 0, toMs: ARRIVAL + 10 * DAY, after: undefined };

interface SegmentShape extends Partial<ReplayRow> {
  /** Milliseconds after `ARRIVAL` at which it arrived. */
  readonly at?: number;
}

let serial = 0;

describe('replays', () => {
  const { db } = useDatabase();
  beforeAll(() => ensureTestPartitions(db, ARRIVAL - DAY, ARRIVAL + 2 * DAY));
  beforeEach(async () => {
    serial = 0;
    await db.pool.query('truncate replays, replay_sessions, spans, exceptions');
  });

  test('segments are ordered by number, each number once, in any order of arrival; gaps are reported', async () => {
    const rows = await store({ segment: 4 }, { segment: 1 }, { segment: 2 }, { segment: 7 });
    await store({ segment: 1, event_count: 90, end_time: ARRIVAL + DAY }, { segment: 8, event_count: 1 });
    const replay = await readReplay(db, '1', 'r');
    expect(replay).toMatchObject({
      gaps: [
        { from: 0, to: 0 },
        { from: 3, to: 3 },
        { from: 5, to: 6 },
      ],
      segmentCount: 5,
      eventCount: 4 * 3 + 1,
      startedAt: new Date(ARRIVAL + 5 * SECOND),
      endedAt: new Date(ARRIVAL + 45 * SECOND),
      truncated: false,
    });
    expect(replay?.segments.map(({ segment }) => segment)).toEqual([1, 2, 4, 7, 8]);
    expect(replay?.segments[0]?.id).toBe(rows[1]?.id);
    expect((await listReplays(db, '1', PAGE)).rows).toEqual([
      expect.objectContaining({ gaps: replay?.gaps, eventCount: 13, receivedAt: replay?.receivedAt }),
    ]);
  });

  test('a segment without times is placed at its recording time; an end before its start is ignored', async () => {
    await store({ start_time: null, end_time: null, timestamp: ARRIVAL - 9 }, { segment: 1, end_time: ARRIVAL - DAY });
    expect(await readReplay(db, '1', 'r')).toMatchObject({
      startedAt: new Date(ARRIVAL - 9),
      endedAt: new Date(ARRIVAL + 5 * SECOND),
    });
  });

  test('its properties come from its first segment, also if that arrived later or the next day', async () => {
    await store({ segment: 1, environment: 'stage', user_key: 'id:2' });
    await store({ segment: 0, environment: 'prod', release: 'web@1', user_key: 'id:1', at: DAY });
    const ofFirst = { environment: 'prod', release: 'web@1', userKey: 'id:1', segmentCount: 2 };
    expect(await readReplay(db, '1', 'r')).toMatchObject(ofFirst);
    expect(await idsOf({ environment: 'prod', release: 'web@1', user: 'id:1' })).toEqual(['r']);
    expect(await idsOf({ user: 'id:2' })).toEqual([]);
  });

  test('are listed once, by their first arrival, newest first, over days and pages', async () => {
    await store({ replay_id: 'a', at: 0 }, { replay_id: 'b', at: 1 }, { replay_id: 'c', at: DAY });
    await store({ replay_id: 'a', at: DAY + 1, segment: 1 }, { replay_id: 'b', at: 2 * DAY, segment: 1 });
    expect(await idsOf()).toEqual(['c', 'b', 'a']);
    const first = await listReplays(db, '1', { ...PAGE, limit: 2 });
    expect(first.rows.map(({ id, segmentCount }) => [id, segmentCount])).toEqual([
      ['c', 1],
      ['b', 2],
    ]);
    expect(await idsOf({}, { limit: 2, after: first.next })).toEqual(['a']);
    expect(await idsOf({}, { fromMs: ARRIVAL + 1, toMs: ARRIVAL + DAY })).toEqual(['b']);
    expect((await listReplays(db, '2', PAGE)).rows).toEqual([]);
  });

  test('a scan that finds too few ends, reports its position, and continues from there', async () => {
    const late = 1_000;
    await store({ replay_id: 'rare', user_key: 'id:1', at: 0 });
    await store(...Array.from({ length: REPLAY_SCAN + 5 }, (_, n) => ({ replay_id: `r${n}`, at: late + n })));
    const first = await listReplays(db, '1', PAGE, { user: 'id:1' });
    expect([first.rows, first.scannedToMs]).toEqual([[], ARRIVAL + late + 5]);
    const second = await listReplays(db, '1', { ...PAGE, after: first.next }, { user: 'id:1' });
    expect([second.rows.map(({ id }) => id), second.next]).toEqual([['rare'], undefined]);
  });

  test('list the exceptions and traces with their id, and no others', async () => {
    await store({ trace_id: 't1' }, { segment: 1, trace_id: 't1' });
    await storeException('r', 't2');
    await storeException('r', null);
    await storeException('other', 't3');
    await storeException('r', 't4', '2');
    expect(await readReplay(db, '1', 'r')).toMatchObject({ errorCount: 2, traceIds: ['t1', 't2'] });
    expect((await listReplays(db, '1', PAGE)).rows).toMatchObject([{ errorCount: 2 }]);
  });

  test('of a trace are those with an event that has its id', async () => {
    await store({ replay_id: 'a', trace_id: 't' }, { replay_id: 'b' }, { replay_id: 'c' }, { replay_id: 'd' });
    await inTransaction(db, (tx) => copyRows(tx, 'spans', [spanRow(1, { trace_id: 't', replay_id: 'b' })]));
    await storeException('c', 't');
    await storeException('without segments', 't');
    expect(await idsOf({ trace: 't' })).toEqual(['c', 'b', 'a']);
    const first = await listReplays(db, '1', { ...PAGE, limit: 2 }, { trace: 't' });
    expect(await idsOf({ trace: 't' }, { limit: 2, after: first.next })).toEqual(['a']);
    expect((await listReplays(db, '1', { ...PAGE, limit: 3 }, { trace: 't' })).next).toBeUndefined();
  });

  test('a segment’s events are the text that was stored, of the smallest event id', async () => {
    await store({ events: '[ {"a":1e2} ]' }, { events: '[]' }, { replay_id: 'other', segment: 1 });
    expect(await readReplayEvents(db, '1', 'r', 0)).toBe('[ {"a":1e2} ]');
    expect(await readReplayEvents(db, '1', 'r', 1)).toBeUndefined();
    expect(await readReplayEvents(db, '2', 'r', 0)).toBeUndefined();
    expect(await readReplay(db, '2', 'r')).toBeUndefined();
  });

  /** Stores segments as a worker does. */
  async function store(...shapes: readonly SegmentShape[]): Promise<readonly ReplayRow[]> {
    const rows = shapes.map(row);
    await inTransaction(db, async (tx) => {
      await copyRows(tx, 'replays', rows);
      await upsertReplaySessions(
        tx,
        rows.map((each) => ({
          projectId: each.project_id,
          replayId: each.replay_id ?? '',
          id: each.id,
          segment: each.segment,
          environment: each.environment,
          release: each.release,
          userKey: each.user_key,
        })),
      );
    });
    return rows;
  }

  function storeException(replayId: string, traceId: string | null, projectId = '1'): Promise<unknown> {
    serial += 1;
    const values = [projectId, eventId(serial, 'exceptions'), replayId, traceId];
    return db.pool.query(
      `insert into exceptions (project_id, id, timestamp, level, type, message, hash, payload, replay_id, trace_id)
       values ($1, $2, now(), 'error', 'E', '', 'aa', '{}', $3, $4)`,
      values,
    );
  }

  async function idsOf(filter: ReplayFilter = {}, page: Partial<PageRequest> = {}): Promise<readonly string[]> {
    return (await listReplays(db, '1', { ...PAGE, ...page }, filter)).rows.map(({ id }) => id);
  }
});

/** A segment of five seconds and three events. */
function row({ at = serial, ...fields }: SegmentShape): ReplayRow {
  serial += 1;
  const number = fields.segment ?? 0;
  return {
    project_id: '1',
    id: eventId(serial % 1_000, `replay ${Math.floor(serial / 1_000)}`, ARRIVAL + at),
    timestamp: ARRIVAL,
    environment: null,
    release: null,
    user_key: null,
    trace_id: null,
    span_id: null,
    replay_id: 'r',
    tags: null,
    contexts: null,
    segment: number,
    start_time: ARRIVAL + number * 5 * SECOND,
    end_time: ARRIVAL + (number + 1) * 5 * SECOND,
    events: '[1, 2, 3]',
    event_count: 3,
    ...fields,
  };
}
