import { sql } from 'kysely';
import { type Tx, mergeByKey, unnest } from '@sluice/db';
import type { NewDeadLetter } from './deadLetter.js';

/** Characters of a message that are stored. PostgreSQL quotes whole values in its errors. */
const MESSAGE_MAX = 2_000;

/**
 * Stores dead letters, one for each event. One that exists (a retry failed) goes back to `waiting` with the new reason; a
 * discarded one stays discarded.
 */
export async function insertDeadLetters(tx: Tx, letters: readonly NewDeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  const folded = mergeByKey(
    letters,
    (letter) => [letter.projectId, letter.id],
    (letter) => letter,
    (_, letter) => letter,
  );
  await sql`
    insert into dead_letters as d
      (project_id, id, type, batch_id, index, events, sqlstate, reason, message, payload, part, changed_at)
    select *, now() from ${unnest('n', {
      project_id: ['int8', folded.map((letter) => letter.projectId)],
      id: ['uuid', folded.map((letter) => letter.id)],
      type: ['text', folded.map((letter) => letter.type)],
      batch_id: ['uuid', folded.map((letter) => letter.batchId)],
      index: ['int4', folded.map((letter) => letter.index)],
      events: ['int4', folded.map((letter) => letter.events)],
      sqlstate: ['text', folded.map((letter) => letter.sqlstate)],
      reason: ['text', folded.map((letter) => letter.reason)],
      message: ['text', folded.map((letter) => printable(letter.message))],
      payload: ['bytea', folded.map((letter) => letter.payload)],
      part: ['jsonb', folded.map((letter) => headerOf(letter))],
    })}
    on conflict (project_id, id) do update set
      state = 'waiting', sqlstate = excluded.sqlstate, reason = excluded.reason, message = excluded.message,
      retries = d.retries + 1, changed_at = excluded.changed_at
      where d.state <> 'discarded'`.execute(tx.kysely);
}

/** No content of a header may prevent its letter from being stored. */
function headerOf({ part }: NewDeadLetter): string | null {
  return part === null ? null : JSON.stringify({ ...part, agent: printable(part.agent) });
}

/** A message may quote the bytes that could not be stored. */
const printable = (message: string): string => message.replaceAll('\0', '\uFFFD').slice(0, MESSAGE_MAX);
