import { expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { KEPT_OF_PROJECT, TABLES_OF_PROJECT } from './steps/eraseProject.js';

const database = useDatabase();

test('every table with a project is emptied by the erasure of a project, or is kept for a stated reason', async () => {
  const { rows } = await database.db.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace`,
  );
  const known = [...TABLES_OF_PROJECT, ...Object.keys(KEPT_OF_PROJECT)].sort();
  expect(known).toEqual(rows.map(({ name }) => name).sort());
});
