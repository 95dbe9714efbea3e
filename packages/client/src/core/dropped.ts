import type { EventType } from './event.js';

/** Why an event never left: the server has a count of its own for what it refused. */
export type DropReason =
  'before_send' | 'held_off' | 'queue_full' | 'rate' | 'network' | 'rejected' | 'too_large' | 'transport';

/** Counts what was dropped until the next event tells of it. */
export interface Dropped {
  count(reason: DropReason, type: EventType, events?: number): void;
  /** Counts by `<reason>.<type>` since they were taken last; `undefined` where there are none. */
  take(): Record<string, number> | undefined;
  /** Gives back what was taken for an event that was dropped itself. */
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
