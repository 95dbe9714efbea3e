import { describe, expect, test } from '@jest/globals';
import { createLink, findIdentity, linkIdentity, setPasswordHash } from '@sluice/identity/statements';
import { createToken, createUser, getUser, inTransaction, type User } from '@sluice/db';
import { createPasswords } from '@sluice/identity';
import { DEFAULT_API_CONFIG } from '../../config.js';
import { startTestApi, type Answer, useApi } from '../../testing/apiHarness.js';
import { startMailServer } from '../../testing/mailServer.js';
import { newPerson } from '../../testing/newPerson.js';
import { useResource, useTenant } from '@sluice/testkit';

const PUBLIC_URL = 'https://sluice.example/base';
const PASSWORD = 'correct horse battery';
const OTHERS = 'wrong horse battery staple';
const identity = () => ({ ...DEFAULT_API_CONFIG.identity, smtpUrl: mail.url });
const mail = useResource(startMailServer, (started) => started.stop());
const api = useApi(() => ({ publicUrl: PUBLIC_URL, identity: identity() }));
const tenant = useTenant(api, 'ours');

/** The name of the session cookie depends on the address. */
const atPublicUrl = () => ({ ...api, url: PUBLIC_URL });

const codeOf = ({ body }: Answer): unknown => (body as { error?: { code: string } } | undefined)?.error?.code;
const linkIn = (text: string): URL => new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank');
const tokenIn = (text: string): string => linkIn(text).searchParams.get('token') ?? '';

describe('a link in a mail', () => {
  test.each([
    ['another host', { host: 'evil.example' }],
    ['another scheme', { host: 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }],
  ])('leads to PUBLIC_URL, also if whoever asks for it names %s', async (_what, headers) => {
    await createUser(api.db, { email: `host-${Object.keys(headers).length}@example.com`, isVerified: true });
    const body = { email: ` HOST-${Object.keys(headers).length}@example.com` };
    expect((await post('/password-resets', body, headers)).status).toBe(204);
    expect(linkIn(await mail.next()).href).toMatch(/^https:\/\/sluice\.example\/base\/sign-in\?token=[\w-]{43}$/);
  });

  test('is not mailed without PUBLIC_URL; invitations are shown to their inviter', async () => {
    const local = await startTestApi({ identity: identity() });
    await local.newTenant('ours');
    const admin = await newPerson(local, { organization: 'ours', role: 'admin' });
    const ask = (path: string, body: unknown, headers = {}) =>
      local.ask(`/api/0${path}`, { method: 'POST', body, headers });
    expect((await local.ask('/api/0/sign-in-options')).body).toMatchObject({ mail: false });
    expect((await ask('/password-resets', { email: admin.email }, { host: 'evil.example' })).status).toBe(204);
    const invited = await ask(
      '/organizations/ours/invitations',
      { email: 'a@example.com', role: 'member' },
      admin.headers,
    );
    expect(invited.body).toMatchObject({ isMailed: false, link: expect.stringContaining('/invitation?token=') });
    const { rows } = await local.db.pool.query(`select purpose, is_mailed from links`);
    expect(rows).toEqual([{ purpose: 'invitation', is_mailed: false }]);
    expect(mail.waiting()).toBe(0);
    await local.stop();
  });

  test('names the inviter by the address, not by a name that they chose', async () => {
    const admin = await newPerson(atPublicUrl(), { organization: 'ours', role: 'admin' });
    await api.db.pool.query(`update users set name = 'Visit http://evil.example now' where id = $1`, [admin.userId]);
    const body = { email: 'Asked@example.com', role: 'member' };
    const headers = { ...admin.headers, host: 'evil.example' };
    expect((await post('/organizations/ours/invitations', body, headers)).body).toMatchObject({ link: null });
    const text = await mail.next();
    expect(linkIn(text).href).toMatch(/^https:\/\/sluice\.example\/base\/invitation\?token=/);
    expect(text).toContain(`${admin.email} invites you`);
    expect(text).not.toContain('evil.example');
  });

  test('cannot flood an address with invitations', async () => {
    const admin = await newPerson(atPublicUrl(), { organization: 'ours', role: 'admin' });
    const invite = () =>
      post('/organizations/ours/invitations', { email: 'flood@example.com', role: 'viewer' }, admin.headers);
    for (let i = 0; i < 3; i += 1) expect((await invite()).status).toBe(201);
    const refused = await invite();
    expect([refused.status, codeOf(refused)]).toEqual([429, 'too_many_invitations']);
    expect(refused.text).toContain('MAX_INVITATIONS_PER_ADDRESS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (let i = 0; i < 3; i += 1) await mail.next();
  });

  test('is sent to many addresses by one inviter up to the limit, also in parallel; earlier invitations stay', async () => {
    await api.newTenant('eager');
    const admin = await newPerson(atPublicUrl(), { organization: 'eager', role: 'admin' });
    const path = '/organizations/eager/invitations';
    const invite = (i: number) => post(path, { email: `many-${i}@example.com`, role: 'viewer' }, admin.headers);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => invite(i)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.text]).toEqual([429, expect.stringContaining('MAX_INVITATIONS_PER_USER')]);
    const pending = (await api.ask(`/api/0${path}`, { headers: admin.headers })).body as { readonly data: unknown[] };
    expect(pending.data).toHaveLength(20);
    for (let i = 0; i < 20; i += 1) await mail.next();
  });
});

