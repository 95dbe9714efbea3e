import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import type { DeadLetterKey } from './deadLetter.js';

/** Returns, for each key, whether such a letter exists in any state. */
export async function haveDeadLetters(tx: Tx, keys: readonly DeadLetterKey[]): Promise<readonly boolean[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ project_id: string; id: string }>`
    select d.project_id, d.id from dead_letters d join ${unnest('n', {
      project_id: ['int8', keys.map((key) => key.projectId)],
      id: ['uuid', keys.map((key) => key.id)],
    })} on d.project_id = n.project_id and d.id = n.id`.execute(tx.kysely);
  const known = new Set(rows.map((row) => `${row.project_id}/${row.id}`));
  return keys.map((key) => known.has(`${key.projectId}/${key.id}`));
}
