import { HOUR_MS, timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { mergeByKey } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';

/** A log is late if it is stored longer than this after its arrival, milliseconds. A tail reads the others by their arrival. */
export const LATE_AFTER_MS = 5_000;

/** Late logs that arrived within the same so many milliseconds share a range. */
const RANGE_MS = 10_000;

/** How long ranges are kept, milliseconds: a tail is resumed for a shorter time. */
export const LATE_LOGS_MS = HOUR_MS;

/** Project and event id of a stored log. */
interface LogPlace {
  readonly projectId: string;
  readonly id: string;
}

/**
 * Appends the ranges of ids of late logs. Call it in the transaction that stores the logs, after its first write.
 *
 * Invariant: a log without a range arrived at most {@link LATE_AFTER_MS} before its transaction first wrote, by the clock of the
 * database, and each range is stored after its transaction first wrote. `createLogTail` depends on both.
 */
export async function markLateLogs(tx: Tx, logs: readonly LogPlace[]): Promise<void> {
  if (logs.length === 0) return;
  const ranges = mergeByKey(
    logs.map(({ projectId, id }) => ({ projectId, first: id, last: id })),
    ({ projectId, first }) => [projectId, String(Math.floor(timeOfId(first) / RANGE_MS))],
    (log) => log,
    (range, { first, last }) => ({
      projectId: range.projectId,
      first: first < range.first ? first : range.first,
      last: last > range.last ? last : range.last,
    }),
  );
  await sql`
    insert into late_logs (project_id, stored_at, first_id, last_id)
    select project_id, clock_timestamp(), first_id, last_id from ${unnest('n', {
      project_id: ['int8', ranges.map(({ projectId }) => projectId)],
      first_id: ['uuid', ranges.map(({ first }) => first)],
      last_id: ['uuid', ranges.map(({ last }) => last)],
      arrival_ms: ['float8', ranges.map(({ first }) => timeOfId(first))],
    })}
    where arrival_ms < extract(epoch from clock_timestamp()) * 1000 - ${LATE_AFTER_MS}`.execute(tx.kysely);
}
