import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isFromServer } from './classifyError.js';

/**
 * Adapts the pool to Kysely. Kysely releases every connection as healthy. A connection whose query timed out on the client
 * would then queue later queries behind the stuck one, so it is destroyed instead.
 */
export function kyselyPool(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const guarded = known.get(client) ?? guard(client);
      known.set(client, guarded);
      return guarded;
    },
    end: () => pool.end(),
  };
}

function guard(client: PoolClient): PostgresPoolClient {
  let broken = false;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      broken ||= !isFromServer(error);
      throw error;
    }
  };
  return { query, release: () => client.release(broken) } as PostgresPoolClient;
}
