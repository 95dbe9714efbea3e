import { recordTokenUse, type Database, type Token } from '@sluice/db';
import type { Clock, Logger } from '@sluice/runtime';

/** Records that a token was used; never rejects. */
export type RecordTokenUse = (token: Token) => Promise<void>;

/** Dependencies of the recorder. */
export interface TokenUseDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Replaced by tests. */
  readonly record?: typeof recordTokenUse;
}

/** Milliseconds without an attempt after a failure; otherwise every request would wait for the next failure. */
const PAUSE_MS = 60_000;

/**
 * A failure to record the last use of a token fails no request. While the database takes no writes (read-only, disk full,
 * table locked), it delays the requests in flight by half a second once a minute and logs one line per outage.
 */
export function createTokenUseRecorder({
  db,
  clock,
  logger,
  record: note = recordTokenUse,
}: TokenUseDeps): RecordTokenUse {
  let pausedUntil = 0;
  let isLogged = false;
  return async (token) => {
    const nowMs = clock();
    if (nowMs < pausedUntil) return;
    try {
      await note(db, token, nowMs);
      isLogged = false;
    } catch (err) {
      pausedUntil = nowMs + PAUSE_MS;
      if (!isLogged) logger.warn({ err }, 'cannot record the last use of access tokens; tokens keep working');
      isLogged = true;
    }
  };
}
