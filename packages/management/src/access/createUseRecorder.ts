import type { Clock, Logger } from '@sluice/runtime';

/** Records that something was used; never rejects. */
export type RecordUse<T> = (used: T) => Promise<void>;

/** Dependencies of the recorder. */
export interface UseDeps<T> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** @throws if it cannot be recorded now */
  readonly record: (used: T, nowMs: number) => Promise<void>;
}

/** Milliseconds without an attempt after a failure; otherwise every request would wait for the next failure. */
const PAUSE_MS = 60_000;

/**
 * A failure to record the last use of a token or session fails no request. While the database takes no writes (read-only, disk
 * full, table locked), it delays the requests in flight by half a second once a minute and logs one line per outage.
 */
export function createUseRecorder<T>({ clock, logger, record }: UseDeps<T>): RecordUse<T> {
  let pausedUntil = 0;
  let isLogged = false;
  return async (used) => {
    const nowMs = clock();
    if (nowMs < pausedUntil) return;
    try {
      await record(used, nowMs);
      isLogged = false;
    } catch (err) {
      pausedUntil = nowMs + PAUSE_MS;
      if (!isLogged) logger.warn({ err }, 'cannot record the last use of tokens and sessions; they keep working');
      isLogged = true;
    }
  };
}
