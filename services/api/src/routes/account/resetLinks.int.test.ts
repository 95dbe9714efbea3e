import { describe, expect, test } from '@jest/globals';
import { createLink, findLink } from '@sluice/identity/statements';
import { createUser } from '@sluice/db';
import { waitFor, useResource } from '@sluice/testkit';
import { DEFAULT_API_CONFIG } from '../../config.js';
import { startTestApi, type Answer, useApi } from '../../testing/apiHarness.js';
import { startMailServer } from '../../testing/mailServer.js';
import { newPerson } from '../../testing/newPerson.js';

const PUBLIC_URL = 'https://sluice.example';
const PASSWORD = 'correct horse battery';
const identity = (smtpUrl: string) => ({ ...DEFAULT_API_CONFIG.identity, smtpUrl, maxFailedSignIns: 1_000 });
const mail = useResource(startMailServer, (started) => started.stop());
const api = useApi(() => ({ publicUrl: PUBLIC_URL, identity: identity(mail.url) }));

const codeOf = ({ body }: Answer): unknown => (body as { error?: { code: string } } | undefined)?.error?.code;
const tokenIn = (text: string): string => new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';

const use = (token: string): Promise<Answer> => post('/links/use', { token, password: PASSWORD });
const isOpen = async (token: string): Promise<boolean> => (await findLink(api.db, token, api.now)) !== undefined;

describe('a link that resets a password', () => {
  test('stays valid if someone asks for another, until one of them is used', async () => {
    const { email } = await createUser(api.db, { email: 'ada@example.com', isVerified: true });
    const operators = { purpose: 'password_reset', email, createdBy: 'operator', lifetimeMs: 900_000 } as const;
    const { secret: shown } = await createLink(api.db, { ...operators, nowMs: api.now });
    const [first, second] = [await askFor(email), await askFor(email)];
    expect(await Promise.all([shown, first, second].map(isOpen))).toEqual([true, true, true]);
    expect((await use(first)).status).toBe(200);
    expect(await Promise.all([shown, first, second].map(isOpen))).toEqual([false, false, false]);
    const late = await use(second);
    expect([late.status, codeOf(late)]).toEqual([404, 'link_expired']);
  });

  test('works alone if it is used at the same time as another one', async () => {
    const { email } = await createUser(api.db, { email: 'grace@example.com', isVerified: true });
    const tokens = [await askFor(email), await askFor(email), await askFor(email)];
    const answers = await Promise.all(tokens.map(use));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('ends when the password changes, as links that sign in do', async () => {
    const person = await newPerson({ ...api, url: PUBLIC_URL });
    const reset = await askFor(person.email);
    const made = { purpose: 'sign_in', email: person.email, createdBy: 'operator', lifetimeMs: 900_000 } as const;
    const { secret: signsIn } = await createLink(api.db, { ...made, nowMs: api.now });
    expect((await post('/user/password', { next: PASSWORD }, person.headers)).status).toBe(204);
    expect(await Promise.all([reset, signsIn].map(isOpen))).toEqual([false, false]);
  });

  test('is mailed while fewer than five are open; the response does not say so', async () => {
    const { email } = await createUser(api.db, { email: 'mary@example.com', isVerified: true });
    const { email: other } = await createUser(api.db, { email: 'other@example.com', isVerified: true });
    const tokens: string[] = [];
    for (let i = 0; i < 5; i += 1) tokens.push(await askFor(email));
    const [sixth, unknown] = [
      await post('/password-resets', { email }),
      await post('/password-resets', { email: 'nobody@example.com' }),
    ];
    expect([sixth.status, sixth.text]).toEqual([unknown.status, unknown.text]);
    expect((await askFor(other)).length).toBeGreaterThan(0);
    expect(mail.waiting()).toBe(0);
    expect(await Promise.all(tokens.map(isOpen))).toEqual(Array(5).fill(true));
    await api.db.pool.query(`update links set expires_at = $2 where email = $1 and used_at is null`, [
      email,
      new Date(api.now),
    ]);
    expect(await isOpen(await askFor(email))).toBe(true);
  });

  test('does not count if its mail was not sent', async () => {
    const closed = await startTestApi({ publicUrl: PUBLIC_URL, identity: identity('smtp://127.0.0.1:1') });
    const { email } = await createUser(closed.db, { email: 'ada@example.com', isVerified: true });
    await closed.ask('/api/0/password-resets', { method: 'POST', body: { email } });
    const ended = `select from links where email = $1 and used_at is not null`;
    const isEnded = async () => (await closed.db.pool.query(ended, [email])).rowCount === 1;
    await waitFor(isEnded, { what: 'the link whose mail was refused' });
    await closed.stop();
  });
});

/** Asks for a mail and returns the token of its link. */
async function askFor(email: string): Promise<string> {
  expect((await post('/password-resets', { email })).status).toBe(204);
  return tokenIn(await mail.next());
}

function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return api.ask(`/api/0${path}`, { method: 'POST', body, headers });
}
