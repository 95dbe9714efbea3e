import { beforeAll, describe, expect, test } from '@jest/globals';
import { hourOf, lowestIdAt } from '@sluice/contract';
import {
  admitPlaces,
  countFolds,
  createNameBudget,
  DEFAULT_NAME_CAPS,
  ensurePartitions,
  findProject,
  inTransaction,
  PARTITIONED_TABLES,
} from '@sluice/db';
import { insertDeadLetters } from '@sluice/dead-letters';
import { addUsage } from '@sluice/accounting';
import { closeRedis, connectPatientRedis, createAllowance, createProjection } from '@sluice/redis';
import { waitFor, useDatabase, useRedis } from '@sluice/testkit';
import { runForTest, type CommandOutput } from '../testing/runForTest.js';

const database = useDatabase();
const redis = useRedis();
beforeAll(() => ask('org', 'create', 'acme'));
const run = (...words: string[]): Promise<CommandOutput> => runForTest(words, env());

describe('organizations, projects, keys and tokens', () => {
  test('an organization is created, set and listed', async () => {
    expect(await ask('org', 'create', 'listed', 'retentionDays=7')).toMatchObject({ organization: 'listed' });
    await ask('org', 'set', 'listed', 'monthly.errors=5', 'sourceMaps=off');
    const settings = { retentionDays: 7, sourceMaps: false, monthly: { errors: 5, logs: null } };
    expect(await ask('org', 'list')).toContainEqual(
      expect.objectContaining({
        organization: 'listed',
        settings: expect.objectContaining({ retentionDays: 7 }),
      }),
    );
    expect(await ask('org', 'set', 'listed')).toMatchObject({ settings });
    expect((await run('org', 'list')).stdout).toMatch(/^ORGANIZATION .*\n(?:.*\n)*listed +7 d +5 /);
  });

  test('a project is created with its key and DSN, set, shown, listed and deleted', async () => {
    await ask('org', 'create', 'shop');
    const created = await ask<Record<string, string>>('project', 'create', 'shop/web', 'scrub=on');
    expect(created).toEqual({
      organization: 'shop',
      project: 'web',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      dsn: `https://${created['key'] ?? ''}@errors.example.com`,
      sentryDsn: expect.stringMatching(/^https:\/\/[0-9a-f]{32}@errors\.example\.com\/[1-9]\d*$/),
    });
    const set = ['filters.ips=["10.0.0.0/8"]', 'sampleRates.span=0.5', 'filters.environments=dev,test'];
    await ask('project', 'set', 'shop/web', ...set);
    const exact = await run('project', 'set', 'shop/web', 'filters.messages=["ResizeObserver","*loop*"]');
    expect(exact).toMatchObject({ code: 0, stderr: expect.stringContaining('write "*ResizeObserver*"') });
    expect(exact.stderr.split('\n').filter((line) => line.includes('wildcard'))).toHaveLength(1);
    await ask('project', 'set', 'shop/web', 'filters.messages=');
    expect(await ask('project', 'show', 'shop/web')).toMatchObject({
      dsn: created['dsn'],
      sentryDsn: created['sentryDsn'],
      settings: {
        scrub: true,
        sampleRates: { span: 0.5, log: 1 },
        filters: { ips: ['10.0.0.0/8'], environments: ['dev', 'test'], crawlers: true },
      },
    });
    expect(await ask('project', 'list', 'shop')).toMatchObject([{ organization: 'shop', project: 'web' }]);
    const lifted = await ask('project', 'lift', 'shop/web', 'log');
    expect(lifted).toMatchObject({ types: ['log'], until: expect.stringMatching(/:00:00\.000Z$/) });
    expect(await ask('project', 'lift', 'shop/web')).toMatchObject({
      types: ['exception', 'hit', 'log', 'metric', 'replay', 'span'],
    });
    expect(await run('project', 'lift', 'shop/web', 'trace')).toMatchObject({ code: 2 });
    expect(await ask('project', 'delete', 'shop/web')).toEqual({ organization: 'shop', project: 'web', deleted: true });
    expect(await ask('project', 'list', 'shop')).toEqual([]);
  });

  test('keys are added, listed and disabled', async () => {
    const { path, key } = await makeProject('keys');
    const added = await ask<Record<'key' | 'dsn' | 'sentryDsn', string>>('key', 'add', path, '--label', 'iOS app');
    expect(added.dsn).toContain(`//${added.key}@`);
    expect(added.sentryDsn.replace(/\/[1-9]\d*$/, '')).toBe(added.dsn);
    expect(await ask('key', 'list', path)).toMatchObject([{ key }, { dsn: added.dsn, sentryDsn: added.sentryDsn }]);
    expect(await run('key', 'disable', path, '0'.repeat(8))).toMatchObject({ code: 1 });
    expect(await run('key', 'disable', path, key.slice(0, 7))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('at least the first 8 digits'),
    });
    const { stdout } = await run('key', 'disable', path, key.slice(0, 8).toUpperCase());
    expect(stdout).toBe(`Disabled ${key}. Events sent with it get 401 within 2 seconds.\n`);
    expect((await run('key', 'disable', path, key)).stdout).toMatch(
      new RegExp(`^${key} was already disabled at \\S+Z\\. Nothing changed\\.\n$`),
    );
    expect(await ask('key', 'disable', path, key)).toMatchObject({ key, disabledAt: expect.any(String) });
    expect(await ask('key', 'list', path)).toEqual([
      expect.objectContaining({ key, disabledAt: expect.any(String) }),
      expect.objectContaining({ key: added.key, label: 'iOS app', disabledAt: null }),
    ]);
  });

  test('a server key is shown once; lists and projects show its beginning, which disables it', async () => {
    const { path, key } = await makeProject('servers');
    const added = await ask<Record<'key' | 'dsn' | 'sentryDsn', string>>(
      'key',
      'add',
      path,
      '--kind',
      'server',
      '--label',
      'api',
    );
    expect(added.sentryDsn.replace(/\/[1-9]\d*$/, '')).toBe(added.dsn);
    expect(added).toMatchObject({ kind: 'server', key: expect.stringMatching(/^sls_[0-9a-f]{64}$/) });
    expect(added.dsn).toContain(`//${added.key}@`);
    const shown = added.key.slice(0, 16);
    expect(await ask('key', 'list', path)).toMatchObject([
      { kind: 'public', key },
      { kind: 'server', key: shown, label: 'api', dsn: null, sentryDsn: null },
    ]);
    expect(await ask('project', 'show', path)).toMatchObject({ keys: [key], serverKeys: [shown] });
    const printed = [await run('key', 'list', path), await run('project', 'show', path)].map(({ stdout }) => stdout);
    for (const text of printed) expect(text).toContain(`${shown}…`);
    expect(printed.join('')).not.toContain(added.key.slice(16));
    expect(await ask('key', 'disable', path, `${shown.toUpperCase()}…`)).toMatchObject({ key: shown });
    expect(await run('key', 'add', path, '--kind', 'secret')).toMatchObject({ code: 2 });
  });

  test('a change that reaches no gateway is reported on stderr', async () => {
    const { path, key } = await makeProject('unheard');
    const changes = [
      ['project', 'set', path, 'scrub=on'],
      ['org', 'set', 'unheard', 'retentionDays=9'],
      ['key', 'disable', path, key, '--json'],
      ['project', 'delete', path],
    ];
    for (const words of changes.slice(0, 3)) {
      const { code, stderr } = await run(...words);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/^sluice: .*services\/housekeeping.*\n$/),
      });
    }
    expect((await run('org', 'set', 'unheard')).stderr).toBe('');
    const client = connectPatientRedis({ url: redis.url, name: 'test' });
    await createProjection(client).markFollowed(60_000);
    for (const words of changes) expect(await run(...words)).toMatchObject({ code: 0, stderr: '' });
    await client.flushall();
    await closeRedis(client);
    const away = { ...env(), REDIS_URL: 'redis://127.0.0.1:1' };
    expect(await runForTest(['org', 'set', 'unheard', 'retentionDays=8'], away)).toMatchObject({ code: 0, stderr: '' });
  });

  test('a token is shown once, listed without its text, and revoked', async () => {
    await ask('org', 'create', 'tokens');
    const scopes = 'project:releases, project:read';
    const created = await ask<{ token: string; id: string; expiresAt: string }>(
      'token',
      'create',
      '--org',
      'tokens',
      '--scopes',
      scopes,
      '--expires',
      '1d',
    );
    expect(created).toMatchObject({ token: expect.stringMatching(/^slp_[A-Za-z0-9_-]{43}$/), organization: 'tokens' });
    expect(Date.parse(created.expiresAt)).toBeGreaterThan(Date.now() + 86_000_000);
    expect((await run('token', 'list', '--org', 'tokens', '--json')).stdout).not.toContain(created.token);
    await ask('token', 'revoke', '--org', 'tokens', created.id);
    expect(await ask('token', 'list', '--org', 'tokens')).toMatchObject([{ revokedAt: expect.any(String) }]);
  });

  test.each([
    [['org', 'set', 'nobody', 'retentionDays=5'], 1, 'not_found'],
    [['project', 'create', 'nobody/web'], 1, 'not_found'],
    [['org', 'create', 'acme'], 1, 'exists'],
    [['org', 'create', 'No Slug'], 2, 'invalid'],
    [['org', 'set', 'acme', 'retentionDays=-1'], 2, 'invalid'],
    [['token', 'create', '--org', 'acme', '--scopes', 'everything'], 2, 'invalid'],
  ])('%j ends with %d', async (words, code, error) => {
    const said = await run(...words, '--json');
    expect(JSON.parse(said.stdout)).toMatchObject({ error: { code: error, message: expect.any(String) } });
    expect(said.code).toBe(code);
    expect(said.stderr.trim().split('\n')).toHaveLength(1);
  });
});

