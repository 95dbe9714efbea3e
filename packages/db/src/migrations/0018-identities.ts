import type { Migration } from './migration.js';

/** Subjects of OpenID Connect providers and the users that they are linked to. */
export const identities: Migration = {
  name: '0018-identities',
  statements: () => [
    `create table identities (
       issuer text collate "C" not null,
       subject text collate "C" not null,
       user_id bigint not null references users,
       created_at timestamptz not null default now(),
       primary key (issuer, subject)
     )`,
    `create index identities_user on identities (user_id)`,
  ],
};
