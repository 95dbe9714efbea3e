import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import type { Fold } from './nameBudget.js';

/**
 * Adds to the counts derived under `(other)` in this hour. Call it last in a transaction: during a flood all
 * transactions write the same rows. @param folds in lock order
 */
export async function countFolds(tx: Tx, folds: readonly Fold[]): Promise<void> {
  if (folds.length === 0) return;
  await sql`
    insert into folded_names as f (project_id, kind, hour, count)
    select n.project_id, n.kind, hour_of(now()), n.count from ${unnest('n', {
      project_id: ['int8', folds.map(({ projectId }) => projectId)],
      kind: ['text', folds.map(({ kind }) => kind)],
      count: ['int8', folds.map(({ count }) => count)],
    })}
    on conflict (project_id, kind, hour) do update set count = f.count + excluded.count`.execute(tx.kysely);
}
