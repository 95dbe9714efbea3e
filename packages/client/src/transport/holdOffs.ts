import type { SluiceEvent } from '../core/event.js';
import { MOST_HELD_SECONDS, SPREAD_MS } from './limits.js';
import { readHoldOffs } from './readHoldOffs.js';

/** Hold-offs of the server: a type is held, then resumes with jitter, then is free. */
export type HoldOffs = readonly [
  /** Whether events of a type are dropped. */
  isHeld: (event: SluiceEvent) => boolean,
  /** Milliseconds until a type resumes after its hold-off; not positive if it is held or free. */
  wait: (event: SluiceEvent) => number,
  /** Applies the hold-offs of a response; the longer hold-off of a type wins. @param events events of its batch */
  note: (response: Response, events: readonly SluiceEvent[]) => void,
];

export function createHoldOffs(): HoldOffs {
  const spread = Math.random() * SPREAD_MS;
  const heldUntil: Record<string, number> = { all: 0 };
  const held = (type: string): number => Math.max(heldUntil[type] ?? 0, heldUntil['all'] as number) - Date.now();
  return [
    ({ type }) => held(type) > 0,
    ({ type }) => (held(type) > 0 ? 0 : held(type) + spread),
    (response, events) =>
      readHoldOffs(response, events, (type, seconds) => {
        heldUntil[type] = Date.now() + Math.max(held(type), Math.min(seconds, MOST_HELD_SECONDS) * 1000);
      }),
  ];
}
