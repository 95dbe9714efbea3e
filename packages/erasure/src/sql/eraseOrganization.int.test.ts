import { beforeEach, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { waitFor, useDatabase } from '@sluice/testkit';
import { createInvitation } from '@sluice/identity/statements';
import {
  addMember,
  listMemberships,
  createUser,
  inTransaction,
  createOrganization,
  findOrganization,
  listOrganizations,
  findProjectedKey,
  createProject,
  deleteProject,
  findProject,
  authenticateToken,
  createToken,
  addErased,
} from '@sluice/db';
import { eraseBatch } from './eraseBatch.js';
import { finishErasure, listNextErasures, type OpenErasure } from './erasureProgress.js';
import { eraseOrganization, eraseProject } from './eraseTenants.js';
import { listProjectErasures } from './listProjectErasures.js';
import { listOrganizationErasures } from './organizationErasures.js';
import { requestUserErasure } from './requestErasure.js';

/** Tables of organizations, and what the erasure of an organization leaves in them. */
const LEFT: Readonly<Record<string, number>> = {
  memberships: 0,
  links: 0,
  tokens: 0,
  audit_log: 0,
  alert_rules: 0,
  alert_destinations: 0,
  alert_destination_hours: 0,
  alert_maintenance: 0,
  alert_subscriptions: 0,
  alert_inbox: 0,
  // Those of the organization as a whole have an erasure of their own.
  alert_firings: 1,
  alert_notices: 1,
  alert_deliveries: 1,
  // Hashes, until the erasure is finished.
  alert_addresses: 1,
  // Usage refers to them.
  projects: 2,
  organization_erasures: 1,
};
let serial = 0;
let slug: string;
let organizationId: string;
let userId: string;
let key: string;
let token: string;

const { db } = useDatabase();

beforeEach(async () => {
  serial += 1;
  slug = `acme-${serial}`;
  ({ id: organizationId } = await createOrganization(db, slug, { 'monthly.errors': 5 }));
  ({ id: userId } = await createUser(db, { email: `ada-${serial}@example.com` }));
  await inTransaction(db, (tx) => addMember(tx, { organizationId, userId }, 'owner', OPERATOR));
  await createInvitation(db, {
    organizationId,
    email: 'bob@example.com',
    role: 'viewer',
    isMailed: false,
    actor: OPERATOR,
    nowMs: Date.now(),
    lifetimeMs: 60_000,
  });
  token = (await createToken(db, { organization: slug, scopes: ['project:read'] })).secret;
  await createProject(db, { organization: slug, project: 'old' });
  await deleteProject(db, { organization: slug, project: 'old' });
  key = (await createProject(db, { organization: slug, project: 'web' })).key.key;
});

const recordOf = async () => (await listOrganizationErasures(db)).find(({ organization }) => organization === slug);

test('the erasure of an organization requests the erasure of all projects, deleted ones too, and deletes what else the organization has', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where column_name = 'organization_id' and table_schema = current_schema()`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(LEFT).sort());

  await fireForOrganization();
  const erasures = await eraseOrganization(db, slug);
  expect(erasures).toHaveLength(2);
  expect(erasures).toEqual([
    expect.objectContaining({ kind: 'project', state: 'waiting' }),
    expect.objectContaining({ kind: 'project', state: 'waiting' }),
  ]);
  for (const [table, left] of Object.entries(LEFT)) expect([table, await countRows(table)]).toEqual([table, left]);
});

test('alerts about the organization as a whole are erased like those of a project', async () => {
  await fireForOrganization();
  await eraseOrganization(db, slug);
  const limits = { limit: 100, userOf: () => undefined };
  let left: OpenErasure | undefined = await openErasureOf(`-${organizationId}`);
  while (left !== undefined) left = await eraseBatch(db, left, limits);
  for (const table of ['alert_firings', 'alert_notices', 'alert_deliveries', 'alert_inbox'])
    expect([table, await countRows(table)]).toEqual([table, 0]);
});

test('the erasure of an organization ends every access at once, and keeps the user, who may be a member elsewhere', async () => {
  await eraseOrganization(db, slug);
  expect(await authenticateToken(db, token, Date.now())).toBeUndefined();
  expect(await listMemberships(db, userId)).toEqual([]);
  expect(await findProjectedKey(db, key)).toMatchObject({ project: null });
  await expect(findProject(db, { organization: slug, project: 'web' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(findOrganization(db, slug)).rejects.toMatchObject({ code: 'not_found' });
  expect((await listOrganizations(db)).map(({ id }) => id)).not.toContain(organizationId);
  expect((await db.pool.query('select from users where id = $1', [userId])).rowCount).toBe(1);
});

test('the slug is free again, and the new organization has nothing of the old one', async () => {
  await eraseOrganization(db, slug);
  const { id, settings } = await createOrganization(db, slug);
  expect(id).not.toBe(organizationId);
  expect(settings.monthly.errors).toBeNull();
  await expect(findProject(db, { organization: slug, project: 'web' })).rejects.toMatchObject({ code: 'not_found' });
});

test('an organization with the name of an erased one does not prevent an erasure', async () => {
  await createOrganization(db, `erased-${organizationId}`);
  expect(await eraseOrganization(db, slug)).toHaveLength(2);
});

test('other organizations stay', async () => {
  const other = `other-${serial}`;
  const { project } = await createProject(db, {
    organization: (await createOrganization(db, other)).slug,
    project: 'web',
  });
  const erasures = await eraseOrganization(db, slug);
  expect(erasures.map(({ projectId }) => projectId)).not.toContain(project.id);
  expect(await findProject(db, { organization: other, project: 'web' })).toMatchObject({ id: project.id });
});

test('the erasure of an organization keeps what addresses said until it is finished, also if a project was erased before', async () => {
  await fireForOrganization();
  const { projectId } = await eraseProject(db, { organization: slug, project: 'web' });
  await finishOne(projectId);
  expect(await countRows('alert_addresses')).toBe(1);
  await eraseOrganization(db, slug);
  const projects = await db.pool.query<{ id: string }>('select id from projects where organization_id = $1', [
    organizationId,
  ]);
  for (const { id } of projects.rows) if (id !== projectId) await finishOne(id);
  expect(await countRows('alert_addresses')).toBe(1);
  await finishOne(`-${organizationId}`);
  expect(await countRows('alert_addresses')).toBe(0);
});

test('the erasure of an organization is finished with its last project and what concerns all of it, and the record has the sum of what was removed', async () => {
  const [first, second] = await eraseOrganization(db, slug);
  if (first === undefined || second === undefined) throw new Error('two erasures expected');
  await inTransaction(db, (tx) =>
    addErased(
      tx,
      [first, second].map(({ projectId, id }) => ({
        projectId,
        erasureId: id,
        type: 'log' as const,
        arrivalMs: Date.now(),
        count: 3,
      })),
    ),
  );
  await finishOne(first.projectId);
  const record = { requestedBy: OPERATOR.label, projects: 2, projectsDone: 1, finishedAt: null, events: { log: 6 } };
  expect(await recordOf()).toMatchObject(record);
  await finishOne(second.projectId);
  expect(await recordOf()).toMatchObject({ projectsDone: 2, finishedAt: null });
  await finishOne(`-${organizationId}`);
  expect(await recordOf()).toMatchObject({ projectsDone: 2, finishedAt: expect.any(Date) });
});

test('a project that was erased before is not erased twice', async () => {
  const { id, projectId } = await eraseProject(db, { organization: slug, project: 'web' });
  expect(await listProjectErasures(db, organizationId)).toMatchObject([
    { id, slug: 'web', state: 'waiting', events: {} },
  ]);
  const again = (await eraseOrganization(db, slug)).find((one) => one.projectId === projectId);
  expect(again?.id).toBe(id);
  // The organization’s record has its slug; nothing names its projects.
  expect((await listProjectErasures(db, organizationId)).map((one) => one.slug)).toEqual([null, null]);
});

test('the erased projects of an organization are listed with what was removed, and no users', async () => {
  const { id: erasureId, projectId } = await eraseProject(db, { organization: slug, project: 'web' });
  const { project } = await createProject(db, { organization: slug, project: 'shop' });
  await requestUserErasure(db, { projectId: project.id, userKey: 'id:42', requestedBy: 'test' });
  const counted = { projectId, erasureId, type: 'span' as const, count: 4 };
  await inTransaction(db, (tx) =>
    addErased(
      tx,
      [0, 3_600_000].map((ms) => ({ ...counted, arrivalMs: Date.now() - ms })),
    ),
  );
  expect(await listProjectErasures(db, organizationId)).toMatchObject([{ slug: 'web', events: { span: 8 } }]);
});

test('a user finds the organizations that the user erased, and no others', async () => {
  await eraseOrganization(db, slug, { kind: 'user', userId, label: 'Ada' });
  const own = await listOrganizationErasures(db, userId);
  expect(own).toMatchObject([{ organization: slug, requestedBy: 'Ada', projects: 2 }]);
  const { id: other } = await createUser(db, { email: `bob-${serial}@example.com` });
  expect(await listOrganizationErasures(db, other)).toEqual([]);
});

test('an organization without projects is finished with what concerns all of it', async () => {
  slug = `empty-${serial}`;
  const { id } = await createOrganization(db, slug);
  expect(await eraseOrganization(db, slug)).toEqual([]);
  await finishOne(`-${id}`);
  expect((await recordOf())?.finishedAt).toBeInstanceOf(Date);
});

test('an unknown organization, and one that is erased already, are not found', async () => {
  await eraseOrganization(db, slug);
  await expect(eraseOrganization(db, slug)).rejects.toMatchObject({ code: 'not_found' });
  await expect(eraseOrganization(db, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
});

test('the erasure of an organization waits for a member who is being added, and deletes it', async () => {
  const client = await db.pool.connect();
  const { id: other } = await createUser(db, { email: `eve-${serial}@example.com` });
  let erasing: Promise<unknown>;
  try {
    await client.query('begin');
    const insert = `insert into memberships (organization_id, user_id, role) values ($1, $2, 'viewer')`;
    await client.query(insert, [organizationId, other]);
    erasing = eraseOrganization(db, slug);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await waitFor(async () => (await db.pool.query(waiting)).rowCount === 1, { what: 'an erasure that waits' });
    await client.query('commit');
  } finally {
    client.release();
  }
  await erasing;
  expect(await countRows('memberships')).toBe(0);
});

/** A firing about the organization as a whole, and what follows from it. */
async function fireForOrganization(): Promise<void> {
  const values = [organizationId];
  for (const statement of [
    `insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject)
       values (-$1::int8, gen_random_uuid(), $1, 1, 'monthly_quota', 'drop:monthly_quota:errors:80')`,
    `insert into alert_notices (project_id, firing_id, destination_id, organization_id, due_at)
       values (-$1::int8, gen_random_uuid(), 1, $1, now())`,
    `insert into alert_deliveries (project_id, id, organization_id, destination_id)
       values (-$1::int8, gen_random_uuid(), $1, 1)`,
    `insert into alert_inbox (organization_id, user_id, id, project_id, message)
       values ($1, 1, gen_random_uuid(), -$1::int8, '{}')`,
    `insert into alert_addresses (organization_id, address, confirmed_at) values ($1, 'hash', now())`,
  ])
    await db.pool.query(statement, values);
}

async function countRows(table: string): Promise<number> {
  const sql = `select count(*)::int as n from ${table} where organization_id = $1`;
  return (await db.pool.query<{ n: number }>(sql, [organizationId])).rows[0]?.n ?? 0;
}

async function openErasureOf(projectId: string): Promise<OpenErasure> {
  const others: string[] = [];
  for (;;) {
    const next = await listNextErasures(db, others);
    const open = next.find((one) => one.projectId === projectId);
    if (open !== undefined) return open;
    if (next.length === 0) throw new Error(`project ${projectId} has no open erasure`);
    others.push(...next.map(({ id }) => id));
  }
}

async function finishOne(projectId: string): Promise<void> {
  const open = await openErasureOf(projectId);
  await inTransaction(db, (tx) => finishErasure(tx, open));
}
