import { beforeAll, describe, expect, test } from '@jest/globals';
import { ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { inTransaction, copyRows } from '@sluice/db';
import { findIds, idsQuery, type IdSearch } from './findIds.js';
import { readIdPrefix, type IdPrefix } from '../idPrefix.js';

const DAY = 86_400_000;
/** Rows of each of three days: enough that reading all of a partition would cost more than its index. */
const A_DAY = 2_000;
const database = useDatabase();
beforeAll(async () => {
  await ensureTestPartitions(database.db, ARRIVAL - 2 * DAY, ARRIVAL);
  const rows = [0, 1, 2].flatMap((day) =>
    Array.from({ length: A_DAY }, (_, index) => spanRow(index, { id: idOf(day, index), span_uuid: `${day} ${index}` })),
  );
  await inTransaction(database.db, (tx) => copyRows(tx, 'spans', rows));
  await database.db.pool.query('analyze spans');
  await database.db.pool.query(`
    insert into traces (project_id, day, trace_id, first_start, last_end, span_count, error_count, roots, earliest, first_id)
    select 1, date '2026-11-18' + day, md5(index::text), now(), now(), 1, 0, '[]', '{}', gen_random_uuid()
    from generate_series(0, 2) as day, generate_series(1, 5000) as index`);
  await database.db.pool.query('analyze traces');
}, 60_000);

describe('ids that begin so', () => {
  test('are listed in order, at most as many as wanted, of one project', async () => {
    const id = idOf(1, 100);
    const find = (text: string, most = 3, projectId = '1') =>
      findIds(database.db, { projectId, kind: 'span', prefix: prefixOf(text), most });
    expect(await find(id)).toEqual([id]);
    expect(await find(id.slice(0, 13))).toEqual([id]);
    const several = await find(id.slice(0, 8));
    expect(several).toHaveLength(3);
    expect([...several].sort()).toEqual(several);
    expect(await find(id, 3, '2')).toEqual([]);
  });

  test('are found in one partition of events, by its index', async () => {
    const prefix = prefixOf(idOf(1, 100).slice(0, 8));
    const plan = await planOf({ projectId: '1', kind: 'span', prefix, most: 2 });
    expect(plan.match(/ on spans/g)).toHaveLength(1);
    expect(plan).toMatch(/Index Only Scan/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  test('of traces are found by their index, each once, however many days they arrived on', async () => {
    const prefix = prefixOf('c4ca4238a0b9');
    const search: IdSearch = { projectId: '1', kind: 'trace', prefix, most: 2 };
    expect(await findIds(database.db, search)).toEqual(['c4ca4238a0b923820dcc509a6f75849b']);
    expect(await planOf(search)).not.toMatch(/Seq Scan/);
  });
});

/** What PostgreSQL does for a lookup: one line a node. */
async function planOf(search: IdSearch): Promise<string> {
  const { sql, parameters } = idsQuery(search).compile(database.db.kysely);
  const { rows } = await database.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function prefixOf(text: string): IdPrefix {
  const prefix = readIdPrefix(text);
  if (prefix === undefined) throw new Error(`"${text}" begins no id`);
  return prefix;
}

function idOf(day: number, index: number): string {
  return eventId(index % 1_000, `${day} ${Math.floor(index / 1_000)}`, ARRIVAL - day * DAY - index * 1_000);
}
