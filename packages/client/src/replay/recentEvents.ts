import { INCREMENTAL, META } from './recorded.js';
import type { SizedEvent } from './segments.js';

/** Buffer of the last minute, in case an exception happens. */
export interface RecentEvents {
  /** @param isFinal whether it is about to be sent, so that nothing is dropped @returns whether a new snapshot is needed */
  add(one: SizedEvent, isFinal: boolean): boolean;
  /** Takes all events. Events older than a minute get its start time. */
  take(now: number): SizedEvent[];
}

const HELD_MS = 60_000;
/** Bytes of changes after which a new snapshot is taken, so that older events can be dropped. */
const ENOUGH_BYTES = 3_000_000;
const MOST_BYTES = 10_000_000;

/** Keeps events since the last two snapshots, because the latest may have just begun. */
export function createRecentEvents(): RecentEvents {
  let [before, since]: [SizedEvent[], SizedEvent[]] = [[], []];
  let [bytesBefore, bytesSince, changes] = [0, 0, 0];
  return {
    add: (one, isFinal) => {
      if (one.event.type === META && !isFinal) {
        [before, bytesBefore] = [since, bytesSince];
        [since, bytesSince, changes] = [[], 0, 0];
      }
      since.push(one);
      bytesSince += one.bytes;
      if (one.event.type === INCREMENTAL) changes += one.bytes;
      if (bytesBefore + bytesSince > MOST_BYTES) [before, bytesBefore] = [[], 0];
      return changes > ENOUGH_BYTES;
    },
    take: (now) => {
      const taken = [...before, ...since];
      [before, since, bytesBefore, bytesSince, changes] = [[], [], 0, 0, 0];
      for (const { event } of taken) event.timestamp = Math.max(event.timestamp, now - HELD_MS);
      return taken;
    },
  };
}
