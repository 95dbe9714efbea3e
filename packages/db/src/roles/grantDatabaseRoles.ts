import type { PoolClient } from 'pg';
import { sqlstateOf } from '../connection/classifyError.js';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { RefusalError } from '../refusalError.js';
import {
  DATABASE_ROLE_NAMES,
  DATABASE_ROLES,
  FORMER_ROLES,
  type DatabaseRole,
  type RoleGrants,
} from './databaseRoles.js';

/** Another process created the role meanwhile: roles belong to the server, not to one database. */
const EXISTS: ReadonlySet<string | undefined> = new Set(['42710', '23505']);
const INSUFFICIENT_PRIVILEGE = '42501';
/** Functions that only some roles may call. */
const FUNCTIONS = [...new Set(Object.values(DATABASE_ROLES).flatMap(({ functions }) => functions))];

/**
 * Creates missing roles, without login: the operator makes a login a member of them. Returns their names.
 * @throws one sentence if the user may not create roles
 */
export async function createDatabaseRoles({ pool }: Database): Promise<readonly DatabaseRole[]> {
  const missing = await missingRoles(pool, DATABASE_ROLE_NAMES);
  for (const role of missing) {
    try {
      await pool.query(`create role ${role} nologin`);
    } catch (error) {
      if (sqlstateOf(error) === INSUFFICIENT_PRIVILEGE) {
        throw new RefusalError(
          `this user may not create roles; run as one that may: create role ${missing.join(', ')} nologin`,
          {
            cause: error,
          },
        );
      }
      if (!EXISTS.has(sqlstateOf(error))) throw error;
    }
  }
  return missing;
}

/**
 * Grants each existing role exactly the privileges of {@link DATABASE_ROLES} in this database's schema and revokes all others.
 * Call it as the owner of the tables after every migration. Returns the roles that exist. {@link FORMER_ROLES} that exist get
 * theirs as well.
 */
export async function grantDatabaseRoles(db: Database): Promise<readonly DatabaseRole[]> {
  const former = Object.keys(FORMER_ROLES);
  const missing = await missingRoles(db.pool, [...DATABASE_ROLE_NAMES, ...former]);
  const exists = (role: string): boolean => !missing.includes(role);
  const roles = DATABASE_ROLE_NAMES.filter(exists);
  const granted: readonly (readonly [string, readonly RoleGrants[]])[] = [
    ...roles.map((role) => [role, [DATABASE_ROLES[role]]] as const),
    ...Object.entries(FORMER_ROLES).filter(([role]) => exists(role)),
  ];
  if (granted.length === 0) return roles;
  await inTransaction(db, async ({ client }) => {
    // Two at once would change the same catalog rows, which PostgreSQL rejects.
    await client.query(`select pg_advisory_xact_lock(hashtext('sluice.roles'))`);
    const { rows } = await client.query<{ schema: string }>('select quote_ident(current_schema()) as schema');
    const schema = rows[0]?.schema ?? 'public';
    for (const [role, grants] of granted) {
      await revokeAll(client, schema, role);
      for (const each of grants) await grantTo(client, schema, role, each);
    }
  });
  return roles;
}

/** Together with {@link grantTo} in one transaction: no session sees a role without its privileges. */
async function revokeAll(client: PoolClient, schema: string, role: string): Promise<void> {
  await client.query(`revoke all on all tables in schema ${schema} from ${role}`);
  await client.query(`revoke all on all sequences in schema ${schema} from ${role}`);
  // Not all functions: the schema may contain functions of extensions.
  for (const name of FUNCTIONS) await client.query(`revoke all on function ${schema}.${name} from ${role}`);
}

async function grantTo(
  client: PoolClient,
  schema: string,
  role: string,
  { tables, sequences, functions }: RoleGrants,
): Promise<void> {
  await client.query(`grant usage on schema ${schema} to ${role}`);
  for (const [privileges, names] of Object.entries<readonly string[]>(tables)) {
    await client.query(`grant ${privileges} on ${names.map((name) => `${schema}.${name}`).join(', ')} to ${role}`);
  }
  for (const name of sequences) await client.query(`grant usage on sequence ${schema}.${name} to ${role}`);
  for (const name of functions) await client.query(`grant execute on function ${schema}.${name} to ${role}`);
}

/** Returns the names that no role or login of the server has. */
export async function missingRoles<Name extends string>(
  pool: Database['pool'],
  names: readonly Name[],
): Promise<readonly Name[]> {
  const { rows } = await pool.query<{ name: string }>('select rolname as name from pg_roles where rolname = any($1)', [
    names,
  ]);
  return names.filter((role) => !rows.some(({ name }) => name === role));
}
