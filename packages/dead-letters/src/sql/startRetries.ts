import type { EventType } from '@sluice/contract';
import { sql } from 'kysely';
import {
  groupByShard,
  runByShard,
  workByShard,
  type Placed,
  type ShardGroup,
  type Database,
  type Queryable,
  inTransaction,
  type Tx,
  unnest,
} from '@sluice/db';
import { deadLetterOf, type DeadLetter, type DeadLetterKey, type NewDeadLetter } from './deadLetter.js';

/** How many dead letters one try takes. */
export interface RetryLimits {
  readonly letters: number;
  /** Bytes of their payloads. A larger letter is tried alone. */
  readonly bytes: number;
}

/** After this many tries without a result a letter goes back to `waiting`: each of them probably killed its worker. */
const MAX_TRIES = 3;

interface Candidate extends DeadLetterKey {
  readonly bytes: number;
  /** Whether it is a poison candidate: it was quarantined, or an earlier attempt has no result. */
  readonly isCandidate: boolean;
}

/**
 * Returns the letters of a type in state `retry` to try next, oldest first, and counts the try in a separate transaction, so
 * that a try that kills the process is counted. A poison candidate is returned alone. Every third try sets the letter to
 * `waiting` before it begins, so that a letter that kills workers stops there. Call it from one worker at a time.
 */
export async function startRetries(
  db: Database,
  type: EventType,
  limits: RetryLimits,
): Promise<readonly DeadLetterKey[]> {
  const chosen: DeadLetterKey[] = [];
  // Letters of one shard are tried together: as many as one group has.
  await workByShard(
    db,
    1,
    () => findProjects(db, type, limits.letters),
    async (within) => {
      chosen.push(...(await startWithin(db, { type, limits, within })));
      return chosen.length;
    },
  );
  return chosen;
}

async function findProjects(db: Queryable, type: EventType, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select distinct project_id from (
      select project_id from dead_letters where type = ${type} and state = 'retry'
      order by created_at, id limit ${limit}) as oldest`.execute(db.kysely);
  return rows.map((row) => row.project_id);
}

interface Try {
  readonly type: EventType;
  readonly limits: RetryLimits;
  readonly within: ShardGroup<string>['within'];
}

function startWithin(db: Database, { type, limits, within }: Try): Promise<readonly DeadLetterKey[]> {
  return inTransaction(db, async (tx) => {
    const rows = await tx.kysely
      .selectFrom('dead_letters')
      .select(['project_id', 'id', 'reason', 'retries'])
      .select(sql<number>`octet_length(payload)`.as('bytes'))
      .where('type', '=', type)
      .where('state', '=', 'retry')
      .where(within('project_id'))
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
      from ${unnestKeys(chosen)}
      where d.project_id = n.project_id and d.id = n.id and ${within('d.project_id')}`.execute(tx.kysely);
    return chosen;
  });
}

/** Returns the letters whose try has started, oldest first, without those discarded since. Locks nothing. */
export async function readRetries(db: Queryable, keys: readonly DeadLetterKey[]): Promise<readonly DeadLetter[]> {
  const rows = await selectRetries(db, keys).execute();
  return rows.map(deadLetterOf);
}

/** Returns the same letters as {@link readRetries} and locks them until the transaction ends. */
export async function lockRetries(tx: Tx, keys: readonly DeadLetterKey[]): Promise<readonly DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for (const { items, within } of await groupByShard(tx, keys, ({ projectId }) => projectId)) {
    const rows = await selectRetries(tx, items).where(within('d.project_id')).forUpdate().execute();
    letters.push(...rows.map(deadLetterOf));
  }
  return letters;
}

const selectRetries = (db: Queryable, keys: readonly DeadLetterKey[]) =>
  db.kysely
    .selectFrom('dead_letters as d')
    .selectAll('d')
    .where(sql<boolean>`(d.project_id, d.id) in (select n.project_id, n.id from ${unnestKeys(keys)})`)
    .where('state', '<>', 'discarded')
    .orderBy('created_at')
    .orderBy('id');

/** Sets letters whose retry failed to `waiting`, with their new reasons. */
export async function failRetries(tx: Tx, letters: readonly NewDeadLetter[]): Promise<void> {
  await runByShard(
    tx,
    letters,
    ({ projectId }) => projectId,
    ({ items, within }) => sql`
    update dead_letters d set state = 'waiting', sqlstate = n.sqlstate, reason = n.reason, message = n.message,
      changed_at = now()
    from ${unnest('n', {
      project_id: ['int8', items.map((letter) => letter.projectId)],
      id: ['uuid', items.map((letter) => letter.id)],
      sqlstate: ['text', items.map((letter) => letter.sqlstate)],
      reason: ['text', items.map((letter) => letter.reason)],
      message: ['text', items.map((letter) => letter.message)],
    })} where d.project_id = n.project_id and d.id = n.id and ${within('d.project_id')}`,
  );
}

/** Undoes a try that failed for a reason other than the letters: they return to state `retry`. */
export async function revertRetries(db: Placed, keys: readonly DeadLetterKey[]): Promise<void> {
  await runByShard(
    db,
    keys,
    ({ projectId }) => projectId,
    ({ items, within }) => sql`
      update dead_letters d set state = 'retry', retries = retries - 1 from ${unnestKeys(items)}
      where d.project_id = n.project_id and d.id = n.id and state <> 'discarded' and ${within('d.project_id')}`,
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
