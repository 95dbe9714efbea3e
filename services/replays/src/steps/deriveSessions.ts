import type { Tx } from '@sluice/db';
import { upsertReplaySessions } from '@sluice/visits';
import type { StoredRow } from '@sluice/drain';

/** The replay that a segment belongs to is listed from its first segment on. */
export const deriveSessions = (tx: Tx, stored: readonly StoredRow<'replays'>[]): Promise<void> =>
  upsertReplaySessions(
    tx,
    stored.map(({ event, row }) => ({
      projectId: row.project_id,
      // `toReplayRow` gives every segment a replay; the column is every event type's, and may be NULL.
      replayId: row.replay_id ?? event.id,
      id: row.id,
      segment: row.segment,
      environment: row.environment,
      release: row.release,
      userKey: row.user_key,
    })),
  );
