import { sql, type RawBuilder } from 'kysely';

/** A column of a multi-row statement: its PostgreSQL type, without brackets, and one value a row. */
export type ColumnValues = readonly [type: string, values: readonly unknown[]];

/**
 * `unnest($1::type[], …) as <alias>(<names>)`: any number of rows in a fixed number of parameters, so that the statement's
 * text is the same for every write batch. Rows are in the order of the arrays: the caller's order is the lock order.
 */
export function unnest(alias: string, columns: Readonly<Record<string, ColumnValues>>): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(([type, values]) => sql`${sql.val(values)}::${sql.raw(`${type}[]`)}`);
  const names = Object.keys(columns).map((name) => sql.id(name));
  return sql`unnest(${sql.join(arrays)}) as ${sql.id(alias)}(${sql.join(names)})`;
}
