import { beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { addMember, findOrganization, getUser, inTransaction } from '@sluice/db';
import { TOTP } from 'otpauth';
import { DEFAULT_API_CONFIG } from '../../config.js';
import { startTestApi, type Answer, type Ask, useApi } from '../../testing/apiHarness.js';
import { newPerson, type Person } from '../../testing/newPerson.js';

const PASSWORD = 'correct horse battery';

const api = useApi({ identity: { ...DEFAULT_API_CONFIG.identity, maxOrganizationsPerUser: 1 } });
beforeAll(() => api.newTenant('ours'));

const codeOf = ({ body }: Answer): unknown => (body as { error?: { code: string } } | undefined)?.error?.code;

describe('creating organizations', () => {
  const create = (person: Person, slug: string) => as(person, '/organizations', { method: 'POST', body: { slug } });

  test('is limited per user, also at the same time; erased ones do not count', async () => {
    const person = await newPerson(api, { organization: 'ours', role: 'viewer' });
    const answers = await Promise.all(['one', 'two', 'three'].map((slug) => create(person, `limited-${slug}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(answers.map(codeOf).filter((code) => code !== undefined)).toEqual(Array(2).fill('too_many_organizations'));
    const { slug } = answers.find(({ status }) => status === 201)?.body as { slug: string };
    const erased = await as(person, `/organizations/${slug}/erasures`, {
      method: 'POST',
      body: { organization: slug },
    });
    expect([erased.status < 300, codeOf(erased)]).toEqual([true, undefined]);
    expect((await create(person, 'limited-again')).status).toBe(201);
  });

  test('is for verified addresses: a link that was shown to the inviter verifies nothing', async () => {
    const owner = await newPerson(api, { organization: 'ours', role: 'owner' });
    const invited = await as(owner, '/organizations/ours/invitations', {
      method: 'POST',
      body: { email: 'invented@example.com', role: 'viewer' },
    });
    const { link } = invited.body as { readonly link: string };
    const token = new URL(link).searchParams.get('token') ?? '';
    const joined = await api.ask('/api/0/links/use', { method: 'POST', body: { token, password: PASSWORD } });
    const session = joined.body as { readonly csrfToken: string };
    expect(session).toMatchObject({ organizationsLeft: 0, organizationsRefusal: 'unverified_email' });
    const cookie = [joined.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
    const person = { headers: { cookie, 'x-csrf-token': session.csrfToken }, userId: '', email: '' };
    const refused = await create(person, 'multiplied');
    expect([refused.status, codeOf(refused)]).toEqual([403, 'unverified_email']);
  });

  test('is for operators by default', async () => {
    const closed = await startTestApi();
    const person = await newPerson(closed);
    const ask = (path: string, options: Ask) => closed.ask(`/api/0${path}`, { ...options, headers: person.headers });
    const session = { organizationsLeft: 0, organizationsRefusal: 'operators_only' };
    expect((await ask('/session', {})).body).toMatchObject(session);
    const refused = await ask('/organizations', { method: 'POST', body: { slug: 'mine' } });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'operators_only']);
    await closed.stop();
  });
});

describe('a user without a password', () => {
  test('needs a recent sign-in to set one, or to set up one-time codes', async () => {
    const person = await newPerson(api, { organization: 'ours', role: 'viewer' });
    await api.db.pool.query(`update sessions set created_at = created_at - interval '15 minutes' where user_id = $1`, [
      person.userId,
    ]);
    const password = await as(person, '/user/password', { method: 'POST', body: { next: PASSWORD } });
    const totp = await as(person, '/user/totp', { method: 'POST', body: {} });
    const email = await as(person, '/user', { method: 'PATCH', body: { email: 'other@x.example' } });
    expect([password, totp, email].map(({ status }) => status)).toEqual([403, 403, 403]);
    expect([codeOf(password), codeOf(totp)]).toEqual(['recent_sign_in_required', 'recent_sign_in_required']);
    expect(await getUser(api.db, person.email)).toMatchObject({ hasPassword: false });
  });
});

test('own changes of password, one-time codes and sessions are in the audit log of each organization', async () => {
  await api.newTenant('second');
  const person = await newPerson(api, { organization: 'ours', role: 'viewer' });
  const { id: organizationId } = await findOrganization(api.db, 'second');
  await inTransaction(api.db, (tx) => addMember(tx, { organizationId, userId: person.userId }, 'viewer', OPERATOR));
  await as(person, '/user/password', { method: 'POST', body: { next: PASSWORD } });
  const proposed = await as(person, '/user/totp', { method: 'POST', body: { password: PASSWORD } });
  const code = new TOTP({ secret: (proposed.body as { secret: string }).secret }).generate({ timestamp: api.now });
  await as(person, '/user/totp/confirm', { method: 'POST', body: { code } });
  await as(person, '/user/totp', { method: 'DELETE', body: { password: PASSWORD } });
  await as(person, '/user/sessions?all=true', { method: 'DELETE' });
  for (const slug of ['ours', 'second']) {
    const owner = await newPerson(api, { organization: slug, role: 'owner' });
    const answer = await as(owner, `/organizations/${slug}/audit?userId=${person.userId}`);
    const { data } = answer.body as { data: { action: string; target: string; after: unknown }[] };
    expect(data.filter(({ action }) => action.startsWith('member.'))).toMatchObject([
      { action: 'member.sessions', target: person.email, after: { endedSessions: 1 } },
      { action: 'member.totp', after: { oneTimeCodes: false } },
      { action: 'member.totp', after: { oneTimeCodes: true } },
      { action: 'member.password', after: null },
    ]);
  }
});

function as(person: Person, path: string, ask: Ask = {}): Promise<Answer> {
  return api.ask(`/api/0${path}`, { ...ask, headers: { ...person.headers, ...ask.headers } });
}