describe('an account whose address was never proven', () => {
  let squatted: User;
  let token: string;
  let serial = 0;

  test('loses all that signs in when a reset by mail proves the address', async () => {
    await squat();
    await post('/password-resets', { email: squatted.email });
    const used = await post('/links/use', { token: tokenIn(await mail.next()), password: PASSWORD });
    expect([used.status, codeOf(used)]).toEqual([200, undefined]);
    await expectOnlyOwn();
  });

  test('loses it when a mailed invitation is accepted with a new password', async () => {
    await squat();
    await api.newTenant(`inviting-${serial}`);
    const admin = await newPerson(atPublicUrl(), { organization: `inviting-${serial}`, role: 'admin' });
    const body = { email: squatted.email, role: 'viewer' };
    await post(`/organizations/inviting-${serial}/invitations`, body, admin.headers);
    const invitation = tokenIn(await mail.next());
    expect((await post('/links/inspect', { token: invitation })).body).toMatchObject({ isNewPassword: true });
    expect((await post('/links/use', { token: invitation, password: PASSWORD })).status).toBe(200);
    await expectOnlyOwn();
  });

  test('keeps it when an operator hands out a link, which proves nothing', async () => {
    await squat();
    const made = { createdBy: 'operator', nowMs: api.now, lifetimeMs: 900_000 };
    const link = await createLink(api.db, { purpose: 'sign_in', email: squatted.email, ...made });
    expect((await post('/links/use', { token: link.secret })).status).toBe(200);
    expect(await getUser(api.db, squatted.email)).toMatchObject({ isVerified: false, hasTotp: true });
    expect((await api.ask(`${tenant.path}/settings`, { token })).status).toBe(200);
  });

  /** Someone else made the account, knows its password, has one-time codes, a token, a session and a subject of the provider. */
  async function squat(): Promise<void> {
    squatted = await createUser(api.db, { email: `ceo-${(serial += 1)}@example.com` });
    const { id, email } = squatted;
    await setPasswordHash(api.db, id, await createPasswords().hash(OTHERS, 'test'));
    await api.db.pool.query(
      `update users set totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = now() where id = $1`,
      [id],
    );
    await api.db.pool.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'member')`, [
      tenant.organizationId,
      id,
    ]);
    const actor = { kind: 'user', userId: id, label: email } as const;
    const made = { organization: 'ours', scopes: ['project:read'], name: 'theirs', expiresAt: undefined, actor };
    ({ secret: token } = await createToken(api.db, made));
    await inTransaction(api.db, (tx) =>
      linkIdentity(tx, squatted, { issuer: 'https://id.example', subject: email }, api.now),
    );
  }

  async function expectOnlyOwn(): Promise<void> {
    expect((await api.ask(`${tenant.path}/settings`, { token })).status).toBe(401);
    const subject = { issuer: 'https://id.example', subject: squatted.email };
    expect(await findIdentity(api.db, subject)).toBeUndefined();
    expect(await getUser(api.db, squatted.email)).toMatchObject({
      isVerified: true,
      hasTotp: false,
      hasPassword: true,
    });
    expect((await post('/session', { email: squatted.email, password: OTHERS })).status).toBe(401);
    expect((await post('/session', { email: squatted.email, password: PASSWORD })).status).toBe(200);
  }
});

test('a proven address keeps its one-time codes and tokens when the password is reset', async () => {
  const person = await newPerson(atPublicUrl(), { organization: 'ours', role: 'member' });
  await api.db.pool.query(
    `update users set totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = now() where id = $1`,
    [person.userId],
  );
  await post('/password-resets', { email: person.email });
  const used = await post('/links/use', { token: tokenIn(await mail.next()), password: PASSWORD });
  expect([used.status, codeOf(used)]).toEqual([401, 'code_required']);
});

function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return api.ask(`/api/0${path}`, { method: 'POST', body, headers });
}
