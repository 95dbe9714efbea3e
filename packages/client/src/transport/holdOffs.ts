import type { SluiceEvent } from '../core/event.js';
import { readHoldOffs } from './readHoldOffs.js';

/** Maximum hold-off: a month. */
const MOST_SECONDS = 31 * 24 * 3600;
/** Jitter, so that clients do not resume at the same moment. */
const SPREAD_MS = 5000;

/** Hold-offs of the server: a type is held, then resumes with jitter, then is free. */
export interface HoldOffs {
  /** Whether events of a type are dropped. */
  readonly isHeld: (event: SluiceEvent) => boolean;
  /** Milliseconds until a type resumes after its hold-off; not positive if it is held or free. */
  readonly wait: (event: SluiceEvent) => number;
  /** Applies the hold-offs of a response; the longer hold-off of a type wins. @param events events of its batch */
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
