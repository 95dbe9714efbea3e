import type { RefusedKeyCount } from '@sluice/accounting';
import { createLru } from '@sluice/runtime';
import { createChangedCounts, type ChangedCounts } from './changedCounts.js';

/** Disabled keys and hours with a count, all projects together. A project has at most a tenth as many keys. */
const MAX_COUNTS = 10_000;

/** Counts of requests with disabled keys since the start, by hour. */
export interface RefusedKeys extends ChangedCounts<RefusedKeyCount> {
  /** @param key name of a key that exists: counts of invented keys would forget others. @param hour hours since 1970 */
  readonly count: (key: string, hour: number) => void;
}

/** Returns an empty count. Beyond its bound the key that was used least recently is counted from zero again. */
export function createRefusedKeys(): RefusedKeys {
  const counts = createLru<number>(MAX_COUNTS);
  const changed = createChangedCounts<RefusedKeyCount>(nameOf);
  return {
    count: (key, hour) => {
      const name = nameOf({ key, hour });
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      changed.set({ key, hour, count });
    },
    takeChanged: changed.takeChanged,
    restore: changed.restore,
  };
}

const nameOf = ({ key, hour }: Pick<RefusedKeyCount, 'key' | 'hour'>): string => `${hour} ${key}`;
