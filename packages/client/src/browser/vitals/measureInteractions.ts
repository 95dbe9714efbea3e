import type { Client } from '../../core/client.js';
import { observe, type Vital } from './observe.js';

interface EventTiming {
  readonly interactionId?: number;
  readonly duration: number;
}

/** Shorter events are not handed over, milliseconds. */
const SHORTEST_MS = 40;
/** So many are kept in mind. */
const MOST = 500;
/** Of so many interactions one is let pass. */
const FORGIVEN = 50;

/** Interaction to next paint so far: the slowest interaction, of fifty the second slowest, and so on. */
export function measureInteractions(client: Client): Vital {
  const durations = new Map<number, number>();
  const take = ({ interactionId, duration }: EventTiming): void => {
    if (interactionId && durations.size < MOST)
      durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
  };
  const events = observe(client, { type: 'event', durationThreshold: SHORTEST_MS }, take);
  const inputs = observe(client, { type: 'first-input' }, take);
  return {
    read: () => {
      events?.catchUp();
      inputs?.catchUp();
      const slowest = [...durations.values()].sort((a, b) => b - a);
      const { interactionCount = 0 } = performance as { interactionCount?: number };
      return { inp: slowest[Math.min(slowest.length - 1, Math.floor(interactionCount / FORGIVEN))] };
    },
    stop: () => {
      events?.stop();
      inputs?.stop();
    },
  };
}
