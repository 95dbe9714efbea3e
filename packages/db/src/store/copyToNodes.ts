import { BadRowError } from '../connection/badRowError.js';
import { sqlstateOf } from '../connection/classifyError.js';
import { withSavepoint, type Tx } from '../connection/inTransaction.js';

/** What is copied. */
export interface CopiedBody {
  readonly table: string;
  /** Its columns, quoted and separated by commas. */
  readonly names: string;
  /** Rows. */
  readonly count: number;
}

/** SQLSTATE with which Citus reports every error of a node during COPY. */
const INTERNAL_ERROR = 'XX000';
const UNIQUE_VIOLATION = '23505';

/**
 * Copies rows into a distributed table. During COPY, Citus reports an error of a node without its SQLSTATE and without the line,
 * so that a bad row looks like an outage. The rows are therefore copied again into a temporary table of the coordinator, which
 * names the bad line, and from there they are inserted, which reports the SQLSTATE of what only the node can find: a missing
 * partition, or an event that is stored already.
 * @param copy copies the same rows into the table of that name
 */
export async function copyToNodes(tx: Tx, body: CopiedBody, copy: (table: string) => Promise<void>): Promise<void> {
  try {
    await withSavepoint(tx, () => copy(body.table));
  } catch (error) {
    if (sqlstateOf(error) !== INTERNAL_ERROR) throw error;
    await insertThrough(tx, body, copy);
  }
}

/**
 * Returns the statement that creates an empty copy of a table with its columns, defaults and checks. `create table (like …)`
 * requires the privilege to read the table, which workers do not have; its definition is in catalogs that every role may read.
 */
const DEFINITION_OF_COPY = `
  select format('create temp table %I (%s, primary key (project_id, id))', $2::text, string_agg(part, ', ' order by n)) as statement
  from (
    select a.attnum as n, concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      'default ' || pg_get_expr(d.adbin, d.adrelid), case when a.attnotnull then 'not null' end) as part
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
    union all
    select 10000, format('constraint %I %s', conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = to_regclass($1) and contype = 'c') as parts`;

async function insertThrough(
  { client }: Tx,
  { table, names, count }: CopiedBody,
  copy: (table: string) => Promise<void>,
): Promise<void> {
  const probe = `copied_${table}`;
  const { rows } = await client.query<{ statement: string }>(DEFINITION_OF_COPY, [table, probe]);
  await client.query(rows[0]?.statement ?? '');
  await copy(probe);
  const stored = await client.query(
    // The number of rows is not that of inserted rows on Citus: the returned rows are.
    `insert into ${table} (${names}) select ${names} from ${probe} on conflict do nothing returning 1`,
  );
  await client.query(`drop table ${probe}`);
  if (stored.rows.length < count) {
    throw new BadRowError(undefined, UNIQUE_VIOLATION, `an event of these is stored in ${table} already`);
  }
}
