import type { PoolClient } from 'pg';
import { sqlstateOf } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { DATABASE_ROLE_NAMES, DATABASE_ROLES, type DatabaseRole } from './databaseRoles.js';

/** Somebody else made it meanwhile: roles belong to the server, not to one database. */
const EXISTS: ReadonlySet<string | undefined> = new Set(['42710', '23505']);
const INSUFFICIENT_PRIVILEGE = '42501';
/** Functions that only some may call. */
const FUNCTIONS = [...new Set(Object.values(DATABASE_ROLES).flatMap(({ functions }) => functions))];

/**
 * Makes the roles that are missing: without login, so that a login of the operator's is made a member. Throws one clear
 * sentence where the user may not make roles.
 */
export async function createDatabaseRoles({ pool }: Database): Promise<readonly DatabaseRole[]> {
  const missing = await missingRoles(pool);
  for (const role of missing) {
    try {
      await pool.query(`create role ${role} nologin`);
    } catch (error) {
      if (sqlstateOf(error) === INSUFFICIENT_PRIVILEGE) {
        throw new Error(`this user may not make roles; as one that may: create role ${missing.join(', ')} nologin`, {
          cause: error,
        });
      }
      if (!EXISTS.has(sqlstateOf(error))) throw error;
    }
  }
  return missing;
}

/**
 * Gives each role that exists exactly what {@link DATABASE_ROLES} says, in this database's schema: what it had beyond that
 * is taken away. To be called after every migration, by the owner of the tables. Returns the roles it found.
 */
export async function grantDatabaseRoles(db: Database): Promise<readonly DatabaseRole[]> {
  const missing = await missingRoles(db.pool);
  const roles = DATABASE_ROLE_NAMES.filter((role) => !missing.includes(role));
  if (roles.length === 0) return roles;
  await inTransaction(db, async ({ client }) => {
    // Two at once would change the same rows of the catalog, which PostgreSQL refuses.
    await client.query(`select pg_advisory_xact_lock(hashtext('sluice.roles'))`);
    const { rows } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema');
    const schema = rows[0]?.schema ?? 'public';
    for (const role of roles) await grantTo(client, schema, role);
  });
  return roles;
}

/** One statement at a time, in one transaction: nobody meets a role that lacks what it had. */
async function grantTo(client: PoolClient, schema: string, role: DatabaseRole): Promise<void> {
  const { tables, sequences, functions } = DATABASE_ROLES[role];
  const all = `all tables in schema ${schema}`;
  await client.query(`revoke all on ${all} from ${role}`);
  await client.query(`revoke all on all sequences in schema ${schema} from ${role}`);
  // Not all functions: in the same schema may be an extension's, which are somebody else's to revoke.
  for (const name of FUNCTIONS) await client.query(`revoke all on function ${schema}.${name} from ${role}`);
  await client.query(`grant usage on schema ${schema} to ${role}`);
  for (const [privileges, names] of Object.entries<readonly string[]>(tables)) {
    await client.query(`grant ${privileges} on ${names.map((name) => `${schema}.${name}`).join(', ')} to ${role}`);
  }
  for (const name of sequences) await client.query(`grant usage on sequence ${schema}.${name} to ${role}`);
  for (const name of functions) await client.query(`grant execute on function ${schema}.${name} to ${role}`);
}

async function missingRoles(pool: Database['pool']): Promise<readonly DatabaseRole[]> {
  const { rows } = await pool.query<{ name: string }>('select rolname as name from pg_roles where rolname = any($1)', [
    DATABASE_ROLE_NAMES,
  ]);
  return DATABASE_ROLE_NAMES.filter((role) => !rows.some(({ name }) => name === role));
}