test('help and error describe a slug in the same words', async () => {
  const characters = 'characters a-z, 0-9, - and _';
  expect((await run('org', 'create', 'No Slug')).stderr).toContain(characters);
  for (const place of ['org', 'project']) {
    expect((await run(place, 'create', '--help')).stdout.replace(/\s+/g, ' ')).toContain(characters);
  }
});

describe('names', () => {
  test('reports names beyond the caps, and lists and removes names', async () => {
    const { path, id } = await makeProject('names');
    const budget = createNameBudget({ ...DEFAULT_NAME_CAPS, release: 2 });
    const releases = ['forged-1', 'forged-2', 'forged-3'].map((release) => ({
      projectId: id,
      environment: null,
      release,
    }));
    await inTransaction(database.db, async (tx) => {
      await admitPlaces(tx, releases, budget);
      await countFolds(tx, budget.folds());
    });
    expect((await run('usage', path)).stdout).toMatch(/web +releases +1$/m);
    const { stdout } = await run('doctor');
    expect(stdout).toMatch(/warn +names .*names\/web release: 1/);
    const listed = await ask<{ name: string }[]>('names', 'list', path, 'release');
    expect(listed.map(({ name }) => name)).toEqual(['forged-1', 'forged-2']);
    expect(await ask('names', 'list', path, 'release', '--to', '1h')).toEqual([]);
    expect(await ask('names', 'list', path, 'release', '--from', '1d')).toHaveLength(2);
    const removing = ['names', 'remove', path, 'release', '--match', 'forged-*'];
    expect(await ask(...removing, '--dry-run')).toMatchObject({ removed: ['forged-1', 'forged-2'], dryRun: true });
    expect(await ask(...removing)).toEqual({
      kind: 'release',
      removed: ['forged-1', 'forged-2'],
      kept: [],
      dryRun: false,
    });
    expect(await ask('names', 'list', path, 'release')).toEqual([]);
    expect(await run('names', 'remove', path, 'release')).toMatchObject({ code: 2 });
    expect(await run('names', 'list', path, 'hit')).toMatchObject({ code: 2 });
  });
});

