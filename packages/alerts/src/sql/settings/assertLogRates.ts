import { sql } from 'kysely';
import { TenancyError, type Tx } from '@sluice/db';
import type { AlertRuleFields } from '../../settings/ruleFields.js';

/** The most conditions about logs of a project: each log of the project is compared with all of them. */
const MAX_LOG_RATES = 50;

/**
 * Checks that a project has room for the log rates of a rule, its other rules included.
 * @param ref the rule; without `id` a new one. @throws TenancyError `invalid`
 */
export async function assertLogRates(
  tx: Tx,
  { projectId, id = '0' }: { readonly projectId?: string; readonly id?: string },
  { conditions }: AlertRuleFields,
): Promise<void> {
  const own = conditions.filter(({ kind }) => kind === 'log_rate').length;
  if (own === 0 || projectId === undefined) return;
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(jsonb_array_length(jsonb_path_query_array(conditions, '$[*] ? (@.kind == "log_rate")'))), 0)::int4
      as count
    from alert_rules where project_id = ${projectId}::int8 and id <> ${id}::int8`.execute(tx.kysely);
  const others = rows[0]?.count ?? 0;
  if (own + others <= MAX_LOG_RATES) return;
  throw new TenancyError(
    'invalid',
    `conditions: a project may have ${MAX_LOG_RATES} conditions of kind "log_rate"; its other rules already have ${others}`,
  );
}
