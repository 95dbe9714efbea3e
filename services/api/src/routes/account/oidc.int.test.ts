import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { createLink, setPasswordHash } from '@sluice/identity/statements';
import { createUser, disableUser, findOrganization, findUser, getUser } from '@sluice/db';
import { createPasswords } from '@sluice/identity';
import { DEFAULT_API_CONFIG } from '../../config.js';
import { startTestApi, type Answer, type TestApi } from '../../testing/apiHarness.js';
import { newPerson } from '../../testing/newPerson.js';
import {
  locationOf,
  signInAtProvider,
  startProvider,
  type Claims,
  type TestProvider,
} from '../../testing/oidcBrowser.js';

const person = (email: string, isVerified = true): Claims => ({ email, email_verified: isVerified, name: 'A Person' });

const PEOPLE = {
  ada: person('Ada@example.com'),
  mallory: person('ada@example.com', false),
  invited: person('invited@example.com'),
  wronglyInvited: person('wrongly-invited@example.com'),
  stranger: person('stranger@example.com'),
  planted: person('planted@example.com'),
  disabled: person('disabled@example.com'),
  attacker: person('attacker@example.com'),
  victim: person('victim@example.com'),
  formerOwner: person('desk@example.com'),
  newOwner: person('desk@example.com'),
};

let provider: TestProvider;
let api: TestApi;
let redirectUri: string;
beforeAll(async () => {
  provider = await startProvider(PEOPLE);
  const oidc = { issuer: provider.issuer, clientId: 'sluice', clientSecret: 'client-secret', name: 'Test' };
  api = await startTestApi({ identity: { ...DEFAULT_API_CONFIG.identity, oidc } });
  redirectUri = `${api.url}/api/0/oidc/oidc/callback`;
  await provider.serve(redirectUri);
  await createUser(api.db, { email: 'ada@example.com', isVerified: true });
  await api.newTenant('ours');
});
afterAll(async () => {
  provider.stop();
  await api.stop();
});

const pathOf = (url: string): string => url.slice(api.url.length);
const cookiesOf = ({ headers }: Answer): readonly string[] => [headers['set-cookie'] ?? []].flat();

describe('signing in at a provider', () => {
  test('uses state, nonce and PKCE, and opens a session of the user with the verified address', async () => {
    const user = await getUser(api.db, 'ada@example.com');
    const { address, callback, cookie, start } = await goToProvider('ada');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'sluice',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      state: expect.stringMatching(/./) as unknown,
      nonce: expect.stringMatching(/./) as unknown,
    });
    expect(cookiesOf(start).join()).toMatch(/Max-Age=600; HttpOnly; SameSite=Lax$/);
    // Providers add parameters of their own.
    callback.searchParams.set('authuser', '0');
    const answer = await comeBack(callback, cookie);
    expect([answer.status, pathOf(locationOf(answer))]).toEqual([302, '/']);
    expect(cookiesOf(answer).find((line) => line.startsWith('sluice_oidc='))).toContain('Max-Age=0');
    expect((await sessionOf(answer)).body).toMatchObject({ user: { id: user.id, email: 'ada@example.com' } });
    // From now on the subject decides.
    await api.db.pool.query(`update users set email = 'other@example.com' where id = $1`, [user.id]);
    expect((await sessionOf(await signIn('ada'))).body).toMatchObject({ user: { email: 'other@example.com' } });
    await api.db.pool.query(`update users set email = 'ada@example.com' where id = $1`, [user.id]);
  });

  test('is offered', async () => {
    expect((await api.ask('/api/0/sign-in-options')).body).toMatchObject({ providers: [{ id: 'oidc', name: 'Test' }] });
    expect((await api.ask('/api/0/oidc/other/start')).status).toBe(404);
  });

  test('an address that the provider does not vouch for opens nothing', async () => {
    expect(errorOf(await signIn('mallory'))).toEqual([302, '/sign-in?error=unverified_email', '']);
  });

  test('without an account or invitation no account is created', async () => {
    expect(errorOf(await signIn('stranger'))).toEqual([302, '/sign-in?error=no_account', '']);
    expect(await findUser(api.db, 'stranger@example.com')).toBeUndefined();
  });

  test('an invited person becomes a member', async () => {
    const { id } = await findOrganization(api.db, 'ours');
    await createLink(api.db, {
      purpose: 'invitation',
      email: 'invited@example.com',
      organization: { id, role: 'member' },
      createdBy: OPERATOR.label,
      nowMs: api.now,
      lifetimeMs: 900_000,
    });
    expect((await sessionOf(await signIn('invited'))).body).toMatchObject({
      user: { email: 'invited@example.com', name: 'A Person' },
      organizations: [{ slug: 'ours', role: 'member' }],
    });
  });

  test('an invitation that its inviter may no longer make leads nowhere', async () => {
    const { id } = await findOrganization(api.db, 'ours');
    const { userId: inviterId } = await newPerson(api, { organization: 'ours', role: 'viewer' });
    await createLink(api.db, {
      purpose: 'invitation',
      email: 'wrongly-invited@example.com',
      organization: { id, role: 'viewer' },
      inviterId,
      createdBy: 'someone',
      nowMs: api.now,
      lifetimeMs: 900_000,
    });
    expect(errorOf(await signIn('wronglyInvited'))).toEqual([302, '/sign-in?error=no_account', '']);
  });

  test('takes an account that someone else made for the address away from them', async () => {
    const user = await createUser(api.db, { email: 'planted@example.com' });
    await setPasswordHash(api.db, user.id, await createPasswords().hash('correct horse battery', 'test'));
    expect((await sessionOf(await signIn('planted'))).status).toBe(200);
    expect(await getUser(api.db, 'planted@example.com')).toMatchObject({ hasPassword: false, isVerified: true });
  });

  test('who gives their account the address of someone else loses it when the owner arrives', async () => {
    const user = await createUser(api.db, { email: 'attacker@example.com', isVerified: true });
    const attacker = await signIn('attacker');
    const query = `update users set email = 'victim@example.com', email_verified_at = null where id = $1`;
    await api.db.pool.query(query, [user.id]);
    expect((await sessionOf(await signIn('victim'))).status).toBe(200);
    expect((await sessionOf(attacker)).status).toBe(401);
    expect(errorOf(await signIn('attacker'))).toEqual([302, '/sign-in?error=no_account', '']);
  });

  test('an address that has passed to another person at the provider takes the account along', async () => {
    const user = await createUser(api.db, { email: 'desk@example.com', isVerified: true });
    await setPasswordHash(api.db, user.id, await createPasswords().hash('correct horse battery', 'test'));
    const former = await signIn('formerOwner');
    expect(await getUser(api.db, 'desk@example.com')).toMatchObject({ hasPassword: true });
    const answers = await Promise.all([signIn('newOwner'), signIn('newOwner')]);
    for (const answer of answers) expect(pathOf(locationOf(answer))).toBe('/');
    expect((await sessionOf(former)).status).toBe(401);
    expect(await getUser(api.db, 'desk@example.com')).toMatchObject({ hasPassword: false });
    const { rows } = await api.db.pool.query(`select subject from identities where user_id = $1`, [user.id]);
    expect(rows).toEqual([{ subject: 'newOwner' }]);
  });

  test('a disabled user stays out', async () => {
    await createUser(api.db, { email: 'disabled@example.com', isVerified: true });
    await disableUser(api.db, 'disabled@example.com');
    expect(errorOf(await signIn('disabled'))).toEqual([302, '/sign-in?error=no_account', '']);
  });

  test('replaces the session that the browser brought', async () => {
    const planted = await newPerson(api);
    const { callback, cookie } = await goToProvider('ada');
    await comeBack(callback, `${cookie}; ${planted.headers['cookie'] ?? ''}`);
    expect((await api.ask('/api/0/session', { headers: planted.headers })).status).toBe(401);
  });
});

