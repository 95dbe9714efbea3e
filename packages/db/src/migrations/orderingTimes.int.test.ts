import { expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { orderingTimes } from './0040-ordering-times.js';

const database = useDatabase();

test('a first sighting of a release long before its row was inserted is corrected, others stay', async () => {
  const { pool } = database.db;
  await pool.query(`insert into releases (project_id, version, first_seen, last_seen, created_at, last_seen_hour) values
    (1, 'false', '1970-01-02', '1970-01-02', '2026-11-20T12:30Z', '1970-01-02'),
    (1, 'mixed', '1970-01-02', '2026-11-25T12:30Z', '2026-11-20T12:30Z', '2026-11-25T12:00Z'),
    (1, 'stored late', '2026-11-17T12:30Z', '2026-11-18T12:30Z', '2026-11-20T12:30Z', '2026-11-18T12:00Z'),
    (1, 'described', null, null, '2026-11-20T12:30Z', '2026-11-20T12:00Z')`);
  const [, repair = ''] = orderingTimes.statements({ lz4: false });
  await pool.query(repair);
  const { rows } = await pool.query<{ first_seen: Date | null; last_seen: Date | null; last_seen_hour: Date }>(
    `select first_seen, last_seen, last_seen_hour from releases order by version`,
  );
  const text = (time: Date | null): string | undefined => time?.toISOString().slice(5, 16);
  expect(
    rows.map(({ first_seen, last_seen, last_seen_hour }) => [first_seen, last_seen, last_seen_hour].map(text)),
  ).toEqual([
    [undefined, undefined, '11-20T12:00'],
    ['11-20T12:30', '11-20T12:30', '11-20T12:00'],
    ['11-20T12:30', '11-25T12:30', '11-25T12:00'],
    ['11-17T12:30', '11-18T12:30', '11-18T12:00'],
  ]);
});
