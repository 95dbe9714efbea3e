import type { DatabaseRole } from '@sluice/db';
import { connectAsRole, type RoleConnection } from './connectAsRole.js';
import { createTenant, type Tenant } from './createTenant.js';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './createTestDatabase.js';
import { lazily } from './lazily.js';
import { useResource } from './useResource.js';

/** A new database for the tests of this file or `describe`. */
export function useDatabase(options: TestDatabaseOptions = {}): TestDatabase {
  const database = useResource(
    () => createTestDatabase(options),
    ({ drop }) => drop(),
  );
  return {
    get url() {
      return database.url;
    },
    db: lazily(() => database.db),
    drop: () => database.drop(),
  };
}

/** Connections to that database with the privileges of a role. */
export function useRole(database: TestDatabase, role: DatabaseRole, poolSize?: number): RoleConnection {
  const connection = useResource(
    () => connectAsRole(database, role, poolSize),
    ({ close }) => close(),
  );
  return {
    get url() {
      return connection.url;
    },
    db: lazily(() => connection.db),
    close: () => connection.close(),
  };
}

/** A new organization in the database, with a project `web` and tokens. */
export const useTenant = (database: Pick<TestDatabase, 'db'>, slug: string): Tenant =>
  useResource(() => createTenant(database.db, slug));
