import { beforeAll, describe, expect, test } from '@jest/globals';
import { createLink } from '@sluice/identity/statements';
import { createUser } from '@sluice/db';
import { type Answer, type Ask, useApi } from '../../testing/apiHarness.js';
import { newPerson, type Person } from '../../testing/newPerson.js';

const PASSWORD = 'correct horse battery';

const api = useApi();
beforeAll(async () => {
  await api.newTenant('ours');
  await createUser(api.db, { email: 'ada@example.com' });
});

const codeOf = ({ body }: Answer): unknown => (body as { error?: { code: string } } | undefined)?.error?.code;
const post = (path: string, body: unknown): Promise<Answer> => api.ask(`/api/0${path}`, { method: 'POST', body });
const cookiesOf = ({ headers }: Answer): string => [headers['set-cookie'] ?? []].flat().join('\n');

describe('another name or email address', () => {
  test('needs the password, ends other sessions and old links, and is recorded in each organization', async () => {
    const person = await newPerson(api, { organization: 'ours', role: 'member' });
    const early = await as(person, '/user', { method: 'PATCH', body: { email: 'other@example.com' } });
    expect([early.status, codeOf(early)]).toEqual([403, 'no_password']);
    await as(person, '/user/password', { method: 'POST', body: { next: PASSWORD } });
    const second = await post('/session', { email: person.email, password: PASSWORD });
    const cookie = cookiesOf(second).split(';')[0] ?? '';
    const { secret: token } = await createLink(api.db, {
      purpose: 'password_reset',
      email: person.email,
      createdBy: 'operator',
      nowMs: api.now,
      lifetimeMs: 900_000,
    });
    const change = (body: object) => as(person, '/user', { method: 'PATCH', body });
    expect((await change({ name: 'Ada' })).body).toMatchObject({ name: 'Ada', email: person.email });
    expect((await api.ask('/api/0/user', { headers: { cookie } })).status).toBe(200);
    const email = `new-${person.email}`;
    expect((await change({ email, password: 'wrong horse battery' })).status).toBe(403);
    expect((await change({ email: 'ada@example.com', password: PASSWORD })).status).toBe(409);
    expect((await change({ email: ` ${email.toUpperCase()}`, password: PASSWORD })).body).toMatchObject({ email });
    expect((await as(person, '/user')).status).toBe(200);
    expect((await api.ask('/api/0/user', { headers: { cookie } })).status).toBe(401);
    expect((await post('/links/inspect', { token })).status).toBe(404);
    const owner = await newPerson(api, { organization: 'ours', role: 'owner' });
    const log = await as(owner, `/organizations/ours/audit?action=member.change&userId=${person.userId}`);
    expect(log.body).toMatchObject({
      data: [
        { target: email, actor: { label: 'Ada' }, before: { email: person.email }, after: { email } },
        { target: person.email, before: { name: '' }, after: { name: 'Ada' } },
      ],
    });
  });
});

function as(person: Person, path: string, ask: Ask = {}): Promise<Answer> {
  return api.ask(`/api/0${path}`, { ...ask, headers: { ...person.headers, ...ask.headers } });
}
