import { sql } from 'kysely';
import { type Tx, addErased } from '@sluice/db';
import { deadLetterOf, type DeadLetter, deleteDeadLetters } from '@sluice/dead-letters';
import type { EraseStep } from './step.js';

/** Letters that one transaction reads; one may have 10 MB. */
const LETTERS = 50;

/**
 * Deletes the dead letters of the user's events. The user is in the payload, so every letter is read. A letter that a worker is
 * storing again is locked, and this step waits for it. If the worker finishes the letter, there is nothing left to delete: a tombstone
 * has prevented the worker from storing the event. Otherwise the letter is deleted.
 * Discarded letters have no payload and stay for the accounting.
 */
export const eraseLetters: EraseStep = async (
  tx,
  { projectId, id: erasureId, userKey, beforeMs, position },
  options,
) => {
  const letters = await readLetters(tx, projectId, position);
  const gone = letters.filter(
    (letter) =>
      letter.part !== null &&
      letter.state !== 'discarded' &&
      letter.part.arrival < beforeMs &&
      options.userOf(letter) === userKey,
  );
  await deleteDeadLetters(tx, gone);
  await addErased(
    tx,
    gone.map(({ type, events, part }) => ({
      projectId,
      erasureId,
      type,
      arrivalMs: part?.arrival ?? 0,
      count: events,
    })),
  );
  return letters.at(-1)?.id;
};

async function readLetters(tx: Tx, projectId: string, position: string): Promise<readonly DeadLetter[]> {
  const rows = await tx.kysely
    .selectFrom('dead_letters')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '>', position)
    .orderBy('id')
    .limit(LETTERS)
    .forUpdate()
    .execute();
  return rows.map(deadLetterOf);
}

/** Deletes dead letters of a project, whatever their state. */
export const eraseAllLetters: EraseStep = async (tx, { projectId, id: erasureId }) => {
  const { rows } = await sql<{ type: DeadLetter['type']; events: number; at: Date }>`
    delete from dead_letters where project_id = ${projectId} and ctid = any(array(
      select ctid from dead_letters where project_id = ${projectId} limit ${LETTERS * 10} for update))
    returning type, events, created_at as at`.execute(tx.kysely);
  await addErased(
    tx,
    rows.map(({ type, events, at }) => ({ projectId, erasureId, type, arrivalMs: at.getTime(), count: events })),
  );
  return rows.length === 0 ? undefined : '00000000-0000-0000-0000-000000000000';
};
