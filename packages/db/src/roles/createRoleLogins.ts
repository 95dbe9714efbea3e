import { randomBytes } from 'node:crypto';
import type { Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { DATABASE_ROLE_NAMES, type DatabaseRole } from './databaseRoles.js';
import { scramVerifier } from './scramVerifier.js';

const SALT_BYTES = 16;

/** The login of a role that {@link createRoleLogins} creates. */
const loginOf = (role: DatabaseRole): string => `${role}_1`;

/**
 * Creates a login in each role that has a password here, and sets its password. Sessions that are open stay open. The roles
 * must exist. Returns the names of the logins.
 */
export async function createRoleLogins(
  db: Database,
  passwords: Readonly<Partial<Record<DatabaseRole, string>>>,
): Promise<readonly string[]> {
  const roles = DATABASE_ROLE_NAMES.filter((role) => passwords[role] !== undefined);
  await inTransaction(db, async ({ client }) => {
    // Two at once would change the same catalog rows, which PostgreSQL rejects.
    await client.query(`select pg_advisory_xact_lock(hashtext('sluice.roles'))`);
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where rolname = any($1)',
      [roles.map(loginOf)],
    );
    for (const role of roles) {
      const login = loginOf(role);
      const verifier = scramVerifier(passwords[role] ?? '', randomBytes(SALT_BYTES));
      const exists = rows.some(({ name }) => name === login);
      await client.query(`${exists ? 'alter' : 'create'} role ${login} login password '${verifier}'`);
      await client.query(`grant ${role} to ${login}`);
    }
  });
  return roles.map(loginOf);
}
