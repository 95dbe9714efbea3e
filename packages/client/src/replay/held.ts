import { INCREMENTAL, META } from './recorded.js';
import type { SizedEvent } from './segments.js';

/** The last minute, kept in case an exception happens. */
export interface Held {
  /** @param isFinal it leaves in a moment: nothing is forgotten. @returns whether a new snapshot is needed, to forget */
  add(one: SizedEvent, isFinal: boolean): boolean;
  /** Gives away what it has. What is older than a minute happens at its beginning. */
  take(now: number): SizedEvent[];
}

const HELD_MS = 60_000;
/** Bytes of changes after which a new snapshot makes those before the last one forgotten. */
const ENOUGH_BYTES = 3_000_000;
const MOST_BYTES = 10_000_000;

/** Holds events of the last two snapshots: one alone may have begun a moment ago. */
export function createHeld(): Held {
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
