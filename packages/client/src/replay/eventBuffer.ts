import type { Client } from '../core/client.js';
import { createRecentEvents } from './recentEvents.js';
import { createSegments, type SizedEvent } from './segments.js';
import type { Sessions } from './session.js';

/** Buffer of recorded events: held until an exception happens, or collected into the next segment. */
export interface EventBuffer {
  /** @returns whether a new snapshot is needed, because the buffer is too large */
  add(one: SizedEvent): boolean;
  /** Sends the held events after the event that is being created. */
  promote(): void;
  /** Sends collected events, in segments of at most this many bytes. */
  flush(mostBytes?: number): void;
  /** Drops held events. */
  forget(): void;
}

export function createEventBuffer(client: Client, sessions: Sessions, segmentMs: number): EventBuffer {
  const held = createRecentEvents();
  const segments = createSegments(segmentMs, (segment) =>
    client.guard(() =>
      client.capture('replay', { replayId: sessions.current().id, segment: sessions.takeSegment(), ...segment }),
    ),
  );
  let promoting: ReturnType<typeof setTimeout> | undefined;
  const flush = (mostBytes?: number): void => {
    if (promoting !== undefined) for (const one of held.take(Date.now())) segments.add(one);
    clearTimeout(promoting);
    promoting = undefined;
    segments.flush(mostBytes);
  };
  return {
    flush,
    add: (one) => {
      const isLeaving = promoting !== undefined;
      if (sessions.current().kind === 'error' || isLeaving) return held.add(one, isLeaving);
      segments.add(one);
      return false;
    },
    promote: () => {
      promoting ??= setTimeout(flush, 0);
    },
    forget: () => {
      held.take(0);
    },
  };
}
