import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isCitusRun, ARRIVAL, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import {
  createDatabase,
  type Database,
  inTransaction,
  createUser,
  withTaskLock,
  FORMER_STEPS,
  MIGRATIONS,
  databaseProblem,
  migrateToLatest,
  pendingMigrations,
  dropPartitionsBefore,
  copyRows,
  type SpanRow,
  createOrganization,
} from '@sluice/db';
import { fillEveryTable } from '../../testing/fillEveryTable.js';
import { backUp, open, restore, withEmpty } from '../../testing/backups.js';
import { checkBackup } from '../format/checkBackup.js';
import { schemaObjects } from './schemaObjects.js';
import { writeBackup } from './writeBackup.js';

const DAY = 86_400_000;

(isCitusRun() ? describe.skip : describe)('a backup', () => {
  let bytes: Buffer;
  /** The source when it was backed up; later tests change it. */
  let original: Awaited<ReturnType<typeof contentOf>>;
  const source = useDatabase();
  beforeAll(async () => {
    await ensureTestPartitions(source.db);
    const client = await source.db.pool.connect();
    const filled = await fillEveryTable(client).finally(() => client.release(true));
    expect([...filled].sort()).toEqual([...schemaObjects().tables].sort());
    await createOrganization(source.db, 'acme');
    await createUser(source.db, { email: 'ada@example.com' });
    await inTransaction(source.db, (tx) => copyRows(tx, 'spans', many()));
    bytes = await backUp(source.db);
    original = await contentOf(source.db);
  }, 60_000);

  test('restores the rows of every table, partitions, sequences and triggers', async () => {
    await withEmpty(async ({ db }) => {
      expect(await restore(db, bytes)).toEqual([]);
      const restored = await contentOf(db);
      // Counts transactions of the server.
      expect(restored['erasures']).toEqual(original['erasures']?.map((row) => String(row).replace(/,3,(?=3,)/, ',,')));
      // Those of organizations and projects are further.
      const others = { erasures: [], schema_migrations: [], sequences: [] };
      expect({ ...restored, ...others }).toEqual({ ...original, ...others });
      expect(restored['sequences']).toEqual(original['sequences']?.map(skipped));
      expect(Object.entries(restored).filter(([, rows]) => rows.length === 0)).toEqual([]);
      expect(await databaseProblem(db)).toBeUndefined();
      expect(await createUser(db, { email: 'grace@example.com' })).toMatchObject({ email: 'grace@example.com' });
    });
  });

  test('of an older schema is migrated, also where the database was migrated and not used', async () => {
    await withEmpty(async ({ db }) => {
      await migrateToLatest(db, undefined, MIGRATIONS.slice(0, -3));
      const older = await backUp(db);
      await migrateToLatest(db);
      await db.pool.query('create table mine (a int); insert into mine values (1)');
      expect(await restore(db, older)).toEqual(MIGRATIONS.slice(-3).map(({ name }) => name));
      expect(await pendingMigrations(db)).toEqual([]);
      expect((await db.pool.query('select a from mine')).rows).toEqual([{ a: 1 }]);
    });
  });

  test('of an earlier version is restored if that was complete, and otherwise not made', async () => {
    const later = MIGRATIONS.map(({ name }) => name).filter((name) => name > '0115');
    const recordOnly = async ({ pool }: Database, names: readonly string[]): Promise<void> => {
      await pool.query('delete from schema_migrations');
      await pool.query('insert into schema_migrations (name) select unnest($1::text[])', [[...names, ...later]]);
    };
    await withEmpty(async ({ db }) => {
      expect(await restore(db, bytes)).toEqual([]);
      await recordOnly(db, FORMER_STEPS);
      const earlier = await backUp(db);
      expect((await checkBackup(open(earlier))).manifest.steps).toEqual([...FORMER_STEPS, ...later]);
      await recordOnly(db, FORMER_STEPS.slice(1));
      await expect(backUp(db)).rejects.toThrow(
        '0001-tenancy of an earlier version pending. First run sluice migrate of',
      );
      // Into a database that was not used since that version migrated it.
      await withEmpty(async ({ db: other }) => {
        await migrateToLatest(other);
        await recordOnly(other, FORMER_STEPS);
        expect(await restore(other, earlier)).toEqual([]);
        expect(await databaseProblem(other)).toBeUndefined();
        const { spans, issues, organizations } = await contentOf(other);
        const { spans: theirs, issues: issuesThere, organizations: organizationsThere } = original;
        expect({ spans, issues, organizations }).toEqual({
          spans: theirs,
          issues: issuesThere,
          organizations: organizationsThere,
        });
      });
    });
  });

  test('has the state of one moment, and waits for neither writers nor new partitions', async () => {
    let changed = false;
    const during = await backUp(source.db, async () => {
      if (changed) return;
      changed = true;
      await inTransaction(source.db, (tx) => copyRows(tx, 'spans', [spanRow(9)]));
      await createOrganization(source.db, 'later');
      await ensureTestPartitions(source.db, ARRIVAL + DAY, ARRIVAL + DAY);
    });
    await withEmpty(async ({ db }) => {
      await restore(db, during);
      const { rows } = await db.pool.query(
        `select (select count(*)::int from spans where id = $1) as spans,
           (select count(*)::int from organizations where slug = 'later') as later`,
        [eventId(9)],
      );
      expect(rows).toEqual([{ spans: 0, later: 0 }]);
    });
  });

  test('lets the retention wait, and fails if somebody else drops a partition', async () => {
    let wasFree: boolean | undefined;
    const racing = backUp(source.db, async () => {
      if (wasFree !== undefined) return;
      wasFree = false;
      wasFree = await withTaskLock(source.db, 'retention', () => Promise.resolve());
      await dropPartitionsBefore(source.db, ['visit_keys'], ARRIVAL + DAY);
    });
    await expect(racing).rejects.toThrow('relation "visit_keys_p20261120" does not exist');
    expect(wasFree).toBe(false);
  });

  test('is refused if it is cut anywhere or a byte is changed', async () => {
    const cuts = [0, 5, 14, 20, 200, bytes.length >> 1, bytes.length - 100, bytes.length - 1];
    for (const at of cuts) {
      await expect(checkBackup(open(bytes.subarray(0, at)))).rejects.toThrow(
        at < 14 ? 'it is not a backup of Sluice' : 'it is incomplete',
      );
    }
    for (const at of [3, 14, 16, 20, 40, bytes.length >> 1, bytes.length - 50, bytes.length - 1]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 4;
      await expect(checkBackup(open(flipped))).rejects.toThrow(/it is (damaged|incomplete|not a backup)/);
    }
    await expect(checkBackup(open(Buffer.concat([bytes, bytes])))).rejects.toThrow('it is damaged');
    await expect(checkBackup(open(Buffer.from('PGDMP')))).rejects.toThrow('it is not a backup of Sluice');
  });

  test('is restored neither over data nor while a process is connected', async () => {
    await expect(restore(source.db, bytes)).rejects.toThrow(/has data, and a restore does not overwrite any$/);
    await withEmpty(async ({ db }) => {
      await db.pool.query('create table users (mine int)');
      await expect(restore(db, bytes)).rejects.toThrow('has a table users that Sluice did not create');
    });
    await withEmpty(async ({ db, url }) => {
      const service = createDatabase({ url, poolSize: 1, applicationName: 'sluice-housekeeping' });
      await service.pool.query('select 1');
      await expect(restore(db, bytes)).rejects.toThrow(
        'Sluice is still running on this database (sluice-housekeeping). Stop it',
      );
      await service.close();
      expect((await db.pool.query(`select from pg_class where relname = 'schema_migrations'`)).rows).toEqual([]);
    });
  });

  test('that failed to be restored leaves a database that no version uses, and can be restored again', async () => {
    await withEmpty(async ({ db }) => {
      const complete = (): Promise<void> => Promise.reject(new Error('no roles'));
      await expect(restore(db, bytes, { complete })).rejects.toThrow('no roles');
      const unfinished = 'a restore of this database runs or did not finish';
      expect(await databaseProblem(db)).toContain(unfinished);
      await expect(migrateToLatest(db)).rejects.toThrow(unfinished);
      await expect(backUp(db)).rejects.toThrow(unfinished);
      await restore(db, bytes);
      expect(await databaseProblem(db)).toBeUndefined();
    });
  });

  test('whose rows the database rejects says why, while more of them are sent', async () => {
    await withEmpty(async ({ db }) => {
      await migrateToLatest(db);
      await ensureTestPartitions(db);
      await inTransaction(db, (tx) => copyRows(tx, 'spans', many()));
      await db.pool.query('alter table spans alter column name drop not null; update spans set name = null where true');
      const wrong = await backUp(db);
      await withEmpty(async ({ db: other }) => {
        await expect(restore(other, wrong)).rejects.toThrow('null value in column "name"');
        await expect(databaseProblem(other)).resolves.toContain('did not finish');
      });
    });
  });

  test('fails if its connection is lost in the middle of a table', async () => {
    let lost = false;
    const sink = async (): Promise<void> => {
      const { rows } = await source.db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'copy spans%' and state = 'active' and pid <> pg_backend_pid()`,
      );
      lost ||= rows.length > 0;
    };
    await expect(writeBackup(source.db, { version: '1', sink, onTable: () => undefined })).rejects.toThrow(
      /^(terminating connection due to administrator command|Connection terminated unexpectedly)$/,
    );
    expect(lost).toBe(true);
  });
});

/** The rows of every table as text, and what keeps them valid. */
async function contentOf({ pool }: Database): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const content: Record<string, readonly unknown[]> = {};
  for (const table of schemaObjects().tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select tableoid::regclass || t::text as row from ${table} t order by 1`,
    );
    content[table] = rows.map(({ row }) => row);
  }
  const { rows: triggers } = await pool.query(
    `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  );
  const { rows: sequences } = await pool.query(
    `select sequencename, last_value from pg_sequences where schemaname = current_schema() order by 1`,
  );
  return { ...content, triggers, sequences };
}

interface Sequence {
  readonly sequencename: string;
  readonly last_value: string | null;
}

/** A sequence as it is after a restore. */
function skipped(sequence: unknown): unknown {
  const { sequencename, last_value: last } = sequence as Sequence;
  const isSkipped = ['organizations_id_seq', 'projects_id_seq'].includes(sequencename);
  return isSkipped ? { sequencename, last_value: String(Number(last ?? 0) + 1_000_001) } : sequence;
}

/** More than fits the buffers of a connection. */
function many(): readonly SpanRow[] {
  return Array.from({ length: 4_000 }, (_, index) =>
    spanRow(index + 10, { tags: JSON.stringify({ n: randomBytes(1_500).toString('base64') }) }),
  );
}
