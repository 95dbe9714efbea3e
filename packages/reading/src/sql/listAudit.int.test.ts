import { beforeAll, expect, test } from '@jest/globals';
import { OPERATOR, type Actor } from '@sluice/contract';
import { useDatabase } from '@sluice/testkit';
import { createUser, inTransaction, createOrganization, createProject, deleteProject, writeAudit } from '@sluice/db';
import { listAudit } from './listAudit.js';

let organizationId: string;

const { db } = useDatabase();
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(db, 'acme'));
});

test('pages are in the order of time, also where ids are not, without gaps or repeats', async () => {
  for (const target of ['2', '1', '3', '3 again']) {
    await inTransaction(db, (tx) => writeAudit(tx, { organizationId, actor: OPERATOR, action: 'key.create', target }));
  }
  await db.pool.query(
    `update audit_log set at = timestamptz '2026-01-01' + left(target, 1)::int * interval '1 hour' where action = 'key.create'`,
  );
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const [row, more] = await listAudit(db, organizationId, { action: 'key.create', limit: 2, after });
    if (row === undefined) throw new Error('a page without rows');
    seen.push(row.target);
    after = more === undefined ? undefined : row.id;
  } while (after !== undefined);
  expect(seen).toEqual(['3 again', '3', '2', '1']);
});

test('actors of the same name have their email addresses, also when they used a token', async () => {
  const target = 'by namesakes';
  const at = async (email: string): Promise<Actor> => {
    const { id: userId } = await createUser(db, { email, name: 'Ada' });
    return { kind: 'user', userId, label: 'Ada' };
  };
  const [one, other] = [await at('one@example.com'), await at('other@example.com')];
  const token = { kind: 'token', tokenId: '1', userId: one.kind === 'user' ? one.userId : null, label: 'CI' } as const;
  for (const actor of [one, other, token, OPERATOR]) {
    await inTransaction(db, (tx) => writeAudit(tx, { organizationId, actor, action: 'key.disable', target }));
  }
  const rows = await listAudit(db, organizationId, { action: 'key.disable', limit: 50 });
  expect(rows.map(({ actor: { label, email } }) => `${label} ${email ?? '-'}`)).toEqual([
    'operator -',
    'CI one@example.com',
    'Ada other@example.com',
    'Ada one@example.com',
  ]);
});

test('a project is found by its slug, deleted ones too', async () => {
  for (let i = 0; i < 2; i += 1) {
    await createProject(db, { organization: 'acme', project: 'web' });
    await deleteProject(db, { organization: 'acme', project: 'web' });
  }
  const actions = (await listAudit(db, organizationId, { project: 'web', limit: 50 })).map(({ action }) => action);
  expect(actions).toEqual(['project.delete', 'project.create', 'project.delete', 'project.create']);
  expect(await listAudit(db, organizationId, { project: 'none', limit: 50 })).toEqual([]);
});

test.each([
  ['time', `at >= '2026-01-01' and at < '2026-01-02'`],
  ['action', `action = 'key.create'`],
  ['user', `user_id = 7`],
  ['project', `project_id = 7`],
])('a page filtered by %s is read from an index in the order of the list', async (_name, condition) => {
  const client = await db.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const query = `explain select * from audit_log where organization_id = 1 and ${condition} order by at desc, id desc limit 50`;
    const plan = (await client.query<{ 'QUERY PLAN': string }>(query)).rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan Backward using audit_log_by_');
    expect(plan).not.toContain('Sort');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
