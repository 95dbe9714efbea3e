import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { classifyError } from '../connection/classifyError.js';
import { inTransaction, withSavepoint } from '../connection/inTransaction.js';
import type { CopiedRow, HitRow, LogRow, ReplayRow, SpanRow } from '../schema/eventColumns.js';
import type { EventTableName } from '../schema/eventColumns.js';
import { BadRowError } from '../connection/badRowError.js';
import { copyRows } from './copyRows.js';

const NASTY = [
  '\\',
  '\\N',
  '\\.',
  'a\tb\nc\rd',
  'back\\slash\\n',
  '',
  ' ',
  '"quoted"',
  "it's",
  '\u2028 \u{1F600} \u0001',
  '{a,b}',
  'NULL',
];

describe('copyRows', () => {
  const { db } = useDatabase();
  beforeAll(() => ensureTestPartitions(db));
  beforeEach(() => db.pool.query('truncate exceptions, spans, logs, hits, replays'));

  test('stores every kind of text, JSON, number, flag and time unchanged', async () => {
    const contexts = (text: string): string =>
      JSON.stringify({ [`k${text}`]: text, deep: { list: [text, 1, null, true] } });
    const rows = NASTY.map((text, index) =>
      spanRow(index, { name: text, parent_id: text, contexts: contexts(text), duration: 0.1 + index / 3, op: null }),
    );
    await copy('spans', rows);
    const stored = await db.kysely.selectFrom('spans').selectAll().orderBy('id').execute();
    expect(stored.map((row) => row.name)).toEqual(NASTY);
    expect(stored.map((row) => row.parent_id)).toEqual(NASTY);
    expect(stored.map((row) => row.contexts)).toEqual(NASTY.map((text): unknown => JSON.parse(contexts(text))));
    expect(stored.map((row) => row.duration)).toEqual(rows.map((row) => row.duration));
    expect(stored.every((row) => row.op === null && row.timestamp.getTime() === ARRIVAL)).toBe(true);
  });

  test('knows the columns of every event table', async () => {
    const base = withoutSpan(spanRow(0), 0);
    const exception: CopiedRow<'exceptions'> = {
      ...base,
      level: 'error',
      type: 'E',
      message: 'm',
      handled: false,
      hash: 'ab',
      payload: '{}',
    };
    const log: LogRow = { ...base, level: 'info', message: 'm', attributes: '{"a":1}' };
    const hit: HitRow = {
      ...base,
      kind: 'pageview',
      name: null,
      url: '/',
      referrer: null,
      title: 't',
      session_id: 's',
      visitor: null,
    };
    const replay: ReplayRow = {
      ...base,
      replay_id: 'r',
      segment: 3,
      start_time: ARRIVAL,
      end_time: null,
      events: '[1,"\\n"]',
      event_count: 2,
    };
    await copy('exceptions', [exception]);
    await copy('logs', [log]);
    await copy('hits', [hit]);
    await copy('replays', [replay]);
    expect(await db.kysely.selectFrom('exceptions').selectAll().executeTakeFirst()).toMatchObject({
      handled: false,
      payload: {},
    });
    expect(await db.kysely.selectFrom('logs').selectAll().executeTakeFirst()).toMatchObject({ attributes: { a: 1 } });
    expect(await db.kysely.selectFrom('hits').selectAll().executeTakeFirst()).toMatchObject({ title: 't', name: null });
    expect(await db.kysely.selectFrom('replays').selectAll().executeTakeFirst()).toMatchObject({
      events: '[1,"\\n"]',
      segment: 3,
      end_time: null,
      start_time: new Date(ARRIVAL),
    });
  });

  test.each<[string, Partial<SpanRow>, string]>([
    ['NUL in text', { name: 'a\0b' }, '22021'],
    ['NUL in JSON', { contexts: '{"a":"\\u0000"}' }, '22P05'],
    ['a lone surrogate in JSON', { contexts: '{"a":"\\ud800"}' }, '22P02'],
    ['broken JSON', { tags: '{' }, '22P02'],
    ['no UUID', { id: 'nonsense' }, '22P02'],
    ['a number out of range', { project_id: '99999999999999999999' }, '22003'],
    ['no trace', { trace_id: null as unknown as string }, '23514'],
    ['a missing name', { name: null as unknown as string }, '23502'],
    ['an invalid time', { start_time: Number.NaN }, '22000'],
    ['an event stored before', { id: eventId(0) }, '23505'],
  ])('reports the number of the row with %s', async (_, fields, sqlstate) => {
    for (const bad of [1, 7, 49]) {
      const rows = Array.from({ length: 50 }, (__, index) => spanRow(index, index === bad ? fields : {}));
      const error = await thrownBy(copy('spans', rows));
      expect({ row: error.rowIndex, sqlstate: error.sqlstate }).toEqual({ row: bad, sqlstate });
    }
    expect(await db.kysely.selectFrom('spans').select('id').execute()).toEqual([]);
  });

  test('a bad first row of many megabytes neither hangs nor crashes, and the connection stays usable', async () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => spanRow(index, { name: 'x'.repeat(5_000) }));
    await inTransaction(db, async (tx) => {
      const failing = withSavepoint(tx, () => copyRows(tx, 'spans', [spanRow(4_095, { tags: '{' }), ...rows]));
      expect((await thrownBy(failing)).rowIndex).toBe(0);
      await copyRows(tx, 'spans', rows);
    });
    expect((await db.kysely.selectFrom('spans').select('id').execute()).length).toBe(rows.length);
  });

  test('does not report a row whose time has no partition as bad', async () => {
    const late = spanRow(0, { id: eventId(0, 'batch', ARRIVAL + 40 * 86_400_000) });
    const error: unknown = await copy('spans', [spanRow(1), late]).catch((thrown: unknown) => thrown);
    expect(classifyError(error)).toBe('no_partition');
  });

  async function thrownBy(work: Promise<unknown>): Promise<BadRowError> {
    const error: unknown = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof BadRowError)) throw new Error(`no BadRowError but ${String(error)}`);
    return error;
  }

  function withoutSpan({ project_id, timestamp, environment, release, ...row }: SpanRow, index: number) {
    return {
      project_id,
      id: eventId(index),
      timestamp,
      environment,
      release,
      user_key: row.user_key,
      trace_id: null,
      span_id: null,
      replay_id: null,
      tags: row.tags,
      contexts: row.contexts,
    };
  }

  function copy<T extends EventTableName>(table: T, rows: readonly CopiedRow<T>[]): Promise<void> {
    return inTransaction(db, (tx) => copyRows(tx, table, rows));
  }
});
