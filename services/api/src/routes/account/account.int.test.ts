import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Role } from '@sluice/contract';
import { disableUser, enableUser, createUser, digestOf, findUser, getUser } from '@sluice/db';
import { createLink, setPasswordHash } from '@sluice/identity/statements';
import { createPasswords } from '@sluice/identity';
import { DEFAULT_API_CONFIG } from '../../config.js';
import { startTestApi, type Answer, type Ask, useApi } from '../../testing/apiHarness.js';
import { newPerson, type Person } from '../../testing/newPerson.js';
import { useTenant } from '@sluice/testkit';

const PASSWORD = 'correct horse battery';

const api = useApi({ identity: { ...DEFAULT_API_CONFIG.identity, maxOrganizationsPerUser: 1 } });
const ours = useTenant(api, 'ours');
beforeAll(() => withPassword('ada@example.com'));

const codeOf = ({ body }: Answer): unknown => (body as { error?: { code: string } } | undefined)?.error?.code;
const cookiesOf = ({ headers }: Answer): string => [headers['set-cookie'] ?? []].flat().join('\n');

describe('signing in with a password', () => {
  test('sets a cookie that scripts cannot read and that opens the session', async () => {
    const answer = await post('/session', { email: ' ADA@example.com', password: PASSWORD });
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
    expect(cookiesOf(answer)).toMatch(
      /^sluice_session_\d+=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookiesOf(answer).split(';')[0] ?? '';
    const session = await api.ask('/api/0/session', { headers: { cookie } });
    expect(session.body).toMatchObject({ user: { email: 'ada@example.com', hasPassword: true }, organizations: [] });
  });

  test('under TLS the cookie is Secure and belongs to the host', async () => {
    const answer = await post(
      '/session',
      { email: 'ada@example.com', password: PASSWORD },
      { 'x-forwarded-proto': 'https' },
    );
    expect(cookiesOf(answer)).toMatch(/^__Host-sluice_session=.*; Secure$/);
  });

  test.each([
    ['an unknown account', 'nobody@example.com', PASSWORD],
    ['a wrong password', 'ada@example.com', 'wrong horse battery'],
    ['a text that is no address', 'ada', PASSWORD],
  ])('%s gets the same 401', async (_what, email, password) => {
    const answer = await post('/session', { email, password });
    expect([answer.status, codeOf(answer), cookiesOf(answer)]).toEqual([401, 'invalid_credentials', '']);
  });

  test('a new sign-in replaces the session that the browser brought, so that a planted cookie opens nothing', async () => {
    const planted = await newPerson(api);
    const answer = await post('/session', { email: 'ada@example.com', password: PASSWORD }, planted.headers);
    expect(answer.status).toBe(200);
    expect(cookiesOf(answer)).not.toContain(planted.headers['cookie']?.split('=')[1]);
    expect((await as(planted, '/session')).status).toBe(401);
  });

  test('after too many failures the network waits, also with the right password', async () => {
    const throttled = await startTestApi();
    const user = await createUser(throttled.db, { email: 'eve@example.com' });
    await setPasswordHash(throttled.db, user.id, await createPasswords().hash(PASSWORD, 'test'));
    const tryWith = (password: string) =>
      throttled.ask('/api/0/session', { method: 'POST', body: { email: 'eve@example.com', password } });
    for (let i = 0; i < 10; i += 1) expect((await tryWith('wrong horse battery')).status).toBe(401);
    const answer = await tryWith(PASSWORD);
    expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_failures']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await throttled.stop();
  });
});

describe('a session cookie', () => {
  test.each([
    ['without the CSRF token', { 'x-csrf-token': '' }, 'csrf'],
    ['with another one', { 'x-csrf-token': 'A'.repeat(43) }, 'csrf'],
    ['from a page of another site', { 'sec-fetch-site': 'cross-site' }, 'cross_site'],
    ['from a page of a sibling', { 'sec-fetch-site': 'same-site' }, 'cross_site'],
    ['from another origin', { origin: 'https://evil.example' }, 'cross_site'],
    ['from an opaque origin', { origin: 'null' }, 'cross_site'],
  ])('changes nothing %s', async (_what, headers, code) => {
    const person = await newPerson(api, { organization: 'ours', role: 'owner' });
    for (const path of ['/user', '/projects/ours/web/settings']) {
      const answer = await as(person, path, { method: 'PATCH', body: {}, headers });
      expect([answer.status, codeOf(answer)]).toEqual([403, code]);
    }
  });

  test('signing in from a page of another site is refused', async () => {
    const answer = await post(
      '/session',
      { email: 'ada@example.com', password: PASSWORD },
      { origin: 'https://evil.example' },
    );
    expect([answer.status, codeOf(answer)]).toEqual([403, 'cross_site']);
  });

  test('ends on sign-out, and on signing out everywhere', async () => {
    const person = await newPerson(api);
    expect((await as(person, '/session', { method: 'DELETE' })).status).toBe(204);
    expect((await as(person, '/session')).status).toBe(401);
    const other = await newPerson(api);
    const answer = await as(other, '/user/sessions?all=true', { method: 'DELETE' });
    expect([answer.status, cookiesOf(answer)]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await as(other, '/session')).status).toBe(401);
  });

  test('ends after the idle time and with the user', async () => {
    const person = await newPerson(api, { organization: 'ours', role: 'viewer' });
    expect((await as(person, '/user')).status).toBe(200);
    await disableUser(api.db, person.email);
    expect((await as(person, '/user')).status).toBe(401);
    const idle = await newPerson(api);
    await api.db.pool.query(`update sessions set last_used_at = last_used_at - interval '8 days' where user_id = $1`, [
      idle.userId,
    ]);
    expect((await as(idle, '/user')).status).toBe(401);
  });

  test('a changed password ends all other sessions', async () => {
    const person = await newPerson(api);
    const made = await as(person, '/user/password', { method: 'POST', body: { next: PASSWORD } });
    expect([made.status, codeOf(made)]).toEqual([204, undefined]);
    const second = await post('/session', { email: person.email, password: PASSWORD });
    const cookie = cookiesOf(second).split(';')[0] ?? '';
    const wrong = await as(person, '/user/password', { method: 'POST', body: { current: 'x', next: `${PASSWORD}2` } });
    expect([wrong.status, codeOf(wrong)]).toEqual([403, 'wrong_password']);
    const body = { current: PASSWORD, next: `${PASSWORD}2` };
    expect((await as(person, '/user/password', { method: 'POST', body })).status).toBe(204);
    expect((await as(person, '/user')).status).toBe(200);
    expect((await api.ask('/api/0/user', { headers: { cookie } })).status).toBe(401);
  });
});

