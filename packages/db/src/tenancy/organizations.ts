import { DEFAULT_ORGANIZATION_SETTINGS, OPERATOR, type Actor, type OrganizationSettings } from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import { addMember } from '../accounts/memberships.js';
import { settingsDiff } from '../audit/settingsDiff.js';
import { writeAudit } from '../audit/writeAudit.js';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import type { OrganizationsTable } from '../schema/schema.js';
import { assertMayCreate } from './organizationCreation.js';
import { patchSettings, resolveSettings, type SettingsPatch } from './patchSettings.js';
import { ORGANIZATION_RULES } from './settingRules.js';
import { settingsTransaction } from './settingsTransaction.js';
import { checkOrganizationSlug, creating, found } from '../tenancyError.js';

/** A tenant, which has quotas, retention and projects. */
export interface Organization {
  readonly id: string;
  readonly slug: string;
  /** Complete: defaults included. */
  readonly settings: OrganizationSettings;
  readonly version: string;
  readonly createdAt: Date;
}

/** Who creates an organization, and for whom. */
interface Creation {
  readonly actor: Actor;
  /** How many organizations, without erased ones, a user may create; an operator may create any number. */
  readonly most?: number;
  /** Id of the first owner; default: the user who creates it, of an operator none. */
  readonly ownerId?: string | undefined;
}

/**
 * Creates an organization and makes someone its owner.
 * @throws TenancyError `exists`, `invalid`, or one of `CreationRefusal`
 */
export async function createOrganization(
  db: Database,
  slug: string,
  patch: SettingsPatch = {},
  by: Actor | Creation = OPERATOR,
): Promise<Organization> {
  const { actor, most, ownerId: owner }: Creation = 'actor' in by ? by : { actor: by };
  const ownerId = owner ?? (actor.kind === 'user' ? actor.userId : undefined);
  checkOrganizationSlug(slug);
  const settings = patchSettings({}, patch, ORGANIZATION_RULES);
  return inTransaction(db, async (tx) => {
    if (actor.kind === 'user' && most !== undefined) await assertMayCreate(tx, actor.userId, most);
    const row = await creating(
      tx.kysely
        .insertInto('organizations')
        .values({
          slug,
          settings: JSON.stringify(settings),
          creator_id: actor.kind === 'user' ? actor.userId : null,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
      `organization ${slug} exists already`,
    );
    await sql`select create_default_alerts(${row.id}::int8)`.execute(tx.kysely);
    await writeAudit(tx, {
      organizationId: row.id,
      actor,
      action: 'organization.create',
      target: slug,
      after: settingsDiff({}, settings).after,
    });
    if (ownerId !== undefined) await addMember(tx, { organizationId: row.id, userId: ownerId }, 'owner', actor);
    return organizationOf(row);
  });
}

const isNotErased = sql<boolean>`not exists (select from organization_erasures e where e.organization_id = o.id)`;

/** Returns all organizations by slug, without erased ones. */
export async function listOrganizations(db: Queryable): Promise<readonly Organization[]> {
  const rows = await db.kysely
    .selectFrom('organizations as o')
    .selectAll()
    .where(isNotErased)
    .orderBy('slug')
    .execute();
  return rows.map(organizationOf);
}

/** Returns one organization. @throws TenancyError `not_found` */
export async function findOrganization(db: Queryable, slug: string): Promise<Organization> {
  const row = await db.kysely.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst();
  return organizationOf(found(row, `there is no organization ${slug}`));
}

/** Changes the given settings of an organization. @throws TenancyError `not_found` or `invalid` */
export function updateOrganization(
  db: Database,
  slug: string,
  patch: SettingsPatch,
  actor: Actor = OPERATOR,
): Promise<Organization> {
  return settingsTransaction(db, async (tx) => {
    const row = await tx.kysely.selectFrom('organizations').selectAll().where('slug', '=', slug).executeTakeFirst();
    const { id, settings } = found(row, `there is no organization ${slug}`);
    const patched = patchSettings(settings, patch, ORGANIZATION_RULES);
    const updated = await tx.kysely
      .updateTable('organizations')
      .set({ settings: JSON.stringify(patched) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const organization = organizationOf(updated);
    const diff = settingsDiff(resolveSettings(DEFAULT_ORGANIZATION_SETTINGS, settings), organization.settings);
    if (Object.keys(diff.after).length > 0) {
      await writeAudit(tx, { organizationId: id, actor, action: 'organization.settings', target: slug, ...diff });
    }
    return organization;
  });
}

function organizationOf(row: Selectable<OrganizationsTable>): Organization {
  return {
    id: row.id,
    slug: row.slug,
    settings: resolveSettings(DEFAULT_ORGANIZATION_SETTINGS, row.settings),
    version: row.version,
    createdAt: row.created_at,
  };
}
