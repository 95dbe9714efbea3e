import type { ClientBase } from 'pg';
import { MIGRATIONS } from './all.js';
import { assessSteps } from './formerSteps.js';
import type { Migration } from './migration.js';
import { newerSchema, partialSchema, type SchemaRefusal } from './schemaRefusal.js';

/** What the database and this code have of each other's steps. */
export interface SchemaState {
  /** Steps of this code that the database lacks, in order. */
  readonly missing: readonly Migration[];
  /** Those of `missing` that former steps have done: they are only to be recorded. */
  readonly replaced: readonly Migration[];
  /** Steps of the database that this code does not know: those of a newer version. */
  readonly newer: readonly string[];
  /** Why this code can neither run on the database nor migrate it. */
  readonly refusal: SchemaRefusal | undefined;
}

/** Runs statements: a connection or a pool. */
type Client = Pick<ClientBase, 'query'>;

/**
 * Compares the steps of the database with those of the code.
 * @param steps of the code
 */
export async function readSchemaState(client: Client, steps: readonly Migration[] = MIGRATIONS): Promise<SchemaState> {
  const { rows: tables } = await client.query<{ present: boolean }>(
    `select to_regclass('schema_migrations') is not null as present`,
  );
  if (tables[0]?.present !== true) return { missing: steps, replaced: [], newer: [], refusal: undefined };
  // Not by its name: databases of earlier versions lack the column.
  const { rows } = await client.query<{ name: string; since: string | null }>(
    `select name, to_jsonb(m) ->> 'compatible_since' as since from schema_migrations m order by name collate "C"`,
  );
  const applied = new Set(rows.map((row) => row.name));
  const { done, lacking, newer } = assessSteps([...applied], steps);
  const missing = steps.filter(({ name }) => !applied.has(name));
  const incompatible = rows.find(
    ({ name, since }) => newer.includes(name) && since !== null && steps.every((step) => step.name !== since),
  );
  return {
    missing,
    replaced: missing.filter(({ name }) => done.has(name)),
    newer,
    refusal: refusalOf(incompatible?.name, lacking),
  };
}

function refusalOf(incompatible: string | undefined, lacking: readonly string[]): SchemaRefusal | undefined {
  if (incompatible !== undefined) return newerSchema(incompatible);
  return lacking.length === 0 ? undefined : partialSchema(lacking);
}

/** Creates the table of applied steps, or adds what an earlier version's lacks. */
export async function ensureStepsTable(client: Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations
       (name text primary key, applied_at timestamptz not null default now(), compatible_since text)`,
  );
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'compatible_since'`,
  );
  // Only where it is missing: the statement locks the table even if it changes nothing.
  if (rows.length === 0)
    await client.query('alter table schema_migrations add column if not exists compatible_since text');
}
