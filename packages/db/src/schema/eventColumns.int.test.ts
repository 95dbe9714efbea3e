import { expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { COLUMN_TYPES, EVENT_COLUMNS, type EventColumn } from './eventColumns.js';

const database = useDatabase();

/** Nullable in the table, where a CHECK constraint refuses NULL. */
const CHECKED = [['spans', 'trace_id']].map(String);

test.each(Object.entries(EVENT_COLUMNS))(
  'every column of %s is described as the migrations create it',
  async (table) => {
    const { rows } = await database.db.pool.query<{ name: string; sql: string; nullable: boolean }>(
      `select column_name as name, data_type as sql, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = current_schema() and table_name = $1`,
      [table],
    );
    const described = Object.entries<EventColumn>(EVENT_COLUMNS[table as keyof typeof EVENT_COLUMNS]);
    expect(
      new Map(described.map(([name, { type, nullable = false }]) => [name, `${COLUMN_TYPES[type].sql} ${nullable}`])),
    ).toEqual(
      new Map(
        rows.map(({ name, sql, nullable }) => [name, `${sql} ${nullable && !CHECKED.includes(String([table, name]))}`]),
      ),
    );
  },
);
