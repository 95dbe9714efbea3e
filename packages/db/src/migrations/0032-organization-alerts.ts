import type { Migration } from './migration.js';

/**
 * `erase_organization` without what is stored by project: on a distributed database, a transaction that has written rows of a node
 * as one role, the requests of erasures, cannot write others there as the owner of the tables. Alerts about the organization as a
 * whole have its negative id as project, and an erasure of their own. The rest is that of `0028-alerts`.
 */
const ERASE_ORGANIZATION = `
create or replace function erase_organization(organization bigint, by_label text, by_user bigint)
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
  delete from alert_rules where organization_id = organization;
  delete from alert_destinations where organization_id = organization;
  delete from alert_maintenance where organization_id = organization;
  delete from alert_subscriptions where organization_id = organization;
  delete from alert_inbox where organization_id = organization;
  delete from alert_destination_hours where organization_id = organization;
  -- No organization can be created with such a slug.
  update organizations set slug = 'erased:' || id, settings = '{}' where id = organization;
end $body$`;

/** The erasure of an organization works on a distributed database, for a role that is not the owner. */
export const organizationAlerts: Migration = {
  name: '0032-organization-alerts',
  statements: () => [`do $do$ begin execute format($format$${ERASE_ORGANIZATION}$format$, current_schema()); end $do$`],
};