describe('usage', () => {
  test('rows are summed over epochs and summed up for people', async () => {
    const { path, id } = await makeProject('usage');
    const hour = hourOf(Date.now());
    const delta = {
      projectId: id,
      type: 'log',
      outcome: 'processed',
      reason: '',
      hour,
      arrivalMs: Date.now(),
    } as const;
    await inTransaction(database.db, (tx) =>
      addUsage(tx, [
        { ...delta, epoch: 'one', count: 3 },
        { ...delta, epoch: 'two', count: 4 },
      ]),
    );
    const expected = {
      project: 'web',
      type: 'log',
      outcome: 'processed',
      reason: '',
      hour: new Date(hour * 3_600_000).toISOString(),
      count: 7,
    };
    expect(await ask('usage', path)).toEqual([expected]);
    expect(await ask('usage', 'usage')).toEqual([expected]);
    expect(await ask('usage', path, '--from', '5h', '--to', '2h')).toEqual([]);
    expect((await run('usage', path)).stdout).toMatch(/web +log +7 /);
  });

  async function expectLimits(organization: string): Promise<void> {
    const { path } = await makeProject(organization);
    await makeProject(`${organization}-idle`);
    const { organizationId, id } = await findProject(database.db, { organization, project: 'web' });
    const hour = hourOf(Date.now());
    const client = connectPatientRedis({ url: redis.url, name: 'test' });
    const ledger = createAllowance(client);
    const counts = [1_300, 700, 600].map((count, ago) => ({
      projectId: id,
      type: 'log' as const,
      hour: hour - ago,
      count,
    }));
    const firstAccepted = [{ projectId: id, ms: Date.now() - 8_000_000 }];
    await ledger.seed(organizationId, { months: [], hours: counts, firstAccepted });
    await closeRedis(client);
    const shown = (await run('usage', path)).stdout;
    expect(shown).toMatch(/log +spike +1,300 +1,300 events +previous 2 h: 700 \+ 600/);
    expect(shown).toMatch(/hit +spike +0 +1,000 events +minimum/);
    expect(shown).toContain(new Date((hour + 1) * 3_600_000).toISOString().slice(0, 16));
    const { stdout } = await run('doctor', '--json');
    const { checks } = JSON.parse(stdout) as { checks: { message: string }[] };
    expect(checks.find(({ message }) => message.startsWith(`${path}: spike reached; until`))).toMatchObject({
      message: expect.stringMatching(/Z$/),
      name: 'limits',
      status: 'warn',
      details: expect.arrayContaining([
        'log: spike 1,300 events of 1,300 events (previous 2 h: 700 + 600)',
        '4 types: no hourly_cap limit (eventsPerHour is none)',
      ]),
    });
    expect(checks.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^\d+ projects? without events in this hour and the two before it: see sluice usage/),
    );
  }

  test('of a project is followed by its limits of this hour, and doctor warns of one that is met', async () => {
    const hour = hourOf(Date.now());
    await expectLimits('limits').catch((error: unknown) => {
      // Caps start again with each hour.
      if (hourOf(Date.now()) === hour) throw error;
      return expectLimits('limits-again');
    });
  });
});

