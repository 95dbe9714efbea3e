import { selectorOf } from '../selectorOf.js';
import { loadStateAt } from './loadStateAt.js';
import type { Measured } from './measured.js';
import type { Vital } from './vital.js';

/** An entry `event` or `first-input`. */
export interface EventTiming {
  readonly interactionId?: number;
  readonly name: string;
  readonly startTime: number;
  readonly duration: number;
  readonly target?: Node | null;
}

interface Interaction {
  readonly id: number;
  readonly duration: number;
  readonly data: Measured;
}

/** Of so many interactions one is let pass. */
const FORGIVEN = 50;
/** So many of the slowest are kept in mind. */
const MOST = 10;
/** Of interactions that are too short for the browser to hand them over, milliseconds. */
const UNSEEN_MS = 8;

/** Ids of the first and the last interaction that was handed over. */
let [first, last] = [Infinity, 0];

/** Interactions of the page so far; where the browser does not count them, an estimate: their ids grow by seven. */
export const countInteractions = (): number =>
  (performance as { interactionCount?: number }).interactionCount ?? (last && (last - first) / 7 + 1);

/**
 * Interaction to next paint: the slowest interaction, of fifty the second slowest, and so on. Its data are of the slowest
 * event of that one. @param before interactions of the page that are not meant
 */
export function createInteractions(before: number): Vital<EventTiming> {
  let slowest: Interaction[] = [];
  const found = (): Interaction | undefined => {
    const count = countInteractions() - before;
    const other = count > 0 ? { id: 0, duration: UNSEEN_MS, data: {} } : undefined;
    return slowest[Math.min(slowest.length - 1, Math.floor(count / FORGIVEN))] ?? other;
  };
  return {
    take: ({ interactionId: id, duration, name, startTime, target }) => {
      const known = slowest.find((one) => one.id === id);
      if (!id) return;
      first = Math.min(first, id);
      last = Math.max(last, id);
      if (known && known.duration >= duration) return;
      // Described now: the element that was clicked may be gone when the value is reported.
      const data = { 'inp.element': selectorOf(target), 'inp.event': name, 'inp.load_state': loadStateAt(startTime) };
      slowest = [...slowest.filter((one) => one !== known), { id, duration, data }]
        .sort((a, b) => b.duration - a.duration)
        .slice(0, MOST);
    },
    read: () => found()?.duration,
    data: () => found()?.data ?? {},
  };
}
