import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { type Answer, useApi } from '../../testing/apiHarness.js';
import { newPerson, type Person } from '../../testing/newPerson.js';
import { storeThrown } from '../../testing/storeThrown.js';
import { useTenant } from '@sluice/testkit';

let one: string;
let two: string;
const api = useApi();
const ours = useTenant(api, 'ours');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions'], ...days });
});
beforeEach(async () => {
  const issues = 'issues, issue_hashes, issue_hours, issue_releases, issue_users, issue_comments, issue_changes';
  await api.db.pool.query(`truncate exceptions, ${issues}`);
  [one = '', two = ''] = await storeThrown(api, ours, [{ hash: 'a', user: 'id:1' }, { hash: 'b' }]);
});

describe('a change of issues', () => {
  test('of several reports the outcome of each', async () => {
    const issues = [two, one, 'nowhere'];
    expect(await send('POST', '/issues/changes', { issues, status: 'resolved' })).toMatchObject({
      status: 200,
      body: {
        data: [
          { id: two, outcome: 'changed' },
          { id: one, outcome: 'changed' },
          { id: 'nowhere', outcome: 'not_found' },
        ],
      },
    });
    expect(await get('/issues/summary')).toMatchObject({ open: 0, resolved: 2 });
  });

  test.each([
    [{}, 'Give status or assignee.'],
    [{ status: 'open', resolvedIn: '1' }, 'resolvedIn is only valid with status resolved.'],
    [{ status: 'resolved', ignoreUntil: { events: 1 } }, 'ignoreUntil is only valid with status ignored.'],
    [{ status: 'ignored', ignoreUntil: { time: 'soon' } }, 'ignoreUntil.time must be an ISO 8601 timestamp'],
    [{ status: 'resolved', resolvedIn: '1', resolvedInNext: true }, 'Give either resolvedIn or resolvedInNext.'],
    [{ status: 'resolved', resolvedInNext: true }, 'The project has no release yet.'],
    [{ status: 'open', assignee: null }, 'Give either status or assignee'],
  ])('%j is rejected', async (change, message) => {
    const answer = await send('POST', '/issues/changes', { issues: [one], ...change });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'invalid_body' } } });
    expect((answer.body as { error: { message: string } }).error.message).toContain(message);
  });

  test('ignores up to a limit, of which the rest is shown', async () => {
    const ignoreUntil = { events: 2, users: 5, time: '2100-01-01T00:00:00.000Z' };
    expect((await send('PATCH', `/issues/${one}`, { status: 'ignored', ignoreUntil })).body).toMatchObject({
      status: 'ignored',
      ignoredUntil: ignoreUntil,
    });
    await storeThrown(api, ours, [{ hash: 'a', user: 'id:2' }]);
    expect(await get(`/issues/${one}`)).toMatchObject({ ignoredUntil: { ...ignoreUntil, events: 1, users: 4 } });
    expect((await send('PATCH', `/issues/${one}`, { status: 'open' })).body).toMatchObject({ ignoredUntil: null });
  });

  test('assigns to members of the organization only', async () => {
    const stranger = await newPerson(api);
    const body = { assignee: stranger.userId };
    for (const answer of [
      await send('PATCH', `/issues/${one}`, body),
      await send('POST', '/issues/changes', { ...body, issues: [one] }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'not_a_member' } } });
    }
    expect(await get(`/issues/${one}`)).toMatchObject({ assignee: null });
  });

  test('assigns, and the history says who did what', async () => {
    const { userId } = await newPerson(api, { organization: 'ours', role: 'viewer' });
    expect((await send('PATCH', `/issues/${one}`, { assignee: userId, status: 'resolved' })).body).toMatchObject({
      assignee: userId,
      status: 'resolved',
    });
    await send('POST', `/issues/${one}/merge`, { issues: [two] });
    const { data, next } = (await get(`/issues/${one}/history?limit=2`)) as { data: unknown[]; next: string };
    const actor = expect.stringContaining('…') as unknown;
    expect(data).toMatchObject([
      { action: 'merged', actor, userId: null, details: { issues: [two] } },
      { action: 'resolved', actor, details: {} },
    ]);
    expect(await get(`/issues/${one}/history?limit=2&cursor=${next}`)).toMatchObject({
      data: [{ action: 'assigned', details: { to: userId } }],
      next: null,
    });
  });
});

test('comments are added, edited and deleted by their author', async () => {
  const made = (await send('POST', `/issues/${one}/comments`, { text: '<b>look</b>' })).body as { id: string };
  expect(made).toMatchObject({ text: '<b>look</b>', own: true, editedAt: null });
  expect((await send('PATCH', `/issues/${one}/comments/${made.id}`, { text: 'edited' })).body).toMatchObject({
    text: 'edited',
    editedAt: expect.any(String) as unknown,
  });
  expect(await get(`/issues/${one}/comments`)).toMatchObject({ data: [{ text: 'edited', own: true }] });
  expect((await send('PATCH', `/issues/${two}/comments/${made.id}`, { text: 'x' })).status).toBe(404);
  expect((await send('DELETE', `/issues/${one}/comments/${made.id}`)).status).toBe(204);
  expect((await send('DELETE', `/issues/${one}/comments/${made.id}`)).status).toBe(404);
  expect((await send('POST', `/issues/${one}/comments`, { text: '' })).status).toBe(422);
});

test('comments of others are deleted by admins and owners, with a record and without their text', async () => {
  const sign = (role: 'member' | 'admin') => newPerson(api, { organization: 'ours', role });
  const [author, other, admin] = [await sign('member'), await sign('member'), await sign('admin')];
  const as = async (person: Person, method: string, path: string, body?: unknown): Promise<Answer> =>
    api.ask(`${ours.path}/issues/${one}${path}`, {
      method,
      headers: person.headers,
      ...(body === undefined ? {} : { body }),
    });
  const made = (await as(author, 'POST', '/comments', { text: 'rude words' })).body as { id: string };
  expect(made).toMatchObject({ own: true, deletable: true });
  expect((await as(other, 'GET', '/comments')).body).toMatchObject({ data: [{ own: false, deletable: false }] });
  expect((await as(admin, 'GET', '/comments')).body).toMatchObject({ data: [{ own: false, deletable: true }] });
  expect((await as(other, 'DELETE', `/comments/${made.id}`)).status).toBe(404);
  expect((await as(admin, 'PATCH', `/comments/${made.id}`, { text: 'x' })).status).toBe(404);
  expect((await as(admin, 'DELETE', `/comments/${made.id}`)).status).toBe(204);
  expect(await get(`/issues/${one}/comments`)).toEqual({ data: [] });
  const history = await get(`/issues/${one}/history`);
  expect(history).toMatchObject({
    data: [{ action: 'comment_deleted', userId: admin.userId, details: { author: author.email } }],
  });
  const { rows } = await api.db.pool.query<{ entry: string }>(
    `select to_jsonb(a)::text as entry from audit_log a where action = 'comment.delete'`,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0]?.entry ?? '')).toMatchObject({
    user_id: Number(admin.userId),
    target: author.email,
    after: { issue: one },
  });
  expect(`${JSON.stringify(history)}${rows[0]?.entry ?? ''}`).not.toContain('rude');
});

function send(method: string, path: string, body?: unknown): Promise<Answer> {
  return api.ask(`${ours.path}${path}`, { method, token: ours.token, ...(body === undefined ? {} : { body }) });
}

async function get(path: string): Promise<unknown> {
  return (await api.ask(`${ours.path}${path}`, { token: ours.token })).body;
}
