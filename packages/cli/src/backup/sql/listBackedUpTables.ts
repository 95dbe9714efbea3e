import { type ClientBase, partitionOfName, RefusalError } from '@sluice/db';
import type { TableHeader } from '../format/backupManifest.js';
import { schemaObjects } from './schemaObjects.js';

interface TableRow {
  readonly name: string;
  readonly columns: readonly string[];
  readonly references: readonly string[];
  /** Partitions, without those that are being removed; null for a table that has rows itself. */
  readonly partitions: readonly string[] | null;
}

/** Generated columns are computed again. */
const TABLES = `
  select c.relname as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select distinct confrelid::regclass::text from pg_constraint
      where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as references,
    case when c.relkind = 'p' then array(
      select child.relname::text from pg_inherits i join pg_class child on child.oid = i.inhrelid
      where i.inhparent = c.oid and not i.inhdetachpending order by child.relname) end as partitions
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and c.relkind in ('r', 'p')
  order by c.relname`;

/**
 * Returns Sluice's tables and partitions with rows to copy, each after the tables that it references.
 * @throws one sentence if a table has a partition that Sluice did not create
 */
export async function listBackedUpTables(client: ClientBase): Promise<readonly TableHeader[]> {
  const { rows } = await client.query<TableRow>(TABLES, [schemaObjects().tables]);
  return inOrder(rows).flatMap(({ name, columns, partitions }) => {
    if (partitions === null) return [{ table: name, columns }];
    const foreign = partitions.find((partition) => partitionOfName(partition)?.table !== name);
    if (foreign !== undefined) {
      throw new RefusalError(
        `${foreign} is a partition of ${name} that Sluice did not create: detach it, then run this again`,
      );
    }
    return partitions.map((partition) => ({ table: partition, columns }));
  });
}

/** Returns tables so that each is after those that it references. No two tables reference each other. */
function inOrder(tables: readonly TableRow[]): readonly TableRow[] {
  const ordered = new Set<TableRow>();
  const add = (table: TableRow): void => {
    for (const name of table.references) {
      const referenced = tables.find((other) => other.name === name);
      if (referenced !== undefined && !ordered.has(referenced)) add(referenced);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}
