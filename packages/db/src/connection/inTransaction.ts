import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Schema } from '../schema/schema.js';
import { isConnectionLost } from './classifyError.js';
import type { Database, Queryable } from './createDatabase.js';
import { beginWithin } from './statementBounds.js';

/** An open transaction (READ COMMITTED). `client` is its connection, for what Kysely cannot express (COPY). */
export interface Tx extends Queryable {
  readonly client: PoolClient;
  /** The pool that `client` is of. */
  readonly pool: Pool;
  readonly bounds: Database['bounds'];
  readonly isTransaction: true;
}

/**
 * Runs BEGIN, `work`, COMMIT. Each statement has the bounds of `db`. An error rolls back and is rethrown. After a connection error at COMMIT it is unknown whether
 * the transaction is committed: `work` must be idempotent (receipts make it so).
 */
export async function inTransaction<T>(
  db: Pick<Database, 'pool' | 'bounds'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  let broken = false;
  try {
    await client.query(beginWithin(db.bounds));
    const { pool, bounds } = db;
    const result = await work({ client, kysely: kyselyOf(client), isTransaction: true, pool, bounds });
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('an error inside the transaction was swallowed: it was rolled back');
    return result;
  } catch (error) {
    broken = isConnectionLost(error) || !(await rollBack(client));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Makes PostgreSQL reject every change in a transaction. Call it first. */
export async function setReadOnly(tx: Tx): Promise<void> {
  await tx.client.query('set transaction read only');
}

/**
 * Runs `work` under a savepoint: if it throws, its changes are undone, the transaction stays usable, and the error is
 * rethrown. Do not run two at once in one transaction.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.client.query('savepoint step');
  try {
    const result = await work();
    await tx.client.query('release savepoint step');
    return result;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    await tx.client.query('rollback to savepoint step; release savepoint step');
    throw error;
  }
}

/** One Kysely for each connection, which runs its queries on that connection. */
const KYSELY_OF = new WeakMap<PoolClient, Kysely<Schema>>();

function kyselyOf(client: PoolClient): Kysely<Schema> {
  const known = KYSELY_OF.get(client);
  if (known !== undefined) return known;
  const bound = {
    query: (text: string, values: readonly unknown[]) => client.query(text, [...values]),
    release: () => undefined,
  };
  const pool = { connect: () => Promise.resolve(bound), end: () => Promise.resolve() } as unknown as PostgresPool;
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  KYSELY_OF.set(client, kysely);
  return kysely;
}

async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
