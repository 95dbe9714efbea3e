import { sql } from 'kysely';
import { runByShard, type Tx, unnest } from '@sluice/db';
import type { DeadLetterKey } from './deadLetter.js';

/** Deletes letters whose events this transaction stores. */
export async function deleteDeadLetters(tx: Tx, letters: readonly DeadLetterKey[]): Promise<void> {
  await runByShard(
    tx,
    letters,
    ({ projectId }) => projectId,
    ({ items, within }) => sql`
      delete from dead_letters d using ${unnest('n', {
        project_id: ['int8', items.map((letter) => letter.projectId)],
        id: ['uuid', items.map((letter) => letter.id)],
      })} where d.project_id = n.project_id and d.id = n.id and ${within('d.project_id')}`,
  );
}
