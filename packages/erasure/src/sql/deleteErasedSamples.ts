import { sql } from 'kysely';
import type { Queryable } from '@sluice/db';

/**
 * Deletes samples of refused events that arrived before an erasure of the project's users that was done in the last hour: gateways
 * write samples with a delay, so some come after the erasure has deleted those that were there. Returns how many.
 */
export async function deleteErasedSamples(db: Queryable): Promise<number> {
  const result = await sql`
    delete from refused_samples s using erasures e
    where e.closed_at is null and e.finished_at > now() - interval '1 hour' and e.kind = 'user'
      and s.project_id = e.project_id and s.at < e.before`.execute(db.kysely);
  return Number(result.numAffectedRows ?? 0);
}
