import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApi, type Tenant, type TestApi } from '../../testing/apiHarness.js';

let api: TestApi;
let ours: Tenant;

beforeAll(async () => {
  api = await startTestApi();
  ours = await api.newTenant('ours');
});
afterAll(() => api.stop());

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
  expect(rows[0]?.entry).not.toContain('ada');
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
});
