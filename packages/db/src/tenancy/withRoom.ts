import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { assertRoomFor, type TenantLimit } from '../tenantLimit.js';

/** What an organization may have, its projects included. */
export interface RuleLimits {
  readonly rules: TenantLimit;
  /** Of all rules together, each counted in every project that it applies to: that is what evaluating it costs. */
  readonly conditions: TenantLimit;
}

/** Rules of an organization, and their conditions in all projects. */
interface RuleSums {
  readonly rules: number;
  readonly conditions: number;
}

/**
 * Returns what `change` returns, which changes rules or projects of an organization. A change that adds nothing is always possible.
 * Other such changes wait until the transaction ends. @throws TenancyError `limit_reached` if it adds more than there is room for
 */
export async function withRoom<T>(
  tx: Tx,
  organizationId: string,
  limits: Partial<RuleLimits>,
  change: () => Promise<T>,
): Promise<T> {
  const { rules, conditions } = limits;
  if (rules === undefined && conditions === undefined) return change();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sluice.alert_rules.${organizationId}`}, 0))`.execute(
    tx.kysely,
  );
  const before = await readSums(tx, organizationId);
  const result = await change();
  const after = await readSums(tx, organizationId);
  assertAdded(rules, { before: before.rules, after: after.rules }, 'alert rules');
  assertAdded(
    conditions,
    { before: before.conditions, after: after.conditions },
    'conditions of alert rules, each counted in every project that its rule applies to',
  );
  return result;
}

function assertAdded(
  limit: TenantLimit | undefined,
  { before, after }: { readonly before: number; readonly after: number },
  what: string,
): void {
  if (limit !== undefined && after > before) assertRoomFor(limit, { count: before, added: after - before }, what);
}

/** Disabled rules count, because they can be enabled at any time; a rule that applies to no project counts once. */
async function readSums(tx: Tx, organizationId: string): Promise<RuleSums> {
  const { rows } = await sql<RuleSums>`
    with own as (
      select coalesce(array_agg(id), '{}') as ids from projects
      where organization_id = ${organizationId}::int8 and deleted_at is null)
    select count(*)::float8 as rules, coalesce(sum(jsonb_array_length(r.conditions) * case
        when r.project_id is null then greatest(1, cardinality(own.ids) -
          (select count(distinct e.id) from unnest(r.except_projects) as e(id) where e.id = any(own.ids)))
        else 1 end), 0)::float8 as conditions
    from alert_rules r cross join own
    where r.organization_id = ${organizationId}::int8 and (r.project_id is null or r.project_id = any(own.ids))`.execute(
    tx.kysely,
  );
  return rows[0] ?? { rules: 0, conditions: 0 };
}
