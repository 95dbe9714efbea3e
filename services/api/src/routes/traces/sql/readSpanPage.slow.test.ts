import { lowestIdAt } from '@sluice/contract';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isCitusRun, ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { upsertTraces } from '@sluice/traces';
import { readSpanPage } from './readSpanPage.js';

const DAY = 86_400_000;
/** Spans of a batch, which arrive in the same millisecond. */
const BATCH = 250;
const database = useDatabase({ poolSize: 1 });
beforeAll(() => ensureTestPartitions(database.db, ARRIVAL, ARRIVAL + 2 * DAY));
beforeEach(() => database.db.pool.query('truncate spans, traces'));

const read = (traceId: string, after?: string) => readSpanPage(database.db, '1', traceId, { limit: 500, after });

describe('a page of the spans of a trace', () => {
  // On Citus the rows are read on nodes, whose statistics are not those of this server.
  (isCitusRun() ? test.skip : test).each([
    ['that was never analyzed', false],
    ['that is newer than the statistics', true],
  ])(
    'reads as many rows of a large trace as of a small one, in a table %s',
    async (_what, isAnalyzed) => {
      if (isAnalyzed) {
        await storeSmallTraces();
        await database.db.pool.query('analyze spans');
      }
      const counts = [];
      for (const spans of [3_000, 30_000]) {
        const ids = await store(`trace of ${spans}`, spans);
        for (const after of [undefined, ids[spans / 2 - 400], ids[spans - 1_000]]) {
          const before = await rowsRead();
          const page = await read(`trace of ${spans}`, after);
          expect(page?.spans).toHaveLength(500);
          counts.push((await rowsRead()) - before);
        }
      }
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(500);
      // Those of the page, of the batch that it ends in, and of the batch that it begins in.
      expect(Math.max(...counts)).toBeLessThanOrEqual(500 + 2 * BATCH);
    },
    60_000,
  );

  test('has every span once, in order of arrival, also where pages end within a batch', async () => {
    const ids = await store('whole', 2_600);
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await readSpanPage(database.db, '1', 'whole', { limit: 333, after });
      found.push(...(page?.spans ?? []).map(({ id }) => id));
      after = page?.next;
    } while (after !== undefined);
    expect(found).toEqual(ids);
    expect(ids).toEqual(ids.toSorted());
  });

  test('is empty behind the last span, and missing for a trace without spans', async () => {
    await store('short', 3);
    expect(await read('short', lowestIdAt(ARRIVAL + 3 * DAY))).toMatchObject({ spans: [], next: undefined });
    expect(await read('none')).toBeUndefined();
  });
});

/** Stores a trace in batches that arrive on two days with an empty one between them, each with a span of another trace beside every second one of it. */
async function store(traceId: string, spans: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let first = 0; first < spans; first += BATCH) {
    const arrivalMs = ARRIVAL + (first < spans / 2 ? 0 : 2 * DAY) + first;
    const idAt = (index: number): string => eventId(index, `${traceId} ${first}`, arrivalMs);
    const own = Array.from({ length: Math.min(BATCH, spans - first) }, (_, index) => idAt(index * 2));
    ids.push(...own);
    const rows = [
      ...own.map((id) => spanRow(0, { id, trace_id: traceId, span_uuid: id })),
      ...own.slice(1).map((_, index) => spanRow(index, { id: idAt(index * 2 + 1), trace_id: `beside ${first}` })),
    ];
    await inTransaction(database.db, async (tx) => {
      await copyRows(tx, 'spans', rows);
      await upsertTraces(tx, rows.map(spanOf));
    });
  }
  return ids;
}

/** Stores traces of one span on the same days: the planner then believes that every trace is small. */
async function storeSmallTraces(): Promise<void> {
  const rows = Array.from({ length: 8_000 }, (_, index) =>
    spanRow(0, {
      id: eventId(index % 4_000, 'small', ARRIVAL + (index < 4_000 ? 0 : 2 * DAY)),
      trace_id: `small ${index}`,
    }),
  );
  await inTransaction(database.db, (tx) => copyRows(tx, 'spans', rows));
}

/** Rows of spans that the session has read from tables until now. */
async function rowsRead(): Promise<number> {
  await database.db.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await database.db.pool.query<{ read: string }>(
    `select sum(idx_tup_fetch + seq_tup_read) as read from pg_stat_user_tables where relname like 'spans_p%'`,
  );
  return Number(rows[0]?.read);
}

function spanOf(row: ReturnType<typeof spanRow>) {
  return {
    projectId: row.project_id,
    traceId: row.trace_id,
    id: row.id,
    uuid: row.span_uuid,
    parentId: null,
    name: row.name,
    op: row.op,
    status: row.status,
    startMs: row.start_time,
    endMs: row.end_time,
    environment: row.environment,
    release: row.release,
    userKey: null,
  };
}