describe('tail', () => {
  const insertLog = (projectId: string, message: string): Promise<unknown> =>
    database.db.pool.query(
      `insert into logs (project_id, id, timestamp, level, message, environment) values ($1, $2, now(), 'error', $3, 'test')`,
      [projectId, lowestIdAt(Date.now()).replace('0000-0000-000000000000', '8000-8000-000000000001'), message],
    );

  test('--once prints stored events; without it new events are followed', async () => {
    const now = Date.now();
    await ensurePartitions(database.db, { tables: PARTITIONED_TABLES, interval: 'day', fromMs: now, throughMs: now });
    const { path, id } = await makeProject('tail');
    await insertLog(id, 'first\u001b[2J');
    const [line] = (await run('tail', '--project', path, '--once')).stdout.split('\n');
    expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} log {7}tail\/web error first·\[2J test$/);
    expect(await run('tail', '--project', path, '--once', '--type', 'span')).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^No events arrived since /),
    });
    expect(await ask('tail', '--project', path, '--once')).toMatchObject([{ type: 'log', project: path }]);
    expect(await ask('tail', '--project', path, '--once', '--type', 'span')).toEqual([]);
    const other = await makeProject('followed');
    const followed = run('tail', '--project', other.path, '--type', 'log', '--from', '1m', '--limit', '1', '--json');
    await waitFor(async () => {
      const { rows } = await database.db.pool.query(
        `select 1 from pg_stat_activity where application_name = 'sluice-cli' and state = 'idle'
           and datname = current_database() and query like '%as summary%'`,
      );
      return rows.length > 0;
    });
    await insertLog(other.id, 'later');
    const { code, stdout } = await followed;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'log', project: other.path, summary: 'error later' });
  });

  test('ends well when interrupted', async () => {
    const interrupt = new AbortController();
    const followed = runForTest(['tail'], env(), interrupt.signal);
    interrupt.abort();
    expect(await followed).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('dead letters', () => {
  test('are listed, marked for another try and discarded', async () => {
    const { path, id: projectId } = await makeProject('letters');
    const letter = (index: number, type: 'log' | 'span'): Parameters<typeof insertDeadLetters>[1][number] => ({
      projectId,
      id: `01977a00-000${Math.floor(index / 3)}-8000-8000-00000000000${index}`,
      type,
      batchId: null,
      index,
      events: 1,
      sqlstate: '22P05',
      reason: 'data',
      message: 'unsupported Unicode escape sequence',
      payload: Buffer.from('{}'),
      part: { organization: '1', arrival: Date.now(), hour: 0, epoch: 'one', ip: '', agent: '' },
    });
    await inTransaction(database.db, (tx) =>
      insertDeadLetters(tx, [letter(1, 'log'), letter(2, 'log'), letter(3, 'span')]),
    );
    expect(await ask('dead-letters', 'list', path, '--type', 'span')).toMatchObject([
      { project: path, type: 'span', state: 'waiting', reason: 'data', sqlstate: '22P05' },
    ]);
    expect((await run('dead-letters', 'list', path, '--from', '1h')).stdout).toContain('3 events in total');
    expect(await ask('dead-letters', 'list', path, '--to', '1h')).toEqual([]);
    expect(await ask('dead-letters', 'retry', '--all', '--project', path, '--type', 'log')).toEqual({ retry: 2 });
    const several = await run('dead-letters', 'discard', '01977a00-0000', '--project', path);
    expect(several).toMatchObject({ code: 2, stderr: expect.stringContaining(letter(2, 'log').id) });
    expect(await run('dead-letters', 'discard', '01977a01')).toMatchObject({ code: 1 });
    expect(await run('dead-letters', 'discard', '01977a0')).toMatchObject({ code: 2 });
    expect(await ask('dead-letters', 'discard', letter(3, 'span').id.slice(0, 13))).toEqual({
      discarded: 1,
    });
    const states = await ask<{ state: string }[]>('dead-letters', 'list', path);
    expect(states.map(({ state }) => state).sort()).toEqual(['discarded', 'retry', 'retry']);
    await ask('dead-letters', 'discard', '--all', '--project', path);
  });
});

test('a project that spreads over several queue shards is named by its path', async () => {
  const { path, id } = await makeProject('large');
  await ask('shards', 'set', '4');
  expect(await ask('shards', 'spread', path, '2')).toEqual({ project: id, before: 1, over: 2, shards: 4 });
  expect(await run('shards', 'spread', 'large/none', '2')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there is no project large/none'),
  });
});

/** The JSON value that a command must answer. */
async function ask<T = unknown>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** Makes an organization with a project and answers the project's id. */
async function makeProject(organization: string): Promise<{ path: string; id: string; key: string }> {
  await ask('org', 'create', organization);
  const path = `${organization}/web`;
  const { key } = await ask<{ key: string }>('project', 'create', path);
  return { path, key, id: (await ask<{ id: string }>('project', 'show', path)).id };
}

function env(): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SLUICE_URL: 'https://errors.example.com',
  };
}
