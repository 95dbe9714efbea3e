import { beforeAll, describe, expect, test } from '@jest/globals';
import { parseProjectKey } from '@sluice/contract/node';
import { DEFAULT_PROJECT_SETTINGS } from '@sluice/contract';
import { waitFor, useDatabase } from '@sluice/testkit';
import { listenForSettings } from './listenForSettings.js';
import { addKey, disableKey, listKeys } from './manageKeys.js';
import { createOrganization, findOrganization, listOrganizations, updateOrganization } from './organizations.js';
import { findProjectedKey, readProjectedKeys } from './projectedKeys.js';
import type { NewProjectKey } from './projectKeys.js';
import { createProject, deleteProject, findProject, listProjects, updateProject } from './projects.js';
import { authenticateToken, createToken, listTokens, recordTokenUse, revokeToken } from './tokens.js';

const ref = (project: string, organization = 'acme') => ({ organization, project });

describe('tenancy', () => {
  const { db } = useDatabase();
  beforeAll(() => createOrganization(db, 'acme'));

  const lastVersion = async (): Promise<string | undefined> => (await readProjectedKeys(db, undefined)).at(-1)?.version;

  test('an organization has defaults, accepts settings, and has a unique slug', async () => {
    const created = await createOrganization(db, 'globex', { 'monthly.errors': 10 });
    expect(created.settings).toMatchObject({
      sourceMaps: true,
      retentionDays: 30,
      monthly: { errors: 10, logs: null },
    });
    await expect(createOrganization(db, 'globex')).rejects.toMatchObject({ code: 'exists' });
    const updated = await updateOrganization(db, 'globex', { sourceMaps: false });
    expect(updated.settings).toMatchObject({ sourceMaps: false, monthly: { errors: 10 } });
    expect(await findOrganization(db, 'globex')).toEqual(updated);
    expect((await listOrganizations(db)).map(({ slug }) => slug)).toEqual(expect.arrayContaining(['acme', 'globex']));
    await expect(updateOrganization(db, 'nobody', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each(['', 'A', 'a b', 'a/b', '-a', 'a-', 'x'.repeat(64), 'ä'])('"%s" is no slug', async (slug) => {
    await expect(createOrganization(db, slug)).rejects.toMatchObject({ code: 'invalid' });
    await expect(createProject(db, ref(slug))).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each(['api', 'metrics', 'readyz', 'profile', 'sign-in'])(
    '"%s" is reserved: no organization has it, a project may',
    async (slug) => {
      await expect(createOrganization(db, slug)).rejects.toMatchObject({ code: 'invalid' });
      await expect(createProject(db, ref(slug))).resolves.toMatchObject({ project: { slug } });
    },
  );

  test('a project has defaults and a key; changing one setting leaves the others', async () => {
    const { project, key } = await createProject(db, ref('web'), { 'filters.localhost': true });
    expect(key.key).toMatch(/^[0-9a-f]{32}$/);
    expect(project).toMatchObject({ organization: 'acme', slug: 'web' });
    await updateProject(db, ref('web'), { 'sampleRates.span': 0.5 });
    const { settings } = await findProject(db, ref('web'));
    expect(settings).toEqual({
      ...DEFAULT_PROJECT_SETTINGS,
      filters: { ...DEFAULT_PROJECT_SETTINGS.filters, localhost: true },
      sampleRates: { ...DEFAULT_PROJECT_SETTINGS.sampleRates, span: 0.5 },
    });
    await expect(createProject(db, ref('web'))).rejects.toMatchObject({ code: 'exists' });
    await expect(createProject(db, ref('web', 'nobody'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(findProject(db, ref('none'))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('concurrent changes of different settings are both stored', async () => {
    await createProject(db, ref('busy'));
    await Promise.all([
      ...['exception', 'log', 'span', 'hit'].map((type) =>
        updateProject(db, ref('busy'), { [`sampleRates.${type}`]: 0.5 }),
      ),
      updateOrganization(db, 'acme', { 'monthly.logs': 5 }),
      addKey(db, ref('busy')),
    ]);
    const { settings } = await findProject(db, ref('busy'));
    expect(settings.sampleRates).toEqual({ exception: 0.5, log: 0.5, span: 0.5, hit: 0.5, replay: 1 });
  });

  test('keys are added, listed and disabled permanently', async () => {
    await createProject(db, ref('keys'));
    const added = await addKey(db, ref('keys'), { label: 'mobile' });
    const [first, second] = await listKeys(db, ref('keys'));
    expect([first?.label, { ...second, text: added.key }]).toEqual(['default', added]);
    const disabled = await disableKey(db, ref('keys'), added.key);
    expect(disabled.disabledAt).toBeInstanceOf(Date);
    expect(await disableKey(db, ref('keys'), added.key.toUpperCase())).toEqual({ ...disabled });
    await expect(disableKey(db, ref('web'), added.key)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a server key is stored as a digest, found by its name, and disabled by its visible part or its text', async () => {
    await createProject(db, ref('servers'));
    const [one, two] = [
      await addKey(db, ref('servers'), { label: 'api', kind: 'server' }),
      await addKey(db, ref('servers'), { kind: 'server' }),
    ];
    expect(one).toMatchObject({
      kind: 'server',
      key: one.text.slice(0, 16),
      text: expect.stringMatching(/^sls_\w{64}$/),
    });
    const listed = (await listKeys(db, ref('servers'))).slice(1);
    expect(listed.map(({ kind, key }) => [kind, key])).toEqual([one, two].map(({ key }) => ['server', key]));
    const { rows } = await db.pool.query<{ row: string }>('select k::text as row from project_keys k');
    expect(rows.filter(({ row }) => row.includes(one.text.slice(-52)))).toEqual([]);
    expect(await findProjectedKey(db, one.text)).toBeUndefined();
    const name = (key: NewProjectKey) => parseProjectKey(key.text)?.name ?? '';
    expect(await findProjectedKey(db, name(one))).toMatchObject({ project: { project: 'servers' } });
    await disableKey(db, ref('servers'), one.key);
    for (const wrong of [`${two.text.slice(0, -1)}x`, `${two.text.slice(0, -1)}x`.toUpperCase()]) {
      await expect(disableKey(db, ref('servers'), wrong)).rejects.toMatchObject({
        code: 'not_found',
        message: `there is no key ${two.key} in acme/servers`,
      });
    }
    expect((await findProjectedKey(db, name(two)))?.project).not.toBeNull();
    expect((await disableKey(db, ref('servers'), two.text.toUpperCase())).key).toBe(two.key);
    for (const key of [one, two]) expect((await findProjectedKey(db, name(key)))?.project).toBeNull();
  });

  test('the prefix of a key shows its kind', async () => {
    const { project } = await createProject(db, ref('kinds'));
    const insert = (key: string, kind: string) =>
      db.pool.query('insert into project_keys (project_id, key, kind) values ($1, $2, $3)', [project.id, key, kind]);
    await expect(insert('a'.repeat(32), 'server')).rejects.toMatchObject({ code: '23514' });
    await expect(insert('sls_x', 'public')).rejects.toMatchObject({ code: '23514' });
  });

  test('a deleted project is not listed, its keys are invalid, its slug is free', async () => {
    const { project, key } = await createProject(db, ref('gone'));
    await deleteProject(db, ref('gone'));
    await expect(findProject(db, ref('gone'))).rejects.toMatchObject({ code: 'not_found' });
    expect((await listProjects(db, 'acme')).map(({ slug }) => slug)).not.toContain('gone');
    expect((await findProjectedKey(db, key.key))?.project).toBeNull();
    const again = await createProject(db, ref('gone'));
    expect(again.project.id).not.toBe(project.id);
  });

  test('gateways see a key with its settings, and every kind of change under a higher version', async () => {
    const { project, key } = await createProject(db, ref('seen'), { eventsPerHour: 7 });
    expect(await findProjectedKey(db, key.key)).toMatchObject({
      key: key.key,
      project: { projectId: project.id, organization: 'acme', project: 'seen', settings: { eventsPerHour: 7 } },
    });
    expect(await findProjectedKey(db, 'f'.repeat(32))).toBeUndefined();
    const changes = [
      () => updateProject(db, ref('seen'), { scrub: true }),
      () => updateOrganization(db, 'acme', { 'monthly.spans': 3 }),
      () => disableKey(db, ref('seen'), key.key),
    ];
    for (const change of changes) {
      const before = await lastVersion();
      expect(await readProjectedKeys(db, before)).toEqual([]);
      await change();
      const changed = await readProjectedKeys(db, before);
      expect(changed.map((projected) => projected.key)).toContain(key.key);
      expect(changed.every(({ version }) => BigInt(version) > BigInt(before ?? 0))).toBe(true);
    }
    expect((await findProjectedKey(db, key.key))?.project).toBeNull();
  });

  test('a change in SQL counts like any other', async () => {
    await createProject(db, ref('counted'));
    await addKey(db, ref('counted'));
    const before = await lastVersion();
    await db.pool.query(`update projects set settings = '{"scrub": true}' where slug = 'counted'`);
    const changed = await readProjectedKeys(db, before);
    expect(changed.map(({ project }) => [project?.project, project?.settings.scrub])).toEqual([
      ['counted', true],
      ['counted', true],
    ]);
  });

  test('a change waits for one that has its version and is not committed yet, so versions appear in order', async () => {
    for (const slug of ['first', 'second']) await createProject(db, ref(slug));
    const change = (slug: string): string => `update projects set settings = '{"scrub": false}' where slug = '${slug}'`;
    const [client, other] = [await db.pool.connect(), await db.pool.connect()];
    await client.query('begin');
    await client.query(change('first'));
    const waiting = other.query(`${change('second')} returning version`);
    await waitFor(async () => {
      const { rows } = await db.pool.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`);
      return rows.length === 1;
    });
    const { rows } = await client.query<{ version: string }>(`select version from projects where slug = 'first'`);
    await client.query('commit');
    const later = (await waiting).rows as { version: string }[];
    expect(BigInt(later[0]?.version ?? 0)).toBeGreaterThan(BigInt(rows[0]?.version ?? 0));
    client.release();
    other.release();
  });

  test('a reader that continues from the last version misses no overlapping change', async () => {
    const slugs = Array.from({ length: 6 }, (_, index) => `race-${index}`);
    for (const slug of slugs) await createProject(db, ref(slug));
    let cursor = await lastVersion();
    const latest = new Map<string, number | null>();
    const read = async (): Promise<void> => {
      for (const { version, project } of await readProjectedKeys(db, cursor)) {
        cursor = version;
        if (project !== null) latest.set(project.project, project.settings.eventsPerHour);
      }
    };
    const writers = slugs.map(async (slug) => {
      for (let n = 1; n <= 15; n += 1) await updateProject(db, ref(slug), { eventsPerHour: n });
    });
    let writing = writers.length;
    for (const writer of writers) void writer.finally(() => (writing -= 1));
    const readAgain = async (): Promise<boolean> => {
      await read();
      return writing === 0;
    };
    await waitFor(readAgain, { everyMs: 1 });
    await Promise.all(writers);
    await read();
    expect(slugs.map((slug) => latest.get(slug))).toEqual(slugs.map(() => 15));
  });

  test('a listener is notified of every committed change, also after its connection was cut', async () => {
    await createProject(db, ref('heard'));
    let heard = 0;
    const listener = listenForSettings(db, () => (heard += 1));
    await listener.start();
    await waitFor(() => heard >= 1);
    const before = heard;
    await updateProject(db, ref('heard'), { scrub: true });
    await waitFor(() => heard > before);
    const cut = heard;
    await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`);
    await waitFor(() => heard > cut);
    await listener.stop();
  });

  test('a token is shown once, stored as a digest, and valid until it expires or is revoked', async () => {
    const expiresAt = new Date(10_000_000);
    const { secret, token } = await createToken(db, { organization: 'acme', scopes: ['project:read'], expiresAt });
    expect(secret).toMatch(/^slp_[A-Za-z0-9_-]{43}$/);
    expect(token).toMatchObject({ organization: 'acme', scopes: ['project:read'], hint: secret.slice(-4), expiresAt });
    expect(JSON.stringify(await listTokens(db, 'acme'))).not.toContain(secret);
    for (const nowMs of [9_000_000, 9_030_000]) {
      const found = await authenticateToken(db, secret, nowMs);
      expect(found).toMatchObject({ id: token.id, scopes: ['project:read'] });
      if (found !== undefined) await recordTokenUse(db, found, nowMs);
    }
    expect((await listTokens(db, 'acme'))[0]?.lastUsedAt).toEqual(new Date(9_000_000));
    expect(await authenticateToken(db, secret, 10_000_000)).toBeUndefined();
    for (const wrong of ['', 'slp_', `${secret}x`, secret.replace(/.$/, '\0'), `slp_${'A'.repeat(43)}`]) {
      expect(await authenticateToken(db, wrong, 0)).toBeUndefined();
    }
    await expect(revokeToken(db, 'globex', token.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(revokeToken(db, 'acme', 'x')).rejects.toMatchObject({ code: 'not_found' });
    expect((await revokeToken(db, 'acme', token.id)).revokedAt).toBeInstanceOf(Date);
    expect(await authenticateToken(db, secret, 9_000_000)).toBeUndefined();
  });

  test.each([[['project:everything']], [[]], [['project:read', '']]])('scopes %j are refused', async (scopes) => {
    await expect(createToken(db, { organization: 'acme', scopes })).rejects.toMatchObject({ code: 'invalid' });
  });
});
