import type { Migration } from './migration.js';

/**
 * `erase_organization` deletes the members, tokens, links and audit log of an organization and records its erasure, with the
 * rights of the tables' owner: the API has this function instead of the right to delete entries of an audit log. It does all of
 * it for one organization or nothing, and looks names up in this schema only, temporary tables last.
 */
const ERASE_ORGANIZATION = `
create function erase_organization(organization bigint, by_label text, by_user bigint)
returns void language plpgsql security definer set search_path = pg_catalog, %1$I, pg_temp as $body$
begin
  insert into organization_erasures (organization_id, slug, requested_by, user_id)
    select id, slug, by_label, by_user from organizations where id = organization;
  if not found then
    raise exception 'erase_organization: there is no organization %%', organization using errcode = '22023';
  end if;
  delete from memberships where organization_id = organization;
  delete from links where organization_id = organization;
  delete from tokens where organization_id = organization;
  delete from audit_log where organization_id = organization;
  -- No organization can be created with such a slug.
  update organizations set slug = 'erased:' || id, settings = '{}' where id = organization;
end $body$`;

/**
 * Records of erasures for the people who requested them: `slug` is the slug that an erased project had, and `user_id` the user
 * who erased an organization, of which nobody is a member afterwards.
 */
export const erasureRecords: Migration = {
  name: '0019-erasure-records',
  statements: () => [
    `alter table erasures add column slug text`,
    `alter table organization_erasures add column user_id bigint`,
    `create index organization_erasures_user on organization_erasures (user_id) where user_id is not null`,
    `do $do$ begin execute format($format$${ERASE_ORGANIZATION}$format$, current_schema()); end $do$`,
    `revoke all on function erase_organization from public`,
  ],
};
