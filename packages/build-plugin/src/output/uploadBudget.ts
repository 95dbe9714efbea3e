import { createStopwatch } from './stopwatch.js';
import { type UploadTime } from './uploadTime.js';

/** Time of all uploads for browsers, or of those for servers. */
export interface UploadBudget {
  /** Runs an upload within what is left. @param timeoutMs limit that the user set; unset: the default, which follows the size */
  during<Result>(timeoutMs: number | undefined, work: (time: UploadTime) => Promise<Result>): Promise<Result>;
}

const DEFAULT_MS = 60_000;
/** Extends the default by the size of the maps that must be sent: 4 Mbit/s. */
const MS_PER_MEGABYTE = 2_000;

/** Creates a budget of which nothing is spent. */
export function createUploadBudget(): UploadBudget {
  const stopwatch = createStopwatch();
  let extendedMs = 0;
  const extend = (bytes: number): number => {
    const ms = (bytes / 1_048_576) * MS_PER_MEGABYTE;
    extendedMs += ms;
    return ms;
  };
  return {
    during: (timeoutMs, work) =>
      stopwatch.during((spentMs) => {
        const limitMs = timeoutMs ?? DEFAULT_MS + extendedMs;
        const time = { limitMs, leftMs: Math.max(0, limitMs - spentMs) };
        return work(timeoutMs === undefined ? { ...time, extend } : time);
      }),
  };
}