describe('a link', () => {
  const linkFor = (email: string, purpose: 'sign_in' | 'password_reset' = 'sign_in') =>
    createLink(api.db, { purpose, email, createdBy: 'operator', nowMs: api.now, lifetimeMs: 900_000 });

  test('signs in once, however many requests use it at the same time; looking at it changes nothing', async () => {
    await createUser(api.db, { email: 'once@example.com' });
    const { secret: token } = await linkFor('once@example.com');
    for (let i = 0; i < 2; i += 1) {
      expect((await post('/links/inspect', { token })).body).toMatchObject({
        purpose: 'sign_in',
        needsPassword: false,
      });
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/links/use', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
    expect(codeOf(await post('/links/inspect', { token }))).toBe('link_expired');
  });

  test('expires, and is stored as a digest only', async () => {
    await createUser(api.db, { email: 'late@example.com' });
    const { secret: token } = await linkFor('late@example.com');
    const { rows } = await api.db.pool.query<{ digest: Buffer }>(
      `select digest from links where email = 'late@example.com'`,
    );
    expect(rows[0]?.digest).toEqual(digestOf(token));
    await api.db.pool.query(`update links set expires_at = created_at where email = 'late@example.com'`);
    expect(codeOf(await post('/links/use', { token }))).toBe('link_expired');
  });

  test('resets a password and ends the sessions', async () => {
    const person = await newPerson(api);
    const { secret: token } = await linkFor(person.email, 'password_reset');
    expect(codeOf(await post('/links/use', { token, password: 'short' }))).toBe('weak_password');
    expect((await post('/links/use', { token, password: PASSWORD })).status).toBe(200);
    expect((await as(person, '/user')).status).toBe(401);
    expect((await post('/session', { email: person.email, password: PASSWORD })).status).toBe(200);
  });
});

describe('an invitation', () => {
  const invite = async (person: Person, body: unknown): Promise<Answer> =>
    as(person, '/organizations/ours/invitations', { method: 'POST', body });
  const tokenOf = ({ body }: Answer): string =>
    new URL((body as { link: string }).link).searchParams.get('token') ?? '';

  test('makes a new user a member with the role', async () => {
    const admin = await newPerson(api, { organization: 'ours', role: 'admin' });
    const token = tokenOf(await invite(admin, { email: 'New@example.com', role: 'member' }));
    expect((await post('/links/inspect', { token })).body).toMatchObject({
      purpose: 'invitation',
      organization: 'ours',
      role: 'member',
      needsPassword: true,
      isNewPassword: true,
    });
    const answer = await post('/links/use', { token, name: 'New', password: PASSWORD });
    expect(answer.body).toMatchObject({ user: { name: 'New' }, organizations: [{ slug: 'ours', role: 'member' }] });
    expect(await findUser(api.db, 'new@example.com')).toMatchObject({ isVerified: false });
  });

  test('never opens an account that exists: its inviter knows the link', async () => {
    const admin = await newPerson(api, { organization: 'ours', role: 'admin' });
    const target = await newPerson(api);
    const token = tokenOf(await invite(admin, { email: target.email, role: 'viewer' }));
    for (const attempt of [{ token }, { token, password: 'a new password' }]) {
      expect((await post('/links/use', attempt)).status).toBe(401);
    }
    expect((await post('/links/use', { token }, admin.headers)).status).toBe(401);
    const answer = await post('/links/use', { token }, target.headers);
    expect(answer.body).toMatchObject({ organizations: [{ slug: 'ours', role: 'viewer' }] });
  });

  describe('ends with the right of its inviter to make it', () => {
    const invitedBy = async (role: Role) => {
      const owner = await newPerson(api, { organization: 'ours', role: 'owner' });
      const inviter = await newPerson(api, { organization: 'ours', role });
      const asRole = async (email: string, given: Role) => tokenOf(await invite(inviter, { email, role: given }));
      const prefix = inviter.email.split('@')[0] ?? '';
      const [low, high] = [
        await asRole(`${prefix}-low@x.example`, 'viewer'),
        await asRole(`${prefix}-high@x.example`, role),
      ];
      return { owner, inviter, path: `/organizations/ours/members/${inviter.userId}`, low, high };
    };
    const use = async (token: string): Promise<unknown> =>
      (await post('/links/use', { token, password: PASSWORD })).status;
    const revoked = async (owner: Person): Promise<number> => {
      const answer = await as(owner, '/organizations/ours/audit?action=invitation.revoke');
      return (answer.body as { data: unknown[] }).data.length;
    };

    test('when the inviter is removed', async () => {
      const { owner, path, low, high } = await invitedBy('admin');
      const before = await revoked(owner);
      expect((await as(owner, path, { method: 'DELETE' })).status).toBe(204);
      expect([await use(low), await use(high), (await revoked(owner)) - before]).toEqual([404, 404, 2]);
    });

    test('when the role becomes lower: those above it, or all if it may not invite', async () => {
      const { owner, path, low, high } = await invitedBy('owner');
      expect((await as(owner, path, { method: 'PATCH', body: { role: 'admin' } })).status).toBe(204);
      expect([await use(low), await use(high)]).toEqual([200, 404]);
      const second = await invitedBy('admin');
      expect((await as(owner, second.path, { method: 'PATCH', body: { role: 'member' } })).status).toBe(204);
      expect([await use(second.low), await use(second.high)]).toEqual([404, 404]);
    });

    test('when the inviter is disabled, permanently', async () => {
      const { inviter, low } = await invitedBy('admin');
      await disableUser(api.db, inviter.email);
      await enableUser(api.db, inviter.email);
      expect(await use(low)).toBe(404);
    });

    test('whatever ended it: the right is checked when it is used', async () => {
      const { inviter, low } = await invitedBy('admin');
      await api.db.pool.query(`update memberships set role = 'viewer' where user_id = $1`, [inviter.userId]);
      expect(await use(low)).toBe(404);
      await api.db.pool.query(`update memberships set role = 'admin' where user_id = $1`, [inviter.userId]);
      expect(await use(low)).toBe(200);
    });
  });

  test('gives no role above that of the inviter', async () => {
    const admin = await newPerson(api, { organization: 'ours', role: 'admin' });
    expect((await invite(admin, { email: 'x@example.com', role: 'owner' })).status).toBe(403);
  });
});

describe('tokens of a user', () => {
  const make = async (person: Person, scopes: readonly string[]) => {
    const body = { organization: 'ours', name: 'ci', scopes };
    const answer = await as(person, '/user/tokens', { method: 'POST', body });
    return answer.body as { readonly token: string; readonly id: string };
  };
  const change = (token: string): Promise<Answer> =>
    api.ask(`${ours.path}/settings`, { method: 'PATCH', token, body: { scrub: true } });

  test('never exceed the current role, and end permanently with the membership', async () => {
    const owner = await newPerson(api, { organization: 'ours', role: 'owner' });
    const person = await newPerson(api, { organization: 'ours', role: 'admin' });
    const { token } = await make(person, ['project:admin']);
    expect((await change(token)).status).toBe(200);
    const path = `/organizations/ours/members/${person.userId}`;
    expect((await as(owner, path, { method: 'PATCH', body: { role: 'viewer' } })).status).toBe(204);
    const refused = await change(token);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('has the role viewer')]);
    expect((await api.ask(`${ours.path}/settings`, { token })).status).toBe(200);
    expect((await as(owner, path, { method: 'DELETE' })).status).toBe(204);
    expect((await api.ask(`${ours.path}/settings`, { token })).status).toBe(401);
    await addAgain(person);
    expect((await api.ask(`${ours.path}/settings`, { token })).status).toBe(401);
  });

  test('are listed without their secret and revoked by their owner only', async () => {
    const person = await newPerson(api, { organization: 'ours', role: 'member' });
    const other = await newPerson(api, { organization: 'ours', role: 'owner' });
    const made = await make(person, ['project:read']);
    const listed = await as(person, '/user/tokens');
    expect(listed.body).toMatchObject({ data: [{ id: made.id, name: 'ci', scopes: ['project:read'] }] });
    expect(listed.text).not.toContain(made.token);
    expect((await as(other, `/user/tokens/${made.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await as(person, `/user/tokens/${made.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await api.ask(`${ours.path}/settings`, { token: made.token })).status).toBe(401);
  });

  async function addAgain({ userId }: Person): Promise<void> {
    const { addMember, inTransaction } = await import('@sluice/db');
    const { OPERATOR } = await import('@sluice/contract');
    const ref = { organizationId: ours.organizationId, userId };
    await inTransaction(api.db, (tx) => addMember(tx, ref, 'admin', OPERATOR));
  }
});

describe('organizations', () => {
  test('belong to who creates them; the last owner stays, also in a race', async () => {
    const first = await newPerson(api);
    expect((await as(first, '/session')).body).toMatchObject({ organizationsLeft: 1, organizationsRefusal: null });
    const made = await as(first, '/organizations', { method: 'POST', body: { slug: 'fresh' } });
    expect((await as(first, '/session')).body).toMatchObject({
      organizationsLeft: 0,
      organizationsRefusal: 'too_many_organizations',
    });
    expect([made.status, made.body]).toEqual([201, { slug: 'fresh', role: 'owner' }]);
    const alone = await as(first, `/organizations/fresh/members/${first.userId}`, { method: 'DELETE' });
    expect([alone.status, codeOf(alone)]).toEqual([409, 'last_owner']);
    const second = await newPerson(api, { organization: 'fresh', role: 'owner' });
    const answers = await Promise.all(
      [first, second].map((person) =>
        as(person, `/organizations/fresh/members/${person.userId}`, { method: 'DELETE' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test('everyone may leave; removing others needs the role admin, and tokens remove no member', async () => {
    const owner = await newPerson(api, { organization: 'ours', role: 'owner' });
    const viewer = await newPerson(api, { organization: 'ours', role: 'viewer' });
    const remove = (person: Person) => `/organizations/ours/members/${person.userId}`;
    const refused = await as(viewer, remove(owner), { method: 'DELETE' });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'forbidden']);
    const made = await as(viewer, '/user/tokens', {
      method: 'POST',
      body: { organization: 'ours', name: 'ci', scopes: ['project:read'] },
    });
    const { token } = made.body as { readonly token: string };
    expect((await api.ask(`/api/0${remove(viewer)}`, { method: 'DELETE', token })).status).toBe(403);
    expect((await as(viewer, remove(viewer), { method: 'DELETE' })).status).toBe(204);
    expect((await as(viewer, remove(viewer), { method: 'DELETE' })).status).toBe(404);
  });

  test('record who changed what, from what to what', async () => {
    const owner = await newPerson(api);
    await as(owner, '/organizations', { method: 'POST', body: { slug: 'audited' } });
    await as(owner, '/projects/audited', { method: 'POST', body: { slug: 'web' } });
    await as(owner, '/projects/audited/web/settings', { method: 'PATCH', body: { scrub: true } });
    const key = await as(owner, '/projects/audited/web/keys', { method: 'POST', body: { kind: 'server' } });
    const answer = await as(owner, '/organizations/audited/audit');
    const { data } = answer.body as {
      data: { action: string; actor: { label: string }; before: unknown; after: unknown }[];
    };
    expect(data.map(({ action }) => action)).toEqual([
      'key.create',
      'project.settings',
      'project.create',
      'member.add',
      'organization.create',
    ]);
    expect(data[1]).toMatchObject({ actor: { label: owner.email }, before: { scrub: false }, after: { scrub: true } });
    expect(answer.text).not.toContain((key.body as { key: string }).key);
    const filtered = await as(owner, '/organizations/audited/audit?action=project.settings&project=web');
    expect((filtered.body as { data: unknown[] }).data).toHaveLength(1);
  });

  test('have quotas that only owners change', async () => {
    const owner = await newPerson(api, { organization: 'ours', role: 'owner' });
    const answer = await as(owner, '/organizations/ours', { method: 'PATCH', body: { monthly: { logs: 7 } } });
    expect(answer.body).toMatchObject({ slug: 'ours', settings: { monthly: { logs: 7, errors: null } } });
  });
});

describe('one-time codes', () => {
  test('are required once they are on; each code and recovery code works once', async () => {
    const { TOTP } = await import('otpauth');
    const person = await newPerson(api);
    await as(person, '/user/password', { method: 'POST', body: { next: PASSWORD } });
    const proposed = await as(person, '/user/totp', { method: 'POST', body: { password: PASSWORD } });
    const { secret } = proposed.body as { secret: string };
    const codeAt = (ms: number): string => new TOTP({ secret }).generate({ timestamp: ms });
    const confirmed = await as(person, '/user/totp/confirm', { method: 'POST', body: { code: codeAt(api.now) } });
    const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
    expect(recoveryCodes).toHaveLength(10);
    const withCode = (code?: string) =>
      post('/session', { email: person.email, password: PASSWORD, ...(code === undefined ? {} : { code }) });
    expect(codeOf(await withCode())).toBe('code_required');
    expect(codeOf(await withCode(codeAt(api.now)))).toBe('invalid_code');
    const next = codeAt(api.now + 30_000);
    const answers = await Promise.all([withCode(next), withCode(next)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await withCode(recoveryCodes[0])).status).toBe(200);
    expect(codeOf(await withCode(recoveryCodes[0]))).toBe('invalid_code');
    expect((await as(person, '/user')).body).toMatchObject({ hasTotp: true });
    expect((await getUser(api.db, person.email)).hasTotp).toBe(true);
  });
});

async function withPassword(email: string): Promise<void> {
  const { id } = await createUser(api.db, { email });
  await setPasswordHash(api.db, id, await createPasswords().hash(PASSWORD, 'test'));
}

function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return api.ask(`/api/0${path}`, { method: 'POST', body, headers });
}

function as(person: Person, path: string, ask: Ask = {}): Promise<Answer> {
  return api.ask(`/api/0${path}`, { ...ask, headers: { ...person.headers, ...ask.headers } });
}
