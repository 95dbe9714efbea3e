import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { BASELINE, MIGRATIONS } from './all.js';
import { readSchemaState } from './appliedSteps.js';
import { databaseProblem } from './databaseProblem.js';
import { FORMER_STEPS } from './formerSteps.js';
import { migrateToLatest } from './migrateToLatest.js';
import type { Migration } from './migration.js';
import { planMigrations } from './planMigrations.js';

const NEW = BASELINE.map(({ name }) => name);
const ALL = MIGRATIONS.map(({ name }) => name);
/** The code of the version before. */
const FORMER_CODE: readonly Migration[] = FORMER_STEPS.map((name) => ({ name, statements: () => [] }));

interface Recorded {
  readonly name: string;
  readonly since: string | null;
  readonly transaction: string;
}

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  await migrateToLatest(database.db, undefined, BASELINE);
});
afterEach(() => database.drop());
const namesOf = (rows: readonly Recorded[]): readonly string[] => rows.map(({ name }) => name);

test('the names of steps are not those of former ones, and follow them', () => {
  expect([...FORMER_STEPS, ...ALL]).toEqual([...new Set([...FORMER_STEPS, ...ALL])].sort());
});

describe('a database with every former step', () => {
  beforeEach(() => recordOnly(...FORMER_STEPS));

  test('has the new names after a migration, in one transaction that runs no step', async () => {
    expect(await databaseProblem(database.db)).toBe(
      `the schema is older than this version: migration ${NEW[0] ?? ''} and ${ALL.length - 1} more pending. Run: sluice migrate`,
    );
    const idle = { builds: [], locks: [], statements: 0 };
    expect(await planMigrations(database.db, BASELINE)).toEqual(NEW.map((name) => ({ name, ...idle })));
    // Each step would fail: its tables exist.
    expect(await migrateToLatest(database.db, undefined, BASELINE)).toEqual(NEW);
    const after = await recorded();
    expect(namesOf(after)).toEqual([...FORMER_STEPS, ...NEW]);
    expect(new Set(after.slice(FORMER_STEPS.length).map(({ transaction }) => transaction)).size).toBe(1);
    expect(await planMigrations(database.db, BASELINE)).toEqual([]);
    expect(await migrateToLatest(database.db)).toEqual(ALL.slice(NEW.length));
    expect(await databaseProblem(database.db)).toBeUndefined();
  });

  test('keeps processes of the version before ready', async () => {
    await migrateToLatest(database.db);
    const { missing, refusal } = await readSchemaState(database.db.pool, FORMER_CODE);
    expect({ missing, refusal }).toEqual({ missing: [], refusal: undefined });
  });

  test('gets the later steps as well', async () => {
    const later = { name: '9990-later', statements: () => ['create table later (n int)'] };
    const steps = [...MIGRATIONS, later];
    expect((await planMigrations(database.db, steps)).at(-1)).toMatchObject({ name: '9990-later', statements: 1 });
    expect(await migrateToLatest(database.db, undefined, steps)).toEqual([...ALL, '9990-later']);
    expect((await database.db.pool.query('select from later')).rows).toEqual([]);
  });

  test('and some new names gets the others', async () => {
    await recordOnly(...FORMER_STEPS, ...NEW.slice(0, 3));
    expect(await migrateToLatest(database.db)).toEqual(ALL.slice(3));
    expect(await databaseProblem(database.db)).toBeUndefined();
  });
});

describe('a database with some of the former steps', () => {
  test.each([
    ['the first', FORMER_STEPS.slice(0, 1), `${FORMER_STEPS[1] ?? ''} and ${FORMER_STEPS.length - 2} more`],
    ['all but the first', FORMER_STEPS.slice(1), FORMER_STEPS[0] ?? ''],
    ['all but the last', FORMER_STEPS.slice(0, -1), FORMER_STEPS.at(-1) ?? ''],
    ['all but one', FORMER_STEPS.filter((name) => name !== '0022-hit-visitors'), '0022-hit-visitors'],
  ])('is refused before any statement: %s', async (_which, names, pending) => {
    const problem = `the schema is older than this version can migrate: migration ${pending} of an earlier version pending. First run sluice migrate of the version that ends at migration 0045-first-sightings`;
    const { db } = database;
    await recordOnly(...names);
    // The first statement of a migration would add it.
    await db.pool.query('alter table schema_migrations drop column compatible_since');
    expect(await databaseProblem(db)).toBe(problem);
    await expect(migrateToLatest(db)).rejects.toThrow(`${problem}.`);
    const { rows } = await db.pool.query('select to_jsonb(m) - $1 as row from schema_migrations m', ['applied_at']);
    expect(rows).toEqual(names.map((name) => ({ row: { name } })));
  });

  test('is refused if it also has some new names, but not if it has all', async () => {
    await recordOnly(...FORMER_STEPS.slice(1), ...NEW.slice(0, -1));
    await expect(migrateToLatest(database.db)).rejects.toThrow('0001-tenancy of an earlier version pending');
    await recordOnly(...FORMER_STEPS.slice(1), ...NEW);
    expect(await migrateToLatest(database.db)).toEqual(ALL.slice(NEW.length));
    expect(await databaseProblem(database.db)).toBeUndefined();
  });
});

test('a new database tells the version before that it is newer', async () => {
  await migrateToLatest(database.db);
  expect(namesOf(await recorded())).toEqual(ALL);
  const { refusal } = await readSchemaState(database.db.pool, FORMER_CODE);
  expect(refusal).toEqual({
    problem: 'the schema is newer than this version: migration 0101-tenancy removed what it uses',
    remedy: 'Deploy the newer version',
  });
});

/** Makes the schema one that steps of these names have created. */
async function recordOnly(...names: readonly string[]): Promise<void> {
  const { pool } = database.db;
  await pool.query('delete from schema_migrations');
  await pool.query('insert into schema_migrations (name) select unnest($1::text[])', [names]);
}

async function recorded(): Promise<readonly Recorded[]> {
  const { rows } = await database.db.pool.query<Recorded>(
    'select name, compatible_since as since, xmin::text as transaction from schema_migrations order by name collate "C"',
  );
  return rows;
}
