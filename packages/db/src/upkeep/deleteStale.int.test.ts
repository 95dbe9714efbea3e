import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { deleteStale } from './deleteStale.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 20, 12);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** For each age in days: a row of each kind that is so old. */
async function fill(ages: readonly number[]): Promise<void> {
  const { pool } = database.db;
  for (const [index, age] of ages.entries()) {
    const at = new Date(NOW - age * DAY_MS);
    const id = `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`;
    await pool.query(`insert into usage values (1, 'log', 'processed', '', $1, $2, 1)`, [at, `e${index}`]);
    await pool.query(
      `insert into dead_letters (project_id, id, type, reason, message, payload, created_at)
       values (1, $1, 'log', 'data', '', '', $2)`,
      [id, at],
    );
    await pool.query(
      `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id)
       values (1, $1, 'old', 'error', 1, $2, $2, $1)`,
      [id, at],
    );
    await pool.query(`insert into issue_hashes values (1, $1, $2)`, [`hash${index}`, id]);
    await pool.query(`insert into project_users (project_id, user_key, first_seen, last_seen) values (1, $1, $2, $2)`, [
      `user${index}`,
      at,
    ]);
  }
}

const left = async (table: string): Promise<number> => {
  const { rows } = await database.db.pool.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
};

describe('what is not partitioned', () => {
  test('goes when it is older than its own bound, batch by batch, issues with their hashes', async () => {
    await fill([1, 20, 40, 60, 80]);
    const bounds = {
      usageBeforeMs: NOW - 70 * DAY_MS,
      deadLettersBeforeMs: NOW - 50 * DAY_MS,
      unseenBeforeMs: NOW - 30 * DAY_MS,
    };
    expect(await deleteStale(database.db, bounds, 2)).toEqual({ usage: 1, deadLetters: 2, issues: 2, users: 2 });
    expect(await deleteStale(database.db, bounds, 2)).toEqual({ usage: 0, deadLetters: 0, issues: 1, users: 1 });
    expect(await deleteStale(database.db, bounds, 2)).toEqual({ usage: 0, deadLetters: 0, issues: 0, users: 0 });
    const tables = ['usage', 'dead_letters', 'issues', 'issue_hashes', 'project_users'];
    expect(await Promise.all(tables.map(left))).toEqual([4, 3, 2, 2, 2]);
  });
});
