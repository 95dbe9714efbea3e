import type { Migration } from './migration.js';

/** Fields of a project user that a server key may set for good: `GUARDED_FIELDS` of `derived/userSighting.ts`. */
const GUARDED = ['email', 'username', 'name'];

/**
 * The kind of a project key, which its name tells (`nameOfKey` in `@sluice/contract`); and which fields of a project user
 * a server key set, so that no public key overwrites them.
 */
export const serverKeys: Migration = {
  name: '0016-server-keys',
  statements: () => [
    `alter table project_keys add column kind text collate "C" not null default 'public'`,
    `alter table project_keys add constraint project_keys_kind
       check (kind = case when starts_with(key, 'sls_') then 'server' else 'public' end)`,
    `alter table project_users ${GUARDED.map((field) => `add column ${field}_by_server boolean not null default false`).join(', ')}`,
  ],
};
