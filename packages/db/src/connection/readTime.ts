import { sql } from 'kysely';
import type { Tx } from './inTransaction.js';

const CLOCKS = { transaction: sql`now()`, statement: sql`clock_timestamp()` };

/**
 * Returns the start of the transaction or the present time by PostgreSQL's clock, to the microsecond, as a parameter for a later
 * statement. On Citus it is the coordinator's clock, and a parameter may stand where a function may not.
 */
export async function readTime(tx: Tx, of: keyof typeof CLOCKS): Promise<string> {
  const { rows } = await sql<{ time: string }>`select ${CLOCKS[of]}::text as time`.execute(tx.kysely);
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL returned no time');
  return row.time;
}
