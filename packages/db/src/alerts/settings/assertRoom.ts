import { sql } from 'kysely';
import type { Tx } from '../../connection/inTransaction.js';
import { assertRoomFor, type TenantLimit } from '../../tenantLimit.js';
import type { AlertRuleFields } from './ruleFields.js';

/** What an organization may have, its projects included. */
export interface RuleLimits {
  readonly rules: TenantLimit;
  /** Of all rules together. */
  readonly conditions: TenantLimit;
}

/** A rule that is added or changed. */
interface RuleGrowth {
  /** `undefined`: a new rule. */
  readonly before: Pick<AlertRuleFields, 'conditions'> | undefined;
  readonly after: Pick<AlertRuleFields, 'conditions'>;
}

/**
 * Checks that an organization has room for what a change adds; one that adds nothing is always possible. Other changes that add something
 * wait until the transaction ends. @throws TenancyError `limit_reached`
 */
export async function assertRoom(
  tx: Tx,
  organizationId: string,
  limits: RuleLimits | undefined,
  { before, after }: RuleGrowth,
): Promise<void> {
  const added = after.conditions.length - (before?.conditions.length ?? 0);
  if (limits === undefined || (before !== undefined && added <= 0)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sluice.alert_rules.${organizationId}`}, 0))`.execute(
    tx.kysely,
  );
  const { rows } = await sql<{ rules: number; conditions: number }>`
    select count(*)::int4 as rules, coalesce(sum(jsonb_array_length(r.conditions)), 0)::int4 as conditions
    from alert_rules r left join projects p on p.id = r.project_id
    where r.organization_id = ${organizationId}::int8 and (r.project_id is null or p.deleted_at is null)`.execute(
    tx.kysely,
  );
  const { rules = 0, conditions = 0 } = rows[0] ?? {};
  if (before === undefined) assertRoomFor(limits.rules, { count: rules }, 'alert rules');
  assertRoomFor(limits.conditions, { count: conditions, added }, 'conditions of alert rules');
}
