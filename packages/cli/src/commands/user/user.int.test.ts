import { beforeAll, describe, expect, test } from '@jest/globals';
import { authenticateSession, createSession, getUser } from '@sluice/db';
import { findLink } from '@sluice/identity/statements';
import { useDatabase } from '@sluice/testkit';
import { runForTest, type CommandOutput } from '../../testing/runForTest.js';

const database = useDatabase();
beforeAll(async () => {
  await ask('org', 'create', 'acme');
  await ask('user', 'create', 'taken@example.com');
});

const tokenOf = (link: unknown): string => new URL(String(link)).searchParams.get('token') ?? '';

describe('sluice user', () => {
  test('create makes a member and prints a link of 15 minutes that signs in', async () => {
    const before = Date.now();
    const answer = await ask('user', 'create', 'Ada@Example.com', '--name', 'Ada', '--org', 'acme', '--role', 'owner');
    expect(answer['link']).toMatch(/^https:\/\/errors\.example\.com\/sign-in\?token=[\w-]{43}$/);
    const link = await linkOf(answer);
    expect(link).toMatchObject({ purpose: 'sign_in', email: 'ada@example.com', isMailed: false });
    expect((link?.expiresAt.getTime() ?? 0) - before).toBeGreaterThanOrEqual(900_000);
    expect(await listed('ada@example.com')).toMatchObject({ organizations: ['acme:owner'], disabledAt: null });
    const { stdout } = await run('user', 'list');
    expect(stdout).toMatch(/ada@example\.com +Ada +acme:owner +works/);
  });

  test('an organization is created for its first owner, or not at all', async () => {
    await ask('user', 'create', 'grace@example.com');
    await ask('org', 'create', 'compilers', '--owner', 'Grace@example.com');
    expect(await listed('grace@example.com')).toMatchObject({ organizations: ['compilers:owner'] });
    const { code, stderr } = await run('org', 'create', 'nobodys', '--owner', 'nobody@example.com');
    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no user nobody@example.com')]);
    expect((await run('org', 'list')).stdout).not.toContain('nobodys');
  });

  test.each([
    ['an address twice', ['Taken@example.com'], 'already'],
    ['what is no address', ['ada'], 'ada'],
    ['a role without an organization', ['eve@example.com', '--role', 'owner'], '--role needs --org'],
    ['an unknown organization', ['eve@example.com', '--org', 'nobody'], 'nobody'],
  ])('create refuses %s and creates no one', async (_what, words, text) => {
    const { code, stderr } = await run('user', 'create', ...words);
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(text)]);
    expect(await listed('eve@example.com')).toBeUndefined();
  });

  test('link ends the earlier links of its purpose', async () => {
    await ask('user', 'create', 'bob@example.com');
    const [first, second] = [
      await ask('user', 'link', 'bob@example.com'),
      await ask('user', 'link', 'bob@example.com'),
    ];
    expect([await linkOf(first), (await linkOf(second))?.purpose]).toEqual([undefined, 'sign_in']);
    const reset = await ask('user', 'link', 'bob@example.com', '--reset-password');
    expect([(await linkOf(reset))?.purpose, (await linkOf(second))?.purpose]).toEqual(['password_reset', 'sign_in']);
    expect((await run('user', 'link', 'nobody@example.com')).stderr).toContain('there is no user nobody@example.com');
  });

  test('disable ends sessions and refuses links; enable lets the user sign in again', async () => {
    await ask('user', 'create', 'cy@example.com', '--org', 'acme');
    const { id } = await getUser(database.db, 'cy@example.com');
    const nowMs = Date.now();
    const made = { method: 'link', address: '::1', network: '::1', userAgent: '', nowMs, lifetimeMs: 900_000 } as const;
    const secret = await createSession(database.db, id, made);
    await ask('user', 'disable', 'cy@example.com');
    expect(await listed('cy@example.com')).toMatchObject({ disabledAt: expect.any(String) });
    expect((await run('user', 'link', 'cy@example.com')).stderr).toContain('sluice user enable cy@example.com');
    await ask('user', 'enable', 'cy@example.com');
    expect(await listed('cy@example.com')).toMatchObject({ disabledAt: null });
    expect(await authenticateSession(database.db, secret, { nowMs, idleMs: 900_000 })).toBeUndefined();
    expect((await linkOf(await ask('user', 'link', 'cy@example.com')))?.email).toBe('cy@example.com');
  });

  test('disable refuses the last owner of an organization, unless forced', async () => {
    await ask('org', 'create', 'solo');
    await ask('user', 'create', 'only@example.com', '--org', 'solo', '--role', 'owner');
    const { code, stderr } = await run('user', 'disable', 'only@example.com');
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('solo')]);
    await ask('user', 'disable', 'only@example.com', '--force');
    expect(await listed('only@example.com')).toMatchObject({ disabledAt: expect.any(String) });
  });
});

describe('sluice audit', () => {
  interface Line {
    readonly action: string;
    readonly actor: { readonly label: string };
    readonly after: unknown;
  }
  const lines = (...words: string[]): Promise<readonly Line[]> => ask('audit', 'audited', ...words);

  test('says what operators changed, from what to what, latest first', async () => {
    await ask('org', 'create', 'audited');
    await ask('user', 'create', 'dee@example.com', '--org', 'audited', '--role', 'admin');
    await ask('project', 'create', 'audited/web');
    await ask('project', 'set', 'audited/web', 'scrub=true');
    const [latest] = await lines();
    expect(latest).toMatchObject({ action: 'project.settings', before: { scrub: false }, after: { scrub: true } });
    expect((await lines('--action', 'member.add')).map(({ after }) => after)).toEqual([
      expect.objectContaining({ role: 'admin' }),
    ]);
    expect(await lines('--limit', '1')).toHaveLength(1);
    expect(await lines('--user', 'dee@example.com')).toEqual([]);
    const all = await lines();
    expect(await lines('--from', '1h')).toEqual(all);
    expect(await lines('--to', '1h')).toEqual([]);
    expect((await run('audit', 'audited', '--from', 'soon')).stderr).toContain('"soon" is not a time');
    const { stdout } = await run('audit', 'audited', '--project', 'web');
    expect(stdout).toMatch(/operator +project\.settings .*scrub: false → true/);
  });

  test('refuses a limit above 1,000', async () => {
    expect((await run('audit', 'audited', '--limit', '1001')).stderr).toContain('--limit must be from 1 to 1000');
  });
});

/** The JSON value that a command must answer. */
async function ask<T = Readonly<Record<string, unknown>>>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

function run(...words: string[]): Promise<CommandOutput> {
  return runForTest(words, { DATABASE_URL: database.url, SLUICE_URL: 'https://errors.example.com/' });
}

async function linkOf(answer: Readonly<Record<string, unknown>>) {
  return findLink(database.db, tokenOf(answer['link']), Date.now());
}

interface Listed {
  readonly email: string;
  readonly organizations: readonly string[];
  readonly disabledAt: string | null;
}

async function listed(email: string): Promise<Listed | undefined> {
  return (await ask<readonly Listed[]>('user', 'list')).find((user) => user.email === email);
}
