import { META } from './recorded.js';
import type { SizedEvent } from './segments.js';

/** The last minute, kept in case an exception happens. */
export interface Held {
  /** @returns whether it holds too much: a new snapshot makes it forget what was before the last one */
  add(one: SizedEvent): boolean;
  /** Gives away what it has. What is older than a minute happens at its beginning. */
  take(now: number): SizedEvent[];
}

const HELD_MS = 60_000;
const MOST_HELD_BYTES = 4_000_000;

/** Holds events of the last two snapshots: one alone may have begun a moment ago. */
export function createHeld(): Held {
  let [before, since]: [SizedEvent[], SizedEvent[]] = [[], []];
  let [bytesBefore, bytesSince] = [0, 0];
  return {
    add: (one) => {
      if (one.event.type === META) {
        [before, bytesBefore] = [since, bytesSince];
        [since, bytesSince] = [[], 0];
      }
      since.push(one);
      bytesSince += one.bytes;
      if (bytesBefore + bytesSince > MOST_HELD_BYTES) [before, bytesBefore] = [[], 0];
      return bytesSince > MOST_HELD_BYTES;
    },
    take: (now) => {
      const taken = [...before, ...since];
      [before, since, bytesBefore, bytesSince] = [[], [], 0, 0];
      for (const { event } of taken) event.timestamp = Math.max(event.timestamp, now - HELD_MS);
      return taken;
    },
  };
}
