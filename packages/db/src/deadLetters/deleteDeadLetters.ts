import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import type { DeadLetterKey } from './deadLetter.js';

/** Deletes letters whose events this transaction stores. */
export async function deleteDeadLetters(tx: Tx, letters: readonly DeadLetterKey[]): Promise<void> {
  if (letters.length === 0) return;
  await sql`
    delete from dead_letters d using ${unnest('n', {
      project_id: ['int8', letters.map((letter) => letter.projectId)],
      id: ['uuid', letters.map((letter) => letter.id)],
    })} where d.project_id = n.project_id and d.id = n.id`.execute(tx.kysely);
}
