import { execFile } from 'node:child_process';
import { mkdirSync, chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase, createOrganization, migrateToLatest } from '@sluice/db';
import { findPostgresPrograms, startTestPostgresPair } from '@sluice/testkit/startTestPostgresPair';
import { waitFor } from '@sluice/testkit';

const run = promisify(execFile);
const isInstalled = existsSync('/usr/lib/postgresql');
if (!isInstalled) process.stderr.write("SKIPPED restore-drill.slow.test.mjs: Debian's postgresql is not installed\n");

(isInstalled ? describe : describe.skip)('the restore drill', () => {
  let programs;
  let pair;
  let db;
  const script = join(import.meta.dirname, 'restore-drill.mjs');
  const archive = () => join(pair.dir, 'archive');
  const backup = () => join(pair.dir, 'backup');
  beforeAll(async () => {
    programs = await findPostgresPrograms();
    pair = await startTestPostgresPair(programs, (dir) => {
      mkdirSync(join(dir, 'archive'));
      chmodSync(join(dir, 'archive'), 0o777);
      return ['archive_mode=on', `archive_command=cp %p ${join(dir, 'archive')}/%f`];
    });
    db = createDatabase({ url: pair.primary.url, poolSize: 2, applicationName: 'test' });
    await migrateToLatest(db);
    await createOrganization(db, 'before-the-backup');
    const { port } = new URL(pair.primary.url);
    const address = ['-h', '127.0.0.1', '-p', port, '-U', 'sluice'];
    await run(join(programs, 'pg_basebackup'), ['-D', backup(), '-X', 'none', '-c', 'fast', ...address]);
  }, 120_000);
  afterAll(async () => {
    await db.close();
    await pair.stop();
  }, 60_000);

  const drill = (...args) =>
    run(process.execPath, [
      ...[script, '--backup', backup(), '--archive', archive(), '--database', 'postgres', '--programs', programs],
      ...args,
    ]).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  test('recovers to a time before an accident, and the doctor finds the database in order', async () => {
    await createOrganization(db, 'after-the-backup');
    const { rows } = await db.pool.query('select clock_timestamp()::text as now');
    await db.pool.query('drop table usage');
    const { rows: wal } = await db.pool.query('select pg_walfile_name(pg_switch_wal()) as file');
    await waitFor(() => existsSync(join(archive(), wal[0].file)), { what: 'the archived WAL', timeoutMs: 20_000 });
    const restored = await drill('--time', rows[0].now);
    expect(restored.stderr).toBe('');
    expect(restored.stdout).toMatch(/^organizations: 2$/m);
    expect(restored.stdout).toMatch(/^doctor: ok migrations: all applied$/m);
    expect(restored.stdout).toMatch(/The backup can be restored\.\n$/);
    expect(restored.code).toBe(0);
  }, 120_000);

  test('fails at the end of the archive, where the accident has happened', async () => {
    const restored = await drill();
    expect(restored.code).toBe(1);
    expect(restored.stderr).toContain('relation "usage" does not exist');
  }, 120_000);
});
