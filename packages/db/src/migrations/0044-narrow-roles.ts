import type { Migration } from './migration.js';

/** What ends for good, with the column that says so. */
const FINAL = [
  ['tokens', 'revoked_at'],
  ['sessions', 'ended_at'],
  ['links', 'used_at'],
  ['project_keys', 'disabled_at'],
] as const;

/**
 * What the roles of services need less for. A service that ends a token, session, link or key may write the column that says so, but
 * no statement can clear it. Only the owner of the tables makes tokens of no user. A gateway deletes samples by their size and does
 * not read them.
 */
export const narrowRoles: Migration = {
  name: '0044-narrow-roles',
  statements: () => [
    `create function refuse_revival() returns trigger language plpgsql as $$
     begin
       raise exception 'what ended in % stays ended', tg_table_name using errcode = 'insufficient_privilege';
     end $$`,
    ...FINAL.map(
      ([table, column]) => `create trigger ${table}_stay_ended before update of ${column} on ${table}
         for each row when (old.${column} is not null and new.${column} is null) execute function refuse_revival()`,
    ),
    `create function check_token_owner() returns trigger language plpgsql as $$
     begin
       if not pg_has_role((select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage') then
         raise exception 'only the owner of the tables makes tokens of no user' using errcode = 'insufficient_privilege';
       end if;
       return new;
     end $$`,
    `create trigger tokens_have_users before insert on tokens
       for each row when (new.user_id is null) execute function check_token_owner()`,
    `alter table refused_samples add column event_bytes int`,
  ],
};
