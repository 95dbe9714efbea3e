import { Client } from 'pg';
import type { Database } from '../connection/createDatabase.js';

/**
 * Connects to the database of `db` without a timeout of statements: on a large table a step may take longer than a query of a
 * service may. TCP keepalive ends the connection if the server is unreachable.
 */
export async function openMigrationClient({ pool }: Database): Promise<Client> {
  const client = new Client({ ...pool.options, keepAlive: true, query_timeout: 0 });
  // A connection that breaks also rejects the running query; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}
