import { sql } from 'kysely';
import type { Tx } from '@sluice/db';
import type { FiringCandidate } from '../../decide/firing.js';
import { LINGER_S } from '../../decide/linger.js';

/** Returns when the digest of a rule for a destination is due, milliseconds since 1970; `undefined`: none is open. */
export type OpenDigests = (ruleId: string, destinationId: string) => number | undefined;

/**
 * Returns the digests of these firings' rules that no message contains yet. A later firing joins them: a digest ends when it was
 * due for its first firing, however many follow.
 */
export async function readOpenDigests(
  tx: Tx,
  projectId: string,
  candidates: readonly FiringCandidate[],
): Promise<OpenDigests> {
  const rules = [...new Set(candidates.filter(({ digestS }) => digestS > LINGER_S).map(({ ruleId }) => ruleId))];
  if (rules.length === 0) return () => undefined;
  const { rows } = await sql<{ rule_id: string; destination_id: string; due_at: Date }>`
    select f.rule_id, n.destination_id, min(n.due_at) as due_at
    from alert_notices n join alert_firings f on f.project_id = n.project_id and f.id = n.firing_id
    where n.project_id = ${projectId}::int8 and f.project_id = ${projectId}::int8 and n.delivery_id is null
      and f.rule_id = any(${rules}::int8[])
    group by f.rule_id, n.destination_id`.execute(tx.kysely);
  const due = new Map(rows.map((row) => [`${row.rule_id}/${row.destination_id}`, row.due_at.getTime()]));
  return (ruleId, destinationId) => due.get(`${ruleId}/${destinationId}`);
}
