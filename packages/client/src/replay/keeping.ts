import type { Client } from '../core/client.js';
import { createHeld } from './held.js';
import { createSegments, type SizedEvent } from './segments.js';
import type { Sessions } from './session.js';

/** Where recorded events wait: held until an exception happens, or gathered into the next segment. */
export interface Keeping {
  /** @returns whether a new snapshot is needed, because too much is held */
  add(one: SizedEvent): boolean;
  /** What is held leaves in a moment, after the event that is being made now. */
  promote(): void;
  /** What is to be sent leaves, in segments of at most so many bytes. */
  flush(mostBytes?: number): void;
  /** Nothing is held any more. */
  forget(): void;
}

export function createKeeping(client: Client, sessions: Sessions, segmentMs: number): Keeping {
  const held = createHeld();
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
