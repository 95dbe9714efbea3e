import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { databaseProblem } from '@sluice/db';
import { closeRedis, connectPatientRedis, createProjection } from '@sluice/redis';
import {
  createTestDatabase,
  isCitusRun,
  type TestDatabase,
  useDirectory,
  useDatabase,
  useRedis,
} from '@sluice/testkit';
import { runForTest, type CommandOutput } from '../testing/runForTest.js';

const directory = useDirectory('backup');
const source = useDatabase();
const redis = useRedis();
beforeAll(async () => {
  await run(source, 'org', 'create', 'acme');
  await run(source, 'roles');
});

const inDirectory = (name: string): string => path.join(directory.path, name);

(isCitusRun() ? describe.skip : describe)('sluice backup and restore', () => {
  test('say what they do, and restore roles, logins and the projection', async () => {
    const made = await run(source, 'backup', directory.path);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const file = /to (.*\/sluice-[-\dT]+Z\.backup): [\d.]+ kB in /.exec(made.stdout)?.[1] ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(inDirectory('spans_password'), 'secret\n');
    const client = connectPatientRedis({ url: redis.url, name: 'test', commandTimeoutMs: 1_000 });
    try {
      const projection = createProjection(client);
      await projection.put('k', 9, null);
      await projection.markComplete(60_000);
      await withEmpty(async (empty) => {
        const restored = await run(empty, 'restore', directory.path, '--roles', directory.path);
        expect(restored).toMatchObject({ code: 0, stderr: '' });
        // Logins belong to the server: those of tests beside this one may be gone since the backup.
        const said = restored.stdout.replace(/^These logins do not exist on this server: test_[^\n]*\n/, '');
        expect(said).toMatch(/^Restored \d+ rows as of .*\. Next: start all processes, then run: sluice doctor\n$/);
        const { rows } = await empty.db.pool.query(
          `select has_table_privilege('sluice_spans_1', 'spans', 'insert') as may`,
        );
        expect(rows).toEqual([{ may: true }]);
        expect((await run(empty, 'org', 'list')).stdout).toContain('acme');
        expect(await databaseProblem(empty.db)).toBeUndefined();
      });
      expect(await projection.lookUp('k')).toEqual({ state: 'absent', complete: false });
    } finally {
      await closeRedis(client);
      await source.db.pool.query('drop role sluice_spans_1');
    }
  });

  test('never replace a file or data that exists, unless a file is to be replaced', async () => {
    const file = inDirectory('twice.backup');
    expect((await run(source, 'backup', file)).code).toBe(0);
    const first = await readFile(file);
    const again = await run(source, 'backup', file);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists: name another file, or replace it with --force'),
    });
    expect(await readFile(file)).toEqual(first);
    expect((await run(source, 'backup', file, '--force')).code).toBe(0);
    const over = await run(source, 'restore', file);
    expect(over).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has data, and a restore does not overwrite any'),
    });
  });

  test('two backups to one file at once: each is complete, and one is refused unless it may replace the other', async () => {
    const file = inDirectory('same.backup');
    const codes = (all: readonly CommandOutput[]): readonly number[] => all.map(({ code }) => code).sort();
    const both = await Promise.all([run(source, 'backup', file), run(source, 'backup', file)]);
    expect(codes(both)).toEqual([0, 1]);
    expect(both.map(({ stderr }) => stderr).join('')).toContain('exists: name another file, or replace it');
    const again = await Promise.all([run(source, 'backup', file, '--force'), run(source, 'backup', file, '--force')]);
    expect(codes(again)).toEqual([0, 0]);
    expect((await readdir(directory.path)).filter((name) => name.startsWith('same'))).toEqual(['same.backup']);
    await withEmpty(async (empty) => {
      expect((await run(empty, 'restore', file)).code).toBe(0);
    });
  });

  test('a backup that fails leaves the draft of another one alone', async () => {
    const draft = inDirectory('other.backup.partial');
    await writeFile(draft, 'of another command');
    const file = inDirectory('other.backup');
    const stopped = await runForTest(['backup', file], { DATABASE_URL: source.url }, AbortSignal.abort());
    expect(stopped.code).toBe(1);
    expect((await run(source, 'backup', file)).code).toBe(0);
    expect(await readFile(draft, 'utf8')).toBe('of another command');
  });

  test('a backup can go to stdout', async () => {
    const { code, stdout, stderr } = await run(source, 'backup', '-');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Backed up \d+ rows as of .* to stdout: .* in .*\.$/m);
    const file = inDirectory('piped.backup');
    await writeFile(file, stdout, 'latin1');
    await withEmpty(async (empty) => {
      expect((await run(empty, 'restore', file)).code).toBe(0);
    });
    expect(await run(source, 'backup', '-', '--json')).toMatchObject({ code: 2 });
  });

  test('an incomplete backup is refused before anything is changed', async () => {
    const file = inDirectory('cut.backup');
    await run(source, 'backup', file);
    await truncate(file, (await stat(file)).size - 1);
    await withEmpty(async (empty) => {
      const { code, stderr, stdout } = await run(empty, 'restore', file, '--json');
      expect(code).toBe(1);
      expect(stderr).toContain(`cannot restore ${file}: it is incomplete: it ends after`);
      expect(stderr).toContain('The database is unchanged.');
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'failed' } });
      expect((await empty.db.pool.query(`select from pg_class where relname = 'schema_migrations'`)).rows).toEqual([]);
    });
  });

  test('nothing stays of a backup that fails', async () => {
    const file = inDirectory('none.backup');
    const env = { DATABASE_URL: 'postgres://sluice@127.0.0.1:1/sluice' };
    const failed = await runForTest(['backup', file], env);
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Cannot use the database sluice at 127.0.0.1:1'),
    });
    const stopped = await runForTest(['backup', file], { DATABASE_URL: source.url }, AbortSignal.abort());
    expect(stopped).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the backup was interrupted'),
    });
    expect((await readdir(directory.path)).filter((name) => name.startsWith('none'))).toEqual([]);
    expect(await run(source, 'backup', inDirectory('missing/x.backup'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot write'),
    });
  });

  test('a restore without its file, its Redis or a database changes nothing', async () => {
    const file = inDirectory('good.backup');
    await run(source, 'backup', file);
    expect((await run(source, 'restore', inDirectory('absent'))).stderr).toContain('absent does not exist');
    expect((await run(source, 'restore', '/etc/hostname')).stderr).toContain('it is not a backup of Sluice');
    expect((await runForTest(['restore', file], { DATA_DIR: directory.path })).stderr).toContain(
      'has data of npm start',
    );
    expect((await runForTest(['restore', file], { DATA_DIR: inDirectory('new') })).stderr).toContain(
      'set DATABASE_URL',
    );
    await withEmpty(async (empty) => {
      const env = { DATABASE_URL: empty.url, REDIS_URL: 'redis://127.0.0.1:1' };
      expect((await runForTest(['restore', file], env)).stderr).toContain('cannot use the Redis of REDIS_URL');
      expect((await empty.db.pool.query(`select from pg_class where relname = 'schema_migrations'`)).rows).toEqual([]);
      const { stdout } = await runForTest(['restore', file], { DATABASE_URL: empty.url });
      expect(stdout).toContain(`REDIS_URL is not set. If Redis is not new, run: redis-cli -c del 'sl:{settings}:keys'`);
    });
  });
});

async function withEmpty(work: (empty: TestDatabase) => Promise<void>): Promise<void> {
  const empty = await createTestDatabase({ migrated: false });
  try {
    await work(empty);
  } finally {
    await empty.drop();
  }
}

function run(database: TestDatabase, ...words: string[]): Promise<CommandOutput> {
  return runForTest(words, { DATABASE_URL: database.url, REDIS_URL: redis.url });
}
