import { sql, type RawBuilder } from 'kysely';

/** A column of a multi-row statement: its PostgreSQL type, without brackets, and one value a row. */
export type ColumnValues = readonly [type: string, values: readonly unknown[]];

/**
 * Returns `unnest($1::type[], …) as <alias>(<names>)`: any number of rows in a fixed number of parameters, so the
 * text of the statement does not depend on the write batch. Rows keep the order of the arrays, which is the order of
 * locks.
 */
export function unnest(alias: string, columns: Readonly<Record<string, ColumnValues>>): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(([type, values]) => sql`${sql.val(values)}::${sql.raw(`${type}[]`)}`);
  const names = Object.keys(columns).map((name) => sql.id(name));
  return sql`unnest(${sql.join(arrays)}) as ${sql.id(alias)}(${sql.join(names)})`;
}
