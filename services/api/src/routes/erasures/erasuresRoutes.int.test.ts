import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Tenant, useApi } from '../../testing/apiHarness.js';
import { newPerson } from '../../testing/newPerson.js';

let organization = 'ours-0';
let ours: Tenant;

const api = useApi();
let made = 0;
beforeEach(async () => {
  organization = `ours-${made++}`;
  ours = await api.newTenant(organization);
});

const request = (body: object) => api.ask(`${ours.path}/erasures`, { method: 'POST', token: ours.token, body });

test('the erasure of a user is requested, listed and read; the audit log names the request, not the user', async () => {
  const made = await request({ user: 'email:ada@example.com' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ kind: 'user', user: 'email:ada@example.com', state: 'waiting', events: {} });
  const { id } = made.body as { id: string };
  const listed = await api.ask(`${ours.path}/erasures`, { token: ours.token });
  expect(listed.body).toEqual({ erasures: [made.body] });
  const read = await api.ask(`${ours.path}/erasures/${id}`, { token: ours.token });
  expect(read.body).toEqual(made.body);
  const { rows } = await api.db.pool.query<{ entry: string }>(
    `select to_jsonb(a)::text as entry from audit_log a where action = 'user.erase'`,
  );
  expect(rows[0]?.entry).toContain(id);
  expect(rows[0]?.entry).not.toContain('ada@example');
});

test.each([
  ['neither user nor project', {}],
  ['both', { user: 'id:1', project: 'ours' }],
  ['a user without a kind of identity', { user: 'ada@example.com' }],
  ['the slug of another project', { project: 'other' }],
])('a request with %s is refused', async (_name, body) => {
  expect(await request(body)).toMatchObject({ status: 422, body: { error: { code: 'invalid_field' } } });
});

test('an unknown erasure is not found', async () => {
  const path = `${ours.path}/erasures/00000000-0000-4000-8000-000000000000`;
  expect((await api.ask(path, { token: ours.token })).status).toBe(404);
});

test('the erasure of a project deletes the project at once', async () => {
  const slug = ours.path.split('/').at(-1) ?? '';
  expect(await request({ project: slug })).toMatchObject({ status: 201, body: { kind: 'project', user: null } });
  expect((await api.ask(`${ours.path}/erasures`, { token: ours.token })).status).toBe(404);
  const listed = await api.ask(`/api/0/organizations/${organization}/erasures`, { token: ours.token });
  expect(listed.body).toMatchObject({ erasures: [{ kind: 'project', project: slug, state: 'waiting', events: {} }] });
});

describe('the erasure of an organization', () => {
  const path = '/api/0/organizations/gone/erasures';

  test('needs the role owner and the slug; then no member can open it, and the owner sees the record', async () => {
    const gone = await api.newTenant('gone');
    const owner = await newPerson(api, { organization: 'gone', role: 'owner' });
    const admin = await newPerson(api, { organization: 'gone', role: 'admin' });
    const erase = (headers: Readonly<Record<string, string>>, organization: string) =>
      api.ask(path, { method: 'POST', headers, body: { organization } });
    expect((await erase(admin.headers, 'gone')).status).toBe(403);
    expect((await api.ask(path, { method: 'POST', token: gone.token, body: { organization: 'gone' } })).status).toBe(
      403,
    );
    expect(await erase(owner.headers, 'ours')).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_field' } },
    });
    expect((await api.ask(path, { headers: owner.headers })).body).toEqual({ erasures: [] });

    const record = { organization: 'gone', projects: 1, projectsDone: 0, finishedAt: null, events: {} };
    expect(await erase(owner.headers, 'gone')).toMatchObject({ status: 201, body: record });
    expect((await api.ask(`${gone.path}/issues`, { token: gone.token })).status).toBe(401);
    expect((await api.ask('/api/0/organizations/gone', { headers: owner.headers })).status).toBe(404);
    const mine = await api.ask('/api/0/user/erasures', { headers: owner.headers });
    expect(mine.body).toMatchObject({ erasures: [record] });
    const others = await api.ask('/api/0/user/erasures', { headers: admin.headers });
    expect(others.body).toEqual({ erasures: [] });
  });
});
