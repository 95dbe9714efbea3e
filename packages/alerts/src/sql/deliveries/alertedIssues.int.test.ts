import { expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { OTHER } from '@sluice/db';
import { readAlertedIssues } from './messageFacts.js';

const database = useDatabase({ poolSize: 2 });

test('the issue above the limit of new issues is known by its fingerprint, not by its title', async () => {
  const gathering = await store('renamed', OTHER);
  const real = await store(OTHER, 'a', 'b');
  const issues = await readAlertedIssues(database.db, '1', [gathering, real]);
  expect([gathering, real].map((id) => issues.get(id)?.isOther)).toEqual([true, false]);
});

/** Stores an issue of these fingerprints. Returns its id. */
async function store(title: string, ...hashes: readonly string[]): Promise<string> {
  const id = randomUUID();
  const { pool } = database.db;
  await pool.query(
    `insert into issues (project_id, id, title, culprit, level, count, users, first_seen, last_seen, last_event_id)
     values (1, $1, $2, 'x', 'error', 1, 1, now(), now(), $1)`,
    [id, title],
  );
  for (const hash of hashes)
    await pool.query('insert into issue_hashes (project_id, hash, issue_id) values (1, $1, $2)', [hash, id]);
  return id;
}
