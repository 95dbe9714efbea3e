import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase, createOrganization, migrateToLatest } from '@sluice/db';
import { freePort } from '@sluice/embedded';
import { findPostgresPrograms, startTestPostgresPair } from '@sluice/testkit/startTestPostgresPair';
import { waitFor } from '@sluice/testkit';

const run = promisify(execFile);
const isInstalled = existsSync('/usr/lib/postgresql');
const isDebian = existsSync('/usr/bin/pg_createcluster') && process.getuid?.() === 0;
if (!isDebian)
  process.stderr.write('SKIPPED restore-drill.slow.test.mjs: pg_createcluster is not installed, or not root\n');
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

  const drill = (...args) => drillOf(backup(), ...args);
  const drillOf = (from, ...args) =>
    run(process.execPath, [
      script,
      '--backup',
      from,
      '--archive',
      archive(),
      '--database',
      'postgres',
      '--programs',
      programs,
      ...args,
    ]).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  let beforeAccident;
  test('recovers to a time before an accident, and the doctor finds the database in order', async () => {
    await createOrganization(db, 'after-the-backup');
    const { rows } = await db.pool.query('select clock_timestamp()::text as now');
    await db.pool.query('drop table usage');
    const { rows: wal } = await db.pool.query('select pg_walfile_name(pg_switch_wal()) as file');
    await waitFor(() => existsSync(join(archive(), wal[0].file)), { what: 'the archived WAL', timeoutMs: 20_000 });
    beforeAccident = rows[0].now;
    const restored = await drill('--time', beforeAccident);
    expect(restored.stderr).toBe('');
    expect(restored.stdout).toMatch(/^organizations: 2$/m);
    expect(restored.stdout).toMatch(/^doctor: ok migrations: all applied$/m);
    expect(restored.stdout).toMatch(/The backup can be restored\.\n$/);
    expect(restored.code).toBe(0);
  }, 120_000);

  test('recovers a backup without configuration files, as Debian makes them', async () => {
    const bare = join(pair.dir, 'bare');
    cpSync(backup(), bare, { recursive: true });
    for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf']) rmSync(join(bare, name));
    const restored = await drillOf(bare, '--time', beforeAccident);
    expect(restored.stderr).toBe('');
    expect(restored.stdout).toMatch(/^organizations: 2$/m);
    expect(restored.stdout).toMatch(/The backup can be restored\.\n$/);
    expect(restored.code).toBe(0);
    expect(existsSync(join(bare, 'postgresql.conf'))).toBe(false);
  }, 120_000);

  test('fails at the end of the archive, where the accident has happened', async () => {
    const restored = await drill();
    expect(restored.code).toBe(1);
    expect(restored.stderr).toContain('relation "usage" does not exist');
  }, 120_000);
});

(isDebian ? describe : describe.skip)('the restore drill of a cluster of Debian', () => {
  const name = `sluice_drill_${process.pid}`;
  const asPostgres = (...args) => run('runuser', ['-u', 'postgres', '--', ...args], { cwd: '/tmp' });
  let version;
  let home;
  beforeAll(async () => {
    version = (await findPostgresPrograms()).split('/')[4];
    home = mkdtempSync(join(tmpdir(), 'sluice-debian-'));
    chmodSync(home, 0o777);
  });
  afterAll(async () => {
    await run('pg_dropcluster', ['--stop', version, name]);
    rmSync(home, { recursive: true });
  }, 60_000);

  test('starts with the limits of /etc/postgresql, which the backup does not contain', async () => {
    const port = String(await freePort());
    const archive = join(home, 'archive');
    mkdirSync(archive);
    chmodSync(archive, 0o777);
    // Above the defaults, with which a server refuses to recover this log.
    const limits = ['max_connections=123', 'max_worker_processes=21', 'max_wal_senders=17'];
    const others = ['max_prepared_transactions=7', 'max_locks_per_transaction=99'];
    const archiving = ['archive_mode=on', `archive_command=cp %p ${archive}/%f`];
    const options = [...limits, ...others, ...archiving].flatMap((option) => ['-o', option]);
    await run('pg_createcluster', [version, name, '-p', port, '-d', join(home, 'data'), ...options]);
    const rules = ['local all all trust', 'local replication all trust', 'host all all 127.0.0.1/32 trust', ''];
    writeFileSync(`/etc/postgresql/${version}/${name}/pg_hba.conf`, rules.join('\n'));
    await run('pg_ctlcluster', [version, name, 'start']);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const db = createDatabase({ url, poolSize: 2, applicationName: 'test' });
    try {
      await migrateToLatest(db);
      await asPostgres('pg_basebackup', '-D', join(home, 'backup'), '-X', 'none', '-c', 'fast', '-p', port);
      await createOrganization(db, 'after-the-backup');
      const { rows } = await db.pool.query('select pg_walfile_name(pg_switch_wal()) as file');
      await waitFor(() => existsSync(join(archive, rows[0].file)), { what: 'the archived WAL', timeoutMs: 20_000 });
    } finally {
      await db.close();
    }
    expect(existsSync(join(home, 'backup', 'postgresql.conf'))).toBe(false);
    const { stdout } = await run(process.execPath, [
      join(import.meta.dirname, 'restore-drill.mjs'),
      '--backup',
      join(home, 'backup'),
      '--archive',
      archive,
      '--database',
      'postgres',
      '--user',
      'postgres',
    ]);
    expect(stdout).toMatch(/^organizations: 1$/m);
    expect(stdout).toMatch(/The backup can be restored\.\n$/);
  }, 120_000);
});