describe('coming back from a provider is refused', () => {
  const FAILED = [302, '/sign-in?error=oidc_failed', ''];
  const changed = (cookie: string, name: 'nonce' | 'state' | 'verifier', value: string): string => {
    const [key = '', encoded = ''] = cookie.split('=');
    const attempt = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as object;
    return `${key}=${Buffer.from(JSON.stringify({ ...attempt, [name]: value })).toString('base64url')}`;
  };

  test('in another browser, which has no attempt', async () => {
    const { callback } = await goToProvider('ada');
    expect(errorOf(await comeBack(callback, ''))).toEqual(FAILED);
    expect(errorOf(await comeBack(callback, 'sluice_oidc=garbage'))).toEqual(FAILED);
  });

  test('with another state', async () => {
    const { callback, cookie } = await goToProvider('ada');
    callback.searchParams.set('state', 'another');
    expect(errorOf(await comeBack(callback, cookie))).toEqual(FAILED);
    callback.searchParams.delete('state');
    expect(errorOf(await comeBack(callback, cookie))).toEqual(FAILED);
  });

  test.each(['nonce', 'verifier', 'state'] as const)('with another %s in the browser', async (name) => {
    const { callback, cookie } = await goToProvider('ada');
    const answer = await comeBack(callback, changed(cookie, name, 'A'.repeat(43)));
    expect(errorOf(answer)).toEqual(FAILED);
  });

  test('with the code of another attempt, or with a code that was used', async () => {
    const [first, second] = [await goToProvider('ada'), await goToProvider('ada')];
    const mixed = new URL(first.callback);
    mixed.searchParams.set('code', second.callback.searchParams.get('code') ?? '');
    expect(errorOf(await comeBack(mixed, first.cookie))).toEqual(FAILED);
    const third = await goToProvider('ada');
    expect((await comeBack(third.callback, third.cookie)).status).toBe(302);
    expect(errorOf(await comeBack(third.callback, third.cookie))).toEqual(FAILED);
  });

  test('with the error of the provider', async () => {
    const { callback, cookie } = await goToProvider('ada');
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    expect(errorOf(await comeBack(callback, cookie))).toEqual(FAILED);
  });
});

/** Begins at Sluice and signs in at the provider. Returns the callback and the cookie of the attempt. */
async function goToProvider(subject: keyof typeof PEOPLE) {
  const start = await api.ask('/api/0/oidc/oidc/start');
  const address = new URL(locationOf(start));
  const callback = await signInAtProvider(address.href, subject, redirectUri);
  return { address, callback: new URL(callback), cookie: pairOf(cookiesOf(start), /^sluice_oidc=/), start };
}

async function signIn(subject: keyof typeof PEOPLE): Promise<Answer> {
  const { callback, cookie } = await goToProvider(subject);
  return comeBack(callback, cookie);
}

function errorOf(answer: Answer): readonly unknown[] {
  return [answer.status, pathOf(locationOf(answer)), pairOf(cookiesOf(answer), /^sluice_session/)];
}

function pairOf(lines: readonly string[], name: RegExp): string {
  return lines.find((line) => name.test(line))?.split(';')[0] ?? '';
}

function comeBack(callback: URL, cookie: string): Promise<Answer> {
  return api.ask(pathOf(callback.href), { headers: cookie === '' ? {} : { cookie } });
}

function sessionOf(answer: Answer): Promise<Answer> {
  return api.ask('/api/0/session', { headers: { cookie: pairOf(cookiesOf(answer), /^sluice_session/) } });
}
