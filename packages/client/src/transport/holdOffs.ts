import type { SluiceEvent } from '../core/event.js';
import { readHoldOffs } from './readHoldOffs.js';

/** A quota is held off to the end of the month at most. */
const MOST_SECONDS = 31 * 24 * 3600;
/** Clients that were held off until the same moment do not come back in the same moment. */
const SPREAD_MS = 5000;

/** What the server does not want for a while: a type is held, then it spreads, then it is free. */
export interface HoldOffs {
  /** Whether events of a type are dropped. */
  readonly isHeld: (event: SluiceEvent) => boolean;
  /** Milliseconds until events of a type may leave that spreads; not positive where it is held or free. */
  readonly wait: (event: SluiceEvent) => number;
  /** Takes over what an answer says; the longer hold-off of a type wins. @param events of its batch */
  readonly note: (response: Response, events: readonly SluiceEvent[]) => void;
}

export function createHoldOffs(): HoldOffs {
  const spread = Math.random() * SPREAD_MS;
  const heldUntil: Record<string, number> = { all: 0 };
  const held = (type: string): number => Math.max(heldUntil[type] ?? 0, heldUntil['all'] as number) - Date.now();
  return {
    isHeld: ({ type }) => held(type) > 0,
    wait: ({ type }) => (held(type) > 0 ? 0 : held(type) + spread),
    note: (response, events) =>
      readHoldOffs(response, events, (type, seconds) => {
        heldUntil[type] = Date.now() + Math.max(held(type), Math.min(seconds, MOST_SECONDS) * 1000);
      }),
  };
}
