import { randomBytes } from 'node:crypto';
import type { Database, DatabaseRole } from '@sluice/db';
import type { TestDatabase } from './createTestDatabase.js';

/** Connections of a login that has only the privileges of one service. */
export interface RoleConnection {
  readonly db: Database;
  /** URL of the login. */
  readonly url: string;
  /** Closes them and drops the login. Call it before the database is dropped. */
  readonly close: () => Promise<void>;
}

/** Connects to a test's database with a new login in the role of a service, so that a statement that the role lacks a privilege for fails. */
export async function connectAsRole(
  { db: owner, url }: TestDatabase,
  role: DatabaseRole,
  poolSize = 10,
): Promise<RoleConnection> {
  const { createDatabase, createDatabaseRoles, grantDatabaseRoles } = await import('@sluice/db');
  await createDatabaseRoles(owner);
  await grantDatabaseRoles(owner);
  const [login, password] = [`test_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')];
  await owner.pool.query(`create role ${login} login password '${password}' in role ${role}`);
  const own = Object.assign(new URL(url), { username: login, password }).href;
  const db = createDatabase({ url: own, poolSize, applicationName: login });
  const close = async (): Promise<void> => {
    await db.close();
    await owner.pool.query(`drop role ${login}`);
  };
  return { db, url: own, close };
}
