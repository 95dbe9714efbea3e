import type { Database } from '@sluice/db';
import { waitFor } from '../waitFor.js';

/** Few, because a partition has as many tables as there are shards. */
const SHARDS = 4;
const OBJECT_IN_USE = '55006';

/** Creates, copies and drops databases that have the same name on every node of a Citus cluster. */
export interface CitusDatabases {
  /** Creates an empty database with the extension, and adds the nodes to its coordinator. Returns the coordinator's URL. */
  readonly create: (name: string) => Promise<string>;
  /** Creates and migrates a database, and distributes its tables. */
  readonly createMigrated: (name: string) => Promise<string>;
  /** Copies a database that has no connections. Returns the coordinator's URL. */
  readonly copy: (name: string, template: string) => Promise<string>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly drop: (name: string) => Promise<void>;
}

/** @param coordinatorUrl a database of the coordinator that has the extension and knows the nodes */
export async function citusDatabases(coordinatorUrl: string): Promise<CitusDatabases> {
  const urls = await urlsOfNodes(coordinatorUrl);
  const [coordinator = coordinatorUrl, ...workers] = urls;
  const everywhere = async (...statements: readonly string[]): Promise<void> => {
    for (const url of urls) await run(url, ...statements);
  };
  const create = async (name: string): Promise<string> => {
    await everywhere(`create database ${name}`);
    for (const url of urls) await run(urlOf(url, name), 'create extension citus');
    const own = new URL(coordinator);
    await run(
      urlOf(coordinator, name),
      `select citus_set_coordinator_host('${own.hostname}', ${own.port})`,
      ...workers.map((url) => `select citus_add_node('${new URL(url).hostname}', ${new URL(url).port})`),
    );
    return urlOf(coordinator, name);
  };
  return {
    create,
    createMigrated: async (name) => {
      const url = await create(name);
      const { distributeTables, migrateToLatest } = await import('@sluice/db');
      await withDatabase(url, async (db) => {
        await migrateToLatest(db);
        await distributeTables(db, { shards: SHARDS });
      });
      return url;
    },
    copy: async (name, template) => {
      for (const url of urls) await copyAt(url, name, template);
      return urlOf(coordinator, name);
    },
    rename: async (from, to) => {
      // Citus keeps a process in each database with its extension.
      for (const url of urls) await withoutSessions(url, from, `alter database ${from} rename to ${to}`);
    },
    drop: async (name) => {
      for (const url of urls) {
        await rollBackPrepared(url, name);
        await withoutSessions(url, name, `drop database if exists ${name} with (force)`);
      }
    },
  };
}

/** Rolls back transactions that a killed session left prepared: a database with one cannot be dropped. */
async function rollBackPrepared(server: string, database: string): Promise<void> {
  const prepared = await withDatabase(server, async ({ pool }) => {
    const { rows } = await pool.query<{ gid: string }>('select gid from pg_prepared_xacts where database = $1', [
      database,
    ]);
    return rows;
  });
  if (prepared.length === 0) return;
  await run(urlOf(server, database), ...prepared.map(({ gid }) => `rollback prepared '${gid}'`));
}

const copyAt = (url: string, name: string, template: string): Promise<void> =>
  withoutSessions(url, template, `create database ${name} template ${template}`);

/** Ends the sessions of a database until a statement that needs it unused succeeds. */
async function withoutSessions(url: string, database: string, statement: string): Promise<void> {
  const { sqlstateOf } = await import('@sluice/db');
  await waitFor(
    async () => {
      try {
        await run(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
          statement,
        );
        return true;
      } catch (error) {
        if (sqlstateOf(error) === OBJECT_IN_USE) return false;
        throw error;
      }
    },
    { what: `no sessions in ${database}`, timeoutMs: 30_000 },
  );
}

/** The coordinator, then the nodes, with the user, the password and the database of the coordinator's URL. */
async function urlsOfNodes(coordinatorUrl: string): Promise<readonly string[]> {
  return withDatabase(coordinatorUrl, async ({ pool }) => {
    const { rows } = await pool.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node
       where noderole = 'primary' and groupid <> 0 order by nodeid`,
    );
    const nodes = rows.map(({ host, port }) => {
      const url = new URL(coordinatorUrl);
      [url.hostname, url.port] = [host, String(port)];
      return url.href;
    });
    return [coordinatorUrl, ...nodes];
  });
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  await withDatabase(url, async ({ pool }) => {
    for (const statement of statements) await pool.query(statement);
  });
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { createDatabase } = await import('@sluice/db');
  const db = createDatabase({ url, poolSize: 1, applicationName: 'test-citus', statementMs: 120_000 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
