import { type ClientBase, partitionOfName, RefusalError } from '@sluice/db';
import { schemaObjects } from './schemaObjects.js';
import { beginUnbounded } from './sessionSettings.js';

/** Partitions that are dropped in one transaction: each takes several locks. */
const DROPPED_AT_ONCE = 50;

/** Objects that are named in an error. */
const NAMED = 3;

/** Tables of Sluice and everything attached to them. */
const TABLES = `
  own_tables as (
    select oid from pg_class where relnamespace = current_schema()::regnamespace and relname = any($1) and relkind in ('r', 'p')),
  attached as (select inhrelid as oid, inhparent as parent from pg_inherits where inhparent in (select oid from own_tables)),
  own as (select oid from own_tables union select oid from attached)`;

/** Views, foreign keys, triggers and defaults of others. What depends on an object only as its part is dropped with it. */
const DEPENDENTS = `
  with ${TABLES},
  parts as (
    select 'pg_class'::regclass as class, oid from own
    union select 'pg_class'::regclass, oid from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'S' and relname = any($3)
    union select 'pg_proc'::regclass, oid from pg_proc where pronamespace = current_schema()::regnamespace and proname = any($2)),
  owned as (
    select class, oid from parts
    union select 'pg_constraint'::regclass, oid from pg_constraint where conrelid in (select oid from own)
    union select 'pg_trigger'::regclass, oid from pg_trigger where tgrelid in (select oid from own)
    union select 'pg_attrdef'::regclass, oid from pg_attrdef where adrelid in (select oid from own)
    union select 'pg_class'::regclass, indexrelid from pg_index where indrelid in (select oid from own))
  select distinct pg_describe_object(d.classid, d.objid, 0) as name from pg_depend d
  where d.deptype = 'n' and (d.refclassid, d.refobjid) in (select class, oid from parts)
    and (d.classid, d.objid) not in (select class, oid from owned)
  order by 1`;

interface Attached {
  readonly name: string;
  readonly table: string;
  readonly parent: string;
}

/** @throws one sentence if something that Sluice did not create would be dropped with the schema, or prevents that */
export async function assertDroppable(client: ClientBase): Promise<void> {
  const { tables, functions, sequences } = schemaObjects();
  const foreign = (await attachedTables(client)).find(({ table, parent }) => partitionOfName(table)?.table !== parent);
  if (foreign !== undefined) {
    throw new RefusalError(
      `${foreign.name} is attached to ${foreign.parent}, and Sluice did not create it: detach it, then run this again`,
    );
  }
  const { rows } = await client.query<{ name: string }>(DEPENDENTS, [tables, functions, sequences]);
  if (rows.length === 0) return;
  const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
  throw new RefusalError(
    `objects that Sluice did not create depend on its schema: ${namesOf(rows.slice(0, NAMED))}${more}. Drop them, or use an empty database`,
  );
}

/**
 * A table with the name of a partition would be attached with its rows: retention detaches tables before it drops them.
 * @throws one sentence if a table of the backup exists, and is not dropped before
 */
export async function assertFreeNames(client: ClientBase, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `with ${TABLES} select oid::regclass::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relname = any($2) and oid not in (select oid from own) order by 1`,
    [schemaObjects().tables, tables],
  );
  if (rows.length === 0) return;
  throw new RefusalError(
    `the backup has tables that exist in the database and are not part of Sluice's schema: ${namesOf(rows.slice(0, NAMED))}. Rename or drop them`,
  );
}

const namesOf = (rows: readonly { readonly name: string }[]): string => rows.map(({ name }) => name).join(', ');

/** Drops what Sluice created in the database, and nothing of others: it fails where something of others depends on it. */
export async function dropSchema(client: ClientBase): Promise<void> {
  const { tables, sequences } = schemaObjects();
  const partitions = (await attachedTables(client)).map(({ name }) => name);
  for (let at = 0; at < partitions.length; at += DROPPED_AT_ONCE) {
    await drop(client, 'table', partitions.slice(at, at + DROPPED_AT_ONCE));
  }
  // Tables reference each other, which is no hindrance where one statement drops them; their triggers need the functions.
  await drop(client, 'table', await existing(client, tables));
  await drop(client, 'function', await existingFunctions(client));
  await drop(client, 'sequence', await existing(client, sequences));
}

async function attachedTables(client: ClientBase): Promise<readonly Attached[]> {
  const { rows } = await client.query<Attached>(
    `with ${TABLES} select a.oid::regclass::text as name, c.relname::text as table, p.relname::text as parent from attached a
     join pg_class c on c.oid = a.oid join pg_class p on p.oid = a.parent order by 1`,
    [schemaObjects().tables],
  );
  return rows;
}

/** Returns which tables or sequences exist, as statements need their names. */
async function existing(client: ClientBase, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relname = any($1) and relkind in ('r', 'p', 'S')`,
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Returns the functions that have names of the schema's, with the types of their parameters. */
export async function existingFunctions(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = current_schema()::regnamespace and proname = any($1)`,
    [schemaObjects().functions],
  );
  return rows.map(({ name }) => name);
}

async function drop(client: ClientBase, kind: string, names: readonly string[]): Promise<void> {
  if (names.length > 0) await client.query(`${beginUnbounded()}; drop ${kind} ${names.join(', ')}; commit`);
}
