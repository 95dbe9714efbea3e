import { sql } from 'kysely';
import { TenancyError, type Tx } from '@sluice/db';
import { isRowId } from '../rowId.js';
import type { AlertRuleFields } from '../../settings/ruleFields.js';

/**
 * Returns the columns of a rule, with its references resolved.
 * @param destinations ids of those that the rule may have. @throws TenancyError `invalid` for a reference to nothing
 */
export async function ruleColumns(
  tx: Tx,
  organizationId: string,
  fields: AlertRuleFields,
  destinations: ReadonlySet<string>,
) {
  const { destinationIds, exceptProjects } = fields;
  const projects = await findProjects(tx, organizationId, exceptProjects);
  const problems = [
    ...destinationIds.flatMap((id, index) =>
      destinations.has(id) ? [] : [`destinationIds[${index}]: there is no destination ${JSON.stringify(id)}`],
    ),
    ...exceptProjects.flatMap((slug, index) =>
      projects.has(slug) ? [] : [`exceptProjects[${index}]: there is no project ${JSON.stringify(slug)}`],
    ),
  ];
  if (problems.length > 0) throw new TenancyError('invalid', problems.join('; '));
  return {
    name: fields.name,
    enabled: fields.enabled,
    muted_until: fields.mutedUntil,
    conditions: JSON.stringify(fields.conditions),
    filters: JSON.stringify(fields.filters),
    cooldown_s: fields.cooldownSeconds,
    digest_s: fields.digestSeconds,
    destination_ids: [...destinationIds],
    except_projects: [...projects.values()],
  };
}

/**
 * Returns which of these destinations exist, locked against deletion. Lock them before a rule, as a deletion does: the reverse
 * order deadlocks with it. Those that a rule already has need no lock, because a deletion removes its destination from every
 * rule at its end.
 * @param ids as a client sent them
 */
export async function lockDestinations(tx: Tx, organizationId: string, ids: unknown): Promise<ReadonlySet<string>> {
  const given = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && isRowId(id)) : [];
  if (given.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from alert_destinations
    where organization_id = ${organizationId}::int8 and id = any(${given}::int8[]) and deleted_at is null
    for share`.execute(tx.kysely);
  return new Set(rows.map(({ id }) => id));
}

async function findProjects(
  tx: Tx,
  organizationId: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await tx.kysely
    .selectFrom('projects')
    .select(['id', 'slug'])
    .where('organization_id', '=', organizationId)
    .where('slug', 'in', slugs)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}
