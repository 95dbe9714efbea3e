import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isCitusRun, type TestDatabase, ensureTestPartitions, useDatabase } from '@sluice/testkit';
import { createDatabase, type Database, migrateToLatest, createOrganization } from '@sluice/db';
import { backUp, restore, withEmpty } from '../../testing/backups.js';

(isCitusRun() ? describe.skip : describe)('a restore', () => {
  let bytes: Buffer;
  const source = useDatabase();
  beforeAll(async () => {
    await ensureTestPartitions(source.db);
    await createOrganization(source.db, 'acme');
    bytes = await backUp(source.db);
  }, 60_000);

  test('by an owner that is no superuser waits for nobody, and is refused while a process of another login is connected', async () => {
    await withEmpty(async (empty) => {
      const owner = await plainOwnerOf(empty);
      const service = createDatabase({ url: empty.url, poolSize: 1, applicationName: 'sluice-housekeeping' });
      try {
        await service.pool.query('select 1');
        await expect(restore(owner.db, bytes)).rejects.toThrow(
          'Sluice is still running on this database (sluice-housekeeping). Stop it',
        );
        expect(await tablesOf(empty.db)).toEqual([]);
        await service.close();
        expect(await restore(owner.db, bytes)).toEqual([]);
      } finally {
        await owner.close();
      }
    });
  });

  test.each([
    ['create table schema_migrations (version text)', 'a table schema_migrations'],
    [`create table schema_migrations (name text); insert into schema_migrations values ('init')`, 'a table schema_'],
    [
      `create table schema_migrations (name text, applied_at text); insert into schema_migrations values ('init', '')`,
      'a table schema_migrations',
    ],
    ['create view users as select 1', 'a table users'],
    [`create function lock_settings(int) returns int language sql as 'select 1'`, 'a function lock_settings(integer)'],
  ])('is refused in a database of another program: %s', async (statement, what) => {
    await withEmpty(async ({ db }) => {
      await db.pool.query(statement);
      const before = await tablesOf(db);
      await expect(restore(db, bytes)).rejects.toThrow(`the database has ${what}`);
      expect(await tablesOf(db)).toEqual(before);
    });
  });

  test('is refused where a newer version migrated, also if its restore did not finish', async () => {
    await withEmpty(async ({ db }) => {
      await migrateToLatest(db);
      const newer = 'the schema of a newer version, and this one does not know 9000-adds';
      await db.pool.query(`insert into schema_migrations (name) values ('9000-adds')`);
      await expect(restore(db, bytes)).rejects.toThrow(newer);
      await db.pool.query(`insert into schema_migrations (name) values ('9999-unfinished-restore')`);
      await expect(restore(db, bytes)).rejects.toThrow(newer);
    });
  });

  test.each([
    ['create view mine as select id from spans', 'view mine'],
    ['create materialized view mine as select id from projects', 'view mine'],
    ['create table mine (a bigint references projects)', 'constraint mine_a_fkey on table mine'],
    [
      'create table mine (a int); create trigger t before insert on mine execute function lock_settings_first()',
      'trigger t on table mine',
    ],
    [`create table mine (a bigint default nextval('settings_version'))`, 'default value for column a of table mine'],
  ])('neither drops what depends on the schema nor changes anything: %s', async (statement, what) => {
    await withEmpty(async ({ db }) => {
      await migrateToLatest(db);
      await ensureTestPartitions(db);
      await db.pool.query(statement);
      const before = await tablesOf(db);
      await expect(restore(db, bytes)).rejects.toThrow(
        new RegExp(`objects that Sluice did not create depend on its schema: .*${what}. Drop them, or use an empty`),
      );
      expect(await tablesOf(db)).toEqual(before);
      expect((await db.pool.query(`select from schema_migrations where name like '9%'`)).rows).toEqual([]);
    });
  });

  test('keeps detached tables, and is refused if the backup has a partition of that name, or a partition is not of Sluice', async () => {
    await withEmpty(async ({ db }) => {
      await migrateToLatest(db);
      await db.pool.query('create table spans_p20200101 (mine int); insert into spans_p20200101 values (1)');
      await restore(db, bytes);
      expect((await db.pool.query('select mine from spans_p20200101')).rows).toEqual([{ mine: 1 }]);
    });
    await withEmpty(async ({ db }) => {
      const [partition] = (await tablesOf(source.db)).filter((name) => name.startsWith('spans_p'));
      await db.pool.query(`create table ${partition ?? ''} (mine int)`);
      await expect(restore(db, bytes)).rejects.toThrow(`not part of Sluice's schema: ${partition ?? ''}. Rename`);
      await db.pool.query(`drop table ${partition ?? ''}`);
      await migrateToLatest(db);
      await db.pool.query('create table mine partition of logs default');
      await expect(restore(db, bytes)).rejects.toThrow('mine is attached to logs, and Sluice did not create it');
      expect(await tablesOf(db)).toContain('mine');
    });
  });

  test('gives no id to a new project or organization that one created after the backup may have', async () => {
    await withEmpty(async ({ db }) => {
      await restore(db, bytes);
      const [before, after] = [await createOrganization(source.db, 'later'), await createOrganization(db, 'other')];
      expect(Number(after.id) - Number(before.id)).toBeGreaterThanOrEqual(1_000_000);
      const { rows } = await db.pool.query<{ next: string }>(`select nextval('projects_id_seq') as next`);
      expect(Number(rows[0]?.next)).toBeGreaterThan(1_000_000);
    });
  });
});

/** A login without privileges on anything but what it owns. */
interface PlainOwner {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

async function plainOwnerOf({ db: { pool }, url }: TestDatabase): Promise<PlainOwner> {
  const [login, password] = [`owner_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')];
  await pool.query(`create role ${login} login password '${password}'`);
  await pool.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${login}`);
  const db = createDatabase({
    url: Object.assign(new URL(url), { username: login, password }).href,
    poolSize: 4,
    applicationName: 'sluice-cli',
  });
  const close = async (): Promise<void> => {
    await db.close();
    await pool.query(`reassign owned by ${login} to current_user; drop owned by ${login}; drop role ${login}`);
  };
  return { db, close };
}

async function tablesOf({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') order by 1`,
  );
  return rows.map(({ name }) => name);
}
