import { beforeAll, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { listEnvironments } from './listEnvironments.js';

const database = useDatabase();
beforeAll(() =>
  database.db.pool.query(
    `insert into environment_names (project_id, name, touched_at)
     select 1, 'preview-' || i, now() - i * interval '1 minute' from generate_series(1, 600) i
     union all select 1, 'production', now() union all select 2, 'other', now()`,
  ),
);

test('a project has its own environments, by name; the most recently used if there are too many', async () => {
  const names = (await listEnvironments(database.db, '1')).map(({ name }) => name);
  expect(names).toHaveLength(500);
  expect(names).toContain('production');
  expect(names).toContain('preview-499');
  expect(names).not.toContain('preview-500');
  expect(names).toEqual([...names].sort());
  expect((await listEnvironments(database.db, '2')).map(({ name }) => name)).toEqual(['other']);
  expect(await listEnvironments(database.db, '3')).toEqual([]);
});
