import { noteTokenUse, type Database, type Token } from '@sluice/db';
import type { Clock, Logger } from '@sluice/runtime';

/** Notes that a token was used; never rejects. */
export type NoteUse = (token: Token) => Promise<void>;

/** What notes are made with. */
export interface UseNotesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Tests put a failing one here. */
  readonly note?: typeof noteTokenUse;
}

/** Milliseconds without an attempt after one that failed: else every request would wait for it again. */
const PAUSE_MS = 60_000;

/**
 * Notes of last uses decide no request: a database that takes no writes, a full disk or a locked table costs those who are
 * under way half a second, once a minute, and one line in the log until it is well again.
 */
export function createUseNotes({ db, clock, logger, note = noteTokenUse }: UseNotesDeps): NoteUse {
  let pausedUntil = 0;
  let isTold = false;
  return async (token) => {
    const nowMs = clock();
    if (nowMs < pausedUntil) return;
    try {
      await note(db, token, nowMs);
      isTold = false;
    } catch (err) {
      pausedUntil = nowMs + PAUSE_MS;
      if (!isTold) logger.warn({ err }, 'the last use of tokens cannot be noted; they work all the same');
      isTold = true;
    }
  };
}
