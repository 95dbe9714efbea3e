import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import { deadLetterOf, type DeadLetter, type DeadLetterKey } from './deadLetter.js';

/**
 * Up to `limit` letters of a type in state `retry`, oldest first, locked until the transaction ends; those that another
 * worker holds are skipped.
 */
export async function claimRetries(tx: Tx, type: EventType, limit: number): Promise<readonly DeadLetter[]> {
  const rows = await tx.kysely
    .selectFrom('dead_letters')
    .selectAll()
    .where('type', '=', type)
    .where('state', '=', 'retry')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(deadLetterOf);
}

/** Removes letters whose events this transaction stores. */
export async function deleteClaimed(tx: Tx, letters: readonly DeadLetterKey[]): Promise<void> {
  if (letters.length === 0) return;
  await sql`
    delete from dead_letters d using ${unnest('n', {
      project_id: ['int8', letters.map((letter) => letter.projectId)],
      id: ['uuid', letters.map((letter) => letter.id)],
    })} where d.project_id = n.project_id and d.id = n.id`.execute(tx.kysely);
}
