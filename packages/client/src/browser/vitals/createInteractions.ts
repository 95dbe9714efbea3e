import { selectorOf } from '../selectorOf.js';
import { loadStateAt } from './loadStateAt.js';
import type { Measured } from './measured.js';
import type { Vital } from './vital.js';

/** A performance entry `event` or `first-input`. */
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

/** One outlier is ignored per this many interactions. */
const FORGIVEN = 50;
/** Number of slowest interactions that are kept. */
const MOST = 10;
/** Duration of interactions that the browser does not report, in milliseconds. */
const UNSEEN_MS = 8;

/** Ids of the first and last reported interaction. */
let [first, last] = [Infinity, 0];

/** Number of interactions so far; estimated from ids, which grow by seven, if the browser does not count. */
export const countInteractions = (): number =>
  (performance as { interactionCount?: number }).interactionCount ?? (last && (last - first) / 7 + 1);

/**
 * Interaction to Next Paint: the slowest interaction, ignoring one outlier per fifty. Its data come from the slowest event of
 * that interaction. @param before number of earlier interactions to ignore
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
      // Described now, because the element may be gone when the value is reported.
      const data = { 'inp.element': selectorOf(target), 'inp.event': name, 'inp.load_state': loadStateAt(startTime) };
      slowest = [...slowest.filter((one) => one !== known), { id, duration, data }]
        .sort((a, b) => b.duration - a.duration)
        .slice(0, MOST);
    },
    read: () => found()?.duration,
    data: () => found()?.data ?? {},
  };
}
