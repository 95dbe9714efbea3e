import { MINUTE_MS } from './durations';

/** What a clock reads and is called by. */
export interface ClockDeps {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether nobody sees the page. */
  readonly isHidden: () => boolean;
  /** Calls back once after this many milliseconds; returns a function that cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** Calls back when the page may be seen again: it is focused or shown, or the network is back. Returns a function that ends this. */
  readonly onReturn: (call: () => void) => () => void;
  /** From 0 to 1: each page ticks at its own moment of the minute, so that pages do not ask the server all at once. */
  readonly random: () => number;
}

/** What a page knows of the present. A new object at each tick. */
export interface Present {
  /** End of the present minute, in milliseconds: what happened in it before the page was opened is in the range. */
  readonly end: number;
  /** How often the reader asked for the present, other than by waiting. */
  readonly asked: number;
}

/** The present of a page, to the minute. */
export interface Clock {
  readonly present: () => Present;
  /** Moves to the present now, because the reader asks for it; returns whether another minute has begun. */
  readonly refresh: () => boolean;
  /** Calls back at each tick until the returned function is called. The clock runs while someone listens. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The part of a minute in which pages tick. */
const SPREAD_MS = 15_000;

/**
 * Creates a clock that ticks at most once a minute, and never while nobody sees the page. It ticks at once when the page is seen again
 * in a later minute, as after a night in the background or a sleep of the machine.
 */
export function createClock({ now, isHidden, after, onReturn, random }: ClockDeps): Clock {
  const endOfMinute = (): number => Math.ceil((now() + 1) / MINUTE_MS) * MINUTE_MS;
  let present: Present = { end: endOfMinute(), asked: 0 };
  const listeners = new Set<() => void>();
  const set = (next: Present): void => {
    present = next;
    for (const listener of [...listeners]) listener();
  };
  const offset = random() * SPREAD_MS;
  let stop = (): void => undefined;
  const tick = (): void => {
    stop();
    if (isHidden()) return;
    const sinceTick = (now() - offset) % MINUTE_MS;
    stop = after(MINUTE_MS - sinceTick, tick);
    const end = endOfMinute();
    if (end !== present.end) set({ ...present, end });
  };
  let stopReturns = (): void => undefined;
  return {
    present: () => present,
    refresh: () => {
      const before = present.end;
      set({ end: endOfMinute(), asked: present.asked + 1 });
      return present.end !== before;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        stopReturns = onReturn(tick);
        tick();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop();
        stopReturns();
      };
    },
  };
}
