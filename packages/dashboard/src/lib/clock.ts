import { useSyncExternalStore } from 'react';
import { createClock, type Present } from './createClock';

const RETURNS: readonly (readonly [EventTarget, string])[] = [
  [document, 'visibilitychange'],
  [window, 'focus'],
  [window, 'pageshow'],
  [window, 'online'],
];

/** One clock for the whole page: what it shows as the present is the same everywhere. */
const clock = createClock({
  now: Date.now,
  isHidden: () => document.hidden,
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  onReturn: (call) => {
    for (const [target, name] of RETURNS) target.addEventListener(name, call);
    return () => {
      for (const [target, name] of RETURNS) target.removeEventListener(name, call);
    };
  },
  random: Math.random,
});

/**
 * Moves the end of relative ranges to that of the present minute, because the reader asks for it: lists show their newest rows.
 * Returns whether another minute has begun.
 */
export const refreshNow = clock.refresh;

/** Returns the present, again at each tick. */
export const usePresent = (): Present => useSyncExternalStore(clock.subscribe, clock.present);

/** Returns the time in milliseconds, and renders again every minute while the page is seen: for ages. */
export function useNow(): number {
  usePresent();
  return Date.now();
}
