import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import { deadLetterOf, type DeadLetter, type DeadLetterKey, type NewDeadLetter } from './deadLetter.js';

/** How much is tried at once. */
export interface RetryLimits {
  readonly letters: number;
  /** Bytes of their payloads; a larger letter is tried alone. */
  readonly bytes: number;
}

/** A letter that ended this many tries without a word has killed whoever tried it: it waits to be asked for again. */
const MAX_TRIES = 3;

interface Candidate extends DeadLetterKey {
  readonly bytes: number;
  /** Whether it may be what kills workers: it was condemned as poison, or tried before. */
  readonly isCandidate: boolean;
}

/**
 * Names the letters of a type in state `retry` that are to be tried next, oldest first, and counts the try, in a
 * transaction of its own: a try that kills the process is remembered. One that is suspected comes alone. At every third
 * try the letter is back to `waiting` before it begins, so that a deadly one ends there. For one worker at a time.
 */
export function startRetries(db: Database, type: EventType, limits: RetryLimits): Promise<readonly DeadLetterKey[]> {
  return inTransaction(db, async (tx) => {
    const rows = await tx.kysely
      .selectFrom('dead_letters')
      .select(['project_id', 'id', 'reason', 'retries'])
      .select(sql<number>`octet_length(payload)`.as('bytes'))
      .where('type', '=', type)
      .where('state', '=', 'retry')
      .orderBy('created_at')
      .orderBy('id')
      .limit(limits.letters)
      .forUpdate()
      .skipLocked()
      .execute();
    const candidates = rows.map(({ project_id, id, reason, retries, bytes }) => ({
      projectId: project_id,
      id,
      bytes,
      isCandidate: reason === 'poison' || retries > 0,
    }));
    const chosen = selectTogether(candidates, limits.bytes);
    await sql`
      update dead_letters d set retries = retries + 1,
        state = case when (retries + 1) % ${MAX_TRIES} = 0 then 'waiting' else 'retry' end
      from ${unnestKeys(chosen)} where d.project_id = n.project_id and d.id = n.id`.execute(tx.kysely);
    return chosen;
  });
}

/** The letters whose try was begun, oldest first; those that were discarded meanwhile are left out. Locks nothing. */
export async function readRetries(db: Queryable, keys: readonly DeadLetterKey[]): Promise<readonly DeadLetter[]> {
  const rows = await selectRetries(db, keys).execute();
  return rows.map(deadLetterOf);
}

/** The same letters, locked until the transaction ends. */
export async function lockRetries(tx: Tx, keys: readonly DeadLetterKey[]): Promise<readonly DeadLetter[]> {
  const rows = await selectRetries(tx, keys).forUpdate().execute();
  return rows.map(deadLetterOf);
}

const selectRetries = (db: Queryable, keys: readonly DeadLetterKey[]) =>
  db.kysely
    .selectFrom('dead_letters as d')
    .selectAll('d')
    .where(sql<boolean>`(d.project_id, d.id) in (select n.project_id, n.id from ${unnestKeys(keys)})`)
    .where('state', '<>', 'discarded')
    .orderBy('created_at')
    .orderBy('id');

/** Lets begun letters that were refused again wait, with their new reasons. */
export async function failRetries(tx: Tx, letters: readonly NewDeadLetter[]): Promise<void> {
  if (letters.length === 0) return;
  await sql`
    update dead_letters d set state = 'waiting', sqlstate = n.sqlstate, reason = n.reason, message = n.message,
      changed_at = now()
    from ${unnest('n', {
      project_id: ['int8', letters.map((letter) => letter.projectId)],
      id: ['uuid', letters.map((letter) => letter.id)],
      sqlstate: ['text', letters.map((letter) => letter.sqlstate)],
      reason: ['text', letters.map((letter) => letter.reason)],
      message: ['text', letters.map((letter) => letter.message)],
    })} where d.project_id = n.project_id and d.id = n.id`.execute(tx.kysely);
}

/** Takes a try back that came to nothing through no fault of the letters: they are in state `retry` as before. */
export async function revertRetries(db: Queryable, keys: readonly DeadLetterKey[]): Promise<void> {
  await sql`
    update dead_letters d set state = 'retry', retries = retries - 1
    from ${unnestKeys(keys)} where d.project_id = n.project_id and d.id = n.id and state <> 'discarded'`.execute(
    db.kysely,
  );
}

function selectTogether(candidates: readonly Candidate[], mostBytes: number): readonly Candidate[] {
  const [first] = candidates;
  if (first === undefined || first.isCandidate) return candidates.slice(0, 1);
  const chosen: Candidate[] = [];
  let bytes = 0;
  for (const candidate of candidates) {
    bytes += candidate.bytes;
    if (chosen.length > 0 && (candidate.isCandidate || bytes > mostBytes)) break;
    chosen.push(candidate);
  }
  return chosen;
}

const unnestKeys = (keys: readonly DeadLetterKey[]): ReturnType<typeof unnest> =>
  unnest('n', {
    project_id: ['int8', keys.map((key) => key.projectId)],
    id: ['uuid', keys.map((key) => key.id)],
  });
