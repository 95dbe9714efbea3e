import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isCitusRun, waitFor, useDatabase } from '@sluice/testkit';
import { type Database, migrateToLatest, createDatabaseRoles, missingRoles } from '@sluice/db';
import { backUp, open, restore, withEmpty } from '../../testing/backups.js';
import type { BackupEnd, BackupManifest } from '../format/backupManifest.js';
import { checkBackup } from '../format/checkBackup.js';
import { createFrameWriter, readFrames } from '../format/frames.js';

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

(isCitusRun() ? describe.skip : describe)('a backup', () => {
  let bytes: Buffer;
  const source = useDatabase();
  beforeAll(async () => {
    bytes = await backUp(source.db);
  }, 60_000);

  test('is neither made of a newer schema nor restored by an older version', async () => {
    await withEmpty(async ({ db }) => {
      await migrateToLatest(db);
      await db.pool.query(`insert into schema_migrations (name) values ('9000-adds')`);
      await expect(backUp(db)).rejects.toThrow('newer than this version (9000-adds): make the backup with the version');
    });
    const newer = await changed(bytes, (manifest) => ({ ...manifest, steps: [...manifest.steps, '9000-adds'] }));
    await withEmpty(async ({ db }) => {
      await expect(restore(db, newer)).rejects.toThrow(
        'its schema is newer than this version, which does not know 9000-adds: restore it with Sluice 1.2.3, which made it, or a newer version',
      );
      expect((await db.pool.query(`select from pg_class where relname = 'schema_migrations'`)).rows).toEqual([]);
    });
  });

  test('can be restored whatever its logins are called', async () => {
    await createDatabaseRoles(source.db);
    const login = `Eve's "a.b" ${randomBytes(6).toString('hex')}@proj.iam`;
    await source.db.pool.query(`create role "${login.replaceAll('"', '""')}" login in role sluice_spans`);
    try {
      const { manifest } = await checkBackup(open(await backUp(source.db)));
      expect(manifest.logins).toContain(login);
      expect(await missingRoles(source.db.pool, [login, `not ${login}`])).toEqual([`not ${login}`]);
    } finally {
      await source.db.pool.query(`drop role "${login.replaceAll('"', '""')}"`);
    }
  });

  test('is not made if a restore would refuse it', async () => {
    await withEmpty(async ({ db }) => {
      await migrateToLatest(db);
      await db.pool.query('alter table users add "My column" int');
      await expect(backUp(db)).rejects.toThrow(
        /the backup could not be restored: table would be refused: .*"My column"/,
      );
    });
  });

  test('lets no process wait that has nothing to migrate', async () => {
    let applied: Promise<readonly string[]> | undefined;
    await backUp(source.db, async () => {
      await (applied ??= migrateToLatest(source.db));
    });
    await expect(applied).resolves.toEqual([]);
  });

  test('and its restore may take longer than transactions may', async () => {
    await withEmpty(async ({ db, url }) => {
      await migrateToLatest(db);
      const { rows } = await db.pool.query(`select from pg_settings where name = 'transaction_timeout'`);
      // PostgreSQL has it since version 17.
      if (rows.length > 0) await db.pool.query(`alter database ${nameOf(url)} set transaction_timeout = '500ms'`);
      const waiting = async (): Promise<void> => {
        const { rows: began } = await db.pool.query<{ at: string }>('select clock_timestamp()::text as at');
        await waitFor(async () => {
          const { rows: passed } = await db.pool.query<{ passed: boolean }>(
            `select clock_timestamp() > $1::timestamptz + interval '700 ms' as passed`,
            [began[0]?.at],
          );
          return passed[0]?.passed === true;
        });
      };
      let waited: Promise<void> | undefined;
      const during = await backUp(db, () => (waited ??= waiting()));
      expect(await restore(db, during, { complete: waiting })).toEqual([]);
    });
  });

  test('names its own command if the lock is lost', async () => {
    const lost = 'the connection that holds the lock of the migrations is lost. Run again: sluice ';
    const endLock = async (db: Database): Promise<void> => {
      await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid in (
           select pid from pg_locks where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) = hashtext('sluice.migrations')
             and database = (select oid from pg_database where datname = current_database()))`,
      );
    };
    await expect(backUp(source.db, () => endLock(source.db))).rejects.toThrow(`${lost}backup`);
    await withEmpty(async ({ db }) => {
      await expect(restore(db, bytes, { complete: () => endLock(db) })).rejects.toThrow(`${lost}restore`);
    });
  });
});

/** Returns a backup with another manifest, and valid checksums. */
async function changed(bytes: Buffer, change: (manifest: BackupManifest) => BackupManifest): Promise<Buffer> {
  const parts: Buffer[] = [];
  const writer = await createFrameWriter((part) => Promise.resolve(void parts.push(part)));
  for await (const { kind, payload } of readFrames(open(bytes)())) {
    const value = JSON.stringify(
      kind === 'manifest'
        ? change(JSON.parse(payload.toString()) as BackupManifest)
        : kind === 'end' && { ...(JSON.parse(payload.toString()) as BackupEnd), sha256: writer.digest() },
    );
    await writer.write(kind, value === 'false' ? payload : Buffer.from(value));
  }
  return Buffer.concat(parts);
}
