import type { EventType } from './event.js';

/** Reasons for dropped events; the server counts refused ones itself. */
export type DropReason =
  'before_send' | 'held_off' | 'queue_full' | 'rate' | 'network' | 'rejected' | 'too_large' | 'transport';

/** Counts dropped events until the next event reports them. */
export interface Dropped {
  count(reason: DropReason, type: EventType, events?: number): void;
  /** Takes the counts by `<reason>.<type>`; `undefined` if there are none. */
  take(): Record<string, number> | undefined;
  /** Returns counts whose event was itself dropped. */
  giveBack(counts: unknown): void;
}

export function createDropped(): Dropped {
  let counts: Record<string, number> | undefined;
  const add = (key: string, events: number): void => {
    counts ??= {};
    counts[key] = (counts[key] ?? 0) + events;
  };
  return {
    count: (reason, type, events = 1) => add(`${reason}.${type}`, events),
    take: () => {
      const taken = counts;
      counts = undefined;
      return taken;
    },
    giveBack: (given) => {
      for (const [key, events] of Object.entries(Object(given) as Record<string, number>)) add(key, events);
    },
  };
}
