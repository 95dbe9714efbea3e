import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { queryWithin } from './boundedQuery.js';
import { isFromServer } from './classifyError.js';
import type { StatementBounds } from './statementBounds.js';

/**
 * Adapts the pool to Kysely. Kysely releases every connection as healthy. A connection whose query timed out on the client
 * would then queue later queries behind the stuck one, so it is destroyed instead. Each statement has `bounds` on the
 * server.
 */
export function kyselyPool(pool: Pool, bounds: StatementBounds): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const guarded = known.get(client) ?? guard(client, bounds);
      known.set(client, guarded);
      return guarded;
    },
    end: () => pool.end(),
  };
}

/** Statements of Kysely's transactions, which take no time and must come first or last. */
const CONTROL = /^(?:begin|start transaction|commit|rollback)\b/;

function guard(client: PoolClient, bounds: StatementBounds): PostgresPoolClient {
  let broken = false;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      if (CONTROL.test(text)) return await client.query(text, [...values]);
      return await queryWithin(client, text, values, bounds);
    } catch (error) {
      broken ||= !isFromServer(error);
      throw error;
    }
  };
  return { query, release: () => client.release(broken) } as PostgresPoolClient;
}
