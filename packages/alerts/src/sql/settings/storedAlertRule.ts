import { sql, type RawBuilder } from 'kysely';
import type { AlertRuleFields } from '../../settings/ruleFields.js';
import { versionOf } from '../../settings/settingsVersion.js';

/** A row of {@link RULES}. */
export interface StoredAlertRuleRow extends AlertRuleFields {
  readonly id: string;
  /** `null`: a rule of the organization. */
  readonly projectId: string | null;
  /** Slug; `null`: a rule of the organization. */
  readonly project: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A rule as it is stored. */
export interface StoredAlertRule extends StoredAlertRuleRow {
  /** Equal if and only if its fields are. */
  readonly version: string;
}

/** Selects {@link StoredAlertRuleRow}s; add conditions on `r`. Rules of deleted projects do not exist. */
export const RULES: RawBuilder<StoredAlertRuleRow> = sql`
  select r.id, r.project_id as "projectId", p.slug as project, r.name, r.enabled, r.conditions, r.filters,
    r.destination_ids::text[] as "destinationIds",
    array(select e.slug from projects e
      where e.organization_id = r.organization_id and e.id = any(r.except_projects) and e.deleted_at is null
      order by e.slug) as "exceptProjects",
    r.cooldown_s as "cooldownSeconds", r.digest_s as "digestSeconds", r.muted_until as "mutedUntil",
    r.created_at as "createdAt", r.updated_at as "updatedAt"
  from alert_rules r left join projects p on p.id = r.project_id
  where (r.project_id is null or p.deleted_at is null)`;

/** Returns the fields that people set. */
export const fieldsOf = (rule: StoredAlertRuleRow): AlertRuleFields => ({
  name: rule.name,
  enabled: rule.enabled,
  conditions: rule.conditions,
  filters: rule.filters,
  destinationIds: rule.destinationIds,
  exceptProjects: rule.exceptProjects,
  cooldownSeconds: rule.cooldownSeconds,
  digestSeconds: rule.digestSeconds,
  mutedUntil: rule.mutedUntil,
});

/** Returns the fields for the audit log. */
export const auditedRule = (rule: AlertRuleFields): object => ({
  ...rule,
  mutedUntil: rule.mutedUntil?.toISOString() ?? null,
});

/** Returns the rule of a row. */
export const ruleOf = (row: StoredAlertRuleRow): StoredAlertRule => ({
  ...row,
  version: versionOf({ id: row.id, ...fieldsOf(row) }),
});
