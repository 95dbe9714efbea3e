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

async function insertThrough(
  { client }: Tx,
  { table, names, count }: CopiedBody,
  copy: (table: string) => Promise<void>,
): Promise<void> {
  const probe = `copied_${table}`;
  await client.query(
    `create temp table ${probe} (like ${table} including defaults including constraints, primary key (project_id, id))`,
  );
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
