import type { ClientBase } from 'pg';
import { RefusalError } from '../refusalError.js';

interface Extension {
  readonly database: string;
  readonly installed: string | null;
}

/**
 * Resolves if this database is the coordinator of a Citus cluster with at least one node for shards.
 * @throws one sentence that names what is missing
 */
export async function checkCluster(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Extension>(
    `select current_database() as database, (select extversion from pg_extension where extname = 'citus') as installed`,
  );
  const [extension] = rows;
  if (extension?.installed === null || extension === undefined) {
    throw new RefusalError(
      `database ${extension?.database ?? '?'} does not have the extension citus: set shared_preload_libraries = 'citus' ` +
        'on the coordinator and on every node, run create extension citus in the database of each, and add the nodes ' +
        'with citus_add_node',
    );
  }
  const { rows: nodes } = await client.query<{ coordinator: boolean; nodes: string }>(`
    select citus_is_coordinator() as coordinator,
      (select count(*) from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards) as nodes`);
  if (nodes[0]?.coordinator !== true) {
    throw new RefusalError(
      `database ${extension.database} is not the coordinator of its Citus cluster: set DATABASE_URL to the coordinator`,
    );
  }
  if (Number(nodes[0].nodes) === 0) {
    throw new RefusalError(
      `the Citus cluster of database ${extension.database} has no node for shards: ` +
        'run select citus_set_coordinator_host(…) and select citus_add_node(…) on the coordinator',
    );
  }
}
