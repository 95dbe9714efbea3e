import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createTestDatabase, useDatabase, useRedis } from '@sluice/testkit';
import { runForTest, type CommandOutput } from '../testing/runForTest.js';
import { FORMER_STEPS, migrateToLatest, MIGRATIONS } from '@sluice/db';
import type { Finding } from '../doctor/finding.js';

const database = useDatabase();
const redis = useRedis();

const env = (): Record<string, string> => ({ DATABASE_URL: database.url, REDIS_URL: redis.url });
const run = (...words: string[]): Promise<CommandOutput> => runForTest(words, env());

describe('migrate and doctor', () => {
  test('a current database has nothing to apply; an empty one is brought up to date', async () => {
    expect(await ask('migrate')).toEqual({ applied: [] });
    const empty = await createTestDatabase({ migrated: false });
    try {
      const there = { ...env(), DATABASE_URL: empty.url };
      const early = await runForTest(['org', 'list'], there);
      expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('Run: sluice migrate') });
      expect((await runForTest(['migrate', '--check'], there)).code).toBe(1);
      const planned = await runForTest(['migrate', '--dry-run'], there);
      expect(planned.stdout).toMatch(/^0101-tenancy: 0 concurrent index builds, \d+ statements\n0102-accounts: /);
      expect((await runForTest(['migrate', '--check'], there)).code).toBe(1);
      expect((await runForTest(['migrate'], there)).stdout).toMatch(/^Applied 0101-tenancy/);
      expect((await runForTest(['migrate', '--check'], there)).code).toBe(0);
      expect((await runForTest(['migrate', '--dry-run'], there)).stdout).toBe('The database is up to date.\n');
      await empty.db.pool.query(`delete from schema_migrations where name = '0105-releases'`);
      const again = await runForTest(['migrate', '--dry-run'], there);
      expect(again.stdout).toContain('  locks sourcemaps in ACCESS EXCLUSIVE mode: blocks reads and writes');
    } finally {
      await empty.drop();
    }
  });

  test('says that the schema is newer, and fails only if this version cannot run with it', async () => {
    const newer = await createTestDatabase();
    const there = { ...env(), DATABASE_URL: newer.url };
    const add = (name: string, since: string | null): Promise<unknown> =>
      newer.db.pool.query('insert into schema_migrations (name, compatible_since) values ($1, $2)', [name, since]);
    const sentence = (names: string): string =>
      `The schema is newer than this version (${names}). This version can run with it. Nothing needs to be done.\n`;
    try {
      await add('9000-adds', null);
      await add('9001-removes', '0101-tenancy');
      for (const words of [['migrate'], ['migrate', '--check'], ['migrate', '--dry-run']]) {
        expect(await runForTest(words, there)).toMatchObject({ code: 0, stdout: sentence('9000-adds, 9001-removes') });
      }
      expect(JSON.parse((await runForTest(['migrate', '--json'], there)).stdout)).toEqual({
        applied: [],
        newer: ['9000-adds', '9001-removes'],
      });
      await add('9002-removes', '9000-adds');
      for (const words of [['migrate'], ['migrate', '--check'], ['migrate', '--dry-run']]) {
        const { code, stderr } = await runForTest(words, there);
        expect(code).toBe(1);
        expect(stderr).toContain('migration 9002-removes removed what it uses. Deploy the newer version.');
      }
    } finally {
      await newer.drop();
    }
  });

  test('records an earlier version that is complete, and refuses one that is not', async () => {
    const earlier = await createTestDatabase({ migrated: false });
    await migrateToLatest(
      earlier.db,
      undefined,
      MIGRATIONS.filter(({ name }) => name < '0115'),
    );
    const there = { ...env(), DATABASE_URL: earlier.url };
    const recordOnly = async (names: readonly string[]): Promise<void> => {
      await earlier.db.pool.query('delete from schema_migrations');
      await earlier.db.pool.query('insert into schema_migrations (name) select unnest($1::text[])', [names]);
    };
    try {
      await recordOnly(FORMER_STEPS.slice(0, -1));
      const remedy = 'First run sluice migrate of the version that ends at migration 0045-first-sightings';
      for (const words of [['migrate'], ['migrate', '--check'], ['migrate', '--dry-run']]) {
        const { code, stdout, stderr } = await runForTest(words, there);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toContain(`migration 0045-first-sightings of an earlier version pending. ${remedy}.`);
      }
      const { checks } = JSON.parse((await runForTest(['doctor', '--json'], there)).stdout) as { checks: Finding[] };
      expect(checks.find(({ name }) => name === 'migrations')).toMatchObject({ status: 'fail', advice: remedy });
      await recordOnly(FORMER_STEPS);
      const planned = await runForTest(['migrate', '--dry-run'], there);
      expect(planned.stdout).toMatch(/^0101-tenancy: 0 concurrent index builds, 0 statements\n0102/);
      expect((await runForTest(['migrate', '--check'], there)).stdout).toMatch(/^Pending: 0101-tenancy, /);
      expect((await runForTest(['migrate'], there)).stdout).toMatch(/^Applied 0101-tenancy, /);
      expect((await runForTest(['migrate', '--check'], there)).stdout).toBe('The database is up to date.\n');
    } finally {
      await earlier.drop();
    }
  });

  test('creates roles, and each migration grants their privileges again', async () => {
    const { granted } = await ask<{ granted: string[] }>('roles');
    const workers = ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'].map((name) => `sluice_${name}`);
    expect(granted).toEqual(['sluice_gateway', ...workers, 'sluice_api', 'sluice_alerts', 'sluice_sourcemaps']);
    expect((await run('roles')).stdout).toContain('in role sluice_gateway;');
    const mayRead = async (): Promise<unknown> =>
      (await database.db.pool.query(`select has_table_privilege('sluice_gateway', 'tokens', 'select') as may`)).rows;
    await database.db.pool.query('grant select on tokens to sluice_gateway');
    expect(await mayRead()).toEqual([{ may: true }]);
    await Promise.all([ask('migrate'), ask('migrate'), ask('roles')]);
    expect(await mayRead()).toEqual([{ may: false }]);
  });

  test('migrate sets up a login for each password file, and fails before it migrates if no password file exists', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'sluice-roles-'));
    const logins = 'sluice_spans_1, sluice_sourcemaps_1';
    try {
      const none = await run('migrate', '--roles', directory);
      expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('gateway_password') });
      for (const name of ['spans', 'sourcemaps']) await writeFile(path.join(directory, `${name}_password`), 'secret\n');
      expect((await run('migrate', '--roles', directory)).stdout).toContain(`Logins: ${logins}.`);
      expect(await ask('migrate', '--roles', directory)).toEqual({ applied: [], logins: logins.split(', ') });
    } finally {
      await database.db.pool.query(`drop role if exists ${logins}`);
      await rm(directory, { recursive: true });
    }
  });

  test('doctor reports that housekeeping is not running', async () => {
    // A key that no housekeeping has brought to the gateways.
    await ask('org', 'create', 'acme');
    await ask('project', 'create', 'acme/web');
    const there = { ...env(), SLUICE_URL: 'http://127.0.0.1:1' };
    const { code, stdout } = await runForTest(['doctor', '--json'], there);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; advice?: string }[] };
    const status = Object.fromEntries(checks.map((check) => [check.name, check.status]));
    expect(code).toBe(1);
    expect(status).toMatchObject({
      database: 'ok',
      migrations: 'ok',
      'clock and postgres': 'ok',
      'clock and redis': 'ok',
      gateway: 'fail',
      readiness: 'ok',
      redis: 'ok',
      'redis eviction': 'ok',
      'redis durability': 'ok',
      'queue exception': 'ok',
      'backlog monitor': 'warn',
      housekeeping: 'fail',
      projection: 'warn',
      settings: 'fail',
    });
    expect(checks.every((check) => check.status === 'ok' || check.advice !== undefined)).toBe(true);
    expect((await runForTest(['doctor'], there)).stdout).toContain('→ Start services/housekeeping');
  });
});

/** The JSON value that a command must answer. */
async function ask<T = unknown>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
