import {
  addErased,
  addErasedReplays,
  findTombstones,
  type ErasedEvents,
  type ErasedReplay,
  type Tombstone,
  type Tx,
} from '@sluice/db';
import type { NewDeadLetter } from '@sluice/dead-letters';
import { userOfPayload } from '@sluice/enrichment';
import type { StoreName } from './definition.js';
import type { PreparedPart, PreparedRow } from './preparePart.js';

/** Parts without the events of erased users and projects, and the number of events that were left out. */
export interface Unerased<Table extends StoreName, Details> {
  readonly parts: readonly PreparedPart<Table, Details>[];
  readonly erased: number;
}

/**
 * Leaves out events that an open erasure covers, and counts them as erased in this transaction. They count as processed like
 * others, because the usage of a part is the number of its events. Call it after receipts are claimed (`findTombstones`).
 */
export async function withoutErased<Table extends StoreName, Details>(
  tx: Tx,
  parts: readonly PreparedPart<Table, Details>[],
): Promise<Unerased<Table, Details>> {
  const tombstones = await findTombstones(
    tx,
    parts.map(({ receipt }) => receipt.projectId),
    () => parts.flatMap(usersOf),
  );
  if (tombstones.length === 0) return { parts, erased: 0 };
  const erased: ErasedEvents[] = [];
  const replays: ErasedReplay[] = [];
  const left = parts.map((part) => {
    const own = tombstones.filter(({ projectId }) => projectId === part.receipt.projectId);
    if (own.length === 0) return part;
    const { arrivalMs } = part.usage;
    const { type } = part.receipt;
    const keeps = (user: string | undefined, count: number, replayId?: string | null): boolean => {
      const tombstone = coveringTombstone(own, user, arrivalMs);
      if (tombstone === undefined) return true;
      const { erasureId, projectId } = tombstone;
      erased.push({ projectId, erasureId, type, arrivalMs, count });
      if (typeof replayId === 'string' && user !== undefined) replays.push({ projectId, erasureId, replayId });
      return false;
    };
    const replayOf = ({ row }: PreparedRow<Table, Details>): string | null =>
      type === 'replay' ? row.replay_id : null;
    return {
      ...part,
      rows: part.rows.filter((row) => keeps(row.event.user?.key, 1, replayOf(row))),
      letters: part.letters.filter((letter) => keeps(userOfPayload(letter.payload), letter.events)),
    };
  });
  await addErased(tx, erased);
  await addErasedReplays(tx, replays);
  return { parts: left, erased: erased.reduce((sum, { count }) => sum + count, 0) };
}

const usersOf = <Table extends StoreName, Details>({
  rows,
  letters,
}: PreparedPart<Table, Details>): readonly string[] => [
  ...rows.flatMap(({ event }) => event.user?.key ?? []),
  ...letters.flatMap((letter) => userOfPayload(letter.payload) ?? []),
];

/** Leaves out dead letters that an open erasure covers, and counts them as erased. Resolves with those letters. */
export async function eraseRetries<Letter extends NewDeadLetter>(
  tx: Tx,
  letters: readonly Letter[],
): Promise<readonly Letter[]> {
  if (letters.length === 0) return [];
  const tombstones = await findTombstones(
    tx,
    letters.map(({ projectId }) => projectId),
    () => letters.flatMap((letter) => userOfPayload(letter.payload) ?? []),
  );
  const found = letters.flatMap((letter) => {
    const own = tombstones.filter(({ projectId }) => projectId === letter.projectId);
    const arrivalMs = letter.part?.arrival ?? 0;
    const tombstone = own.length === 0 ? undefined : coveringTombstone(own, userOfPayload(letter.payload), arrivalMs);
    return tombstone === undefined ? [] : [{ letter, arrivalMs, tombstone }];
  });
  await addErased(
    tx,
    found.map(({ letter, arrivalMs, tombstone: { erasureId, projectId } }) => {
      return { projectId, erasureId, type: letter.type, arrivalMs, count: letter.events };
    }),
  );
  return found.map(({ letter }) => letter);
}

function coveringTombstone(
  tombstones: readonly Tombstone[],
  user: string | undefined,
  arrivalMs: number,
): Tombstone | undefined {
  return tombstones.find(
    ({ userKey, beforeMs }) => arrivalMs < beforeMs && (userKey === null || (user !== undefined && userKey === user)),
  );
}
