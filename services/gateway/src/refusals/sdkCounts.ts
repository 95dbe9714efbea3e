import { cut, storableText } from '@sluice/contract';
import type { SdkCount } from '@sluice/accounting';
import type { ChangedCounts } from './changedCounts.js';
import { createHourlyCounts, OTHER } from './hourlyCounts.js';

/** Longest name or reason, in UTF-16 units. Longer ones that begin alike are counted together. */
const LONGEST = 100;

/** What a request of a Sentry SDK has besides events. */
export interface SdkItems {
  /** Items that Sluice does not take, by type. */
  readonly untaken: ReadonlyMap<string, number>;
  /** What the SDK reports to have dropped. */
  readonly discarded: readonly {
    readonly reason: string;
    /** A category of Sentry, such as `error`. */
    readonly category: string;
    readonly quantity: number;
  }[];
}

/** Counts of what SDKs sent or dropped besides events since the start, by hour. */
export interface SdkCounts extends ChangedCounts<SdkCount> {
  /** @param hour hours since 1970 */
  readonly count: (projectId: string, items: SdkItems, hour: number) => void;
}

/** Returns an empty count. Quantities are taken as safe integers that are not negative. */
export function createSdkCounts(): SdkCounts {
  const { add, takeChanged, restore } = createHourlyCounts<SdkCount>({
    nameOf: ({ kind, name, reason }) => `${kind}\0${name}\0${reason}`,
    foldOf: (count) => ({ ...count, name: OTHER, reason: count.kind === 'item' ? '' : OTHER }),
  });
  return {
    count: (projectId, { untaken, discarded }, hour) => {
      const addSome = (of: Pick<SdkCount, 'kind' | 'name' | 'reason'>, quantity: number): void => {
        const count = toCount(quantity);
        if (count > 0) add({ projectId, hour, count, ...of });
      };
      for (const [type, quantity] of untaken) addSome({ kind: 'item', name: nameOf(type), reason: '' }, quantity);
      for (const { category, reason, quantity } of discarded)
        addSome({ kind: 'discarded', name: nameOf(category), reason: nameOf(reason) }, quantity);
    },
    takeChanged,
    restore,
  };
}

/** An SDK may send any text: one that PostgreSQL refuses would keep all counts from being stored. */
const nameOf = (text: string): string => storableText(cut(text, LONGEST));

const toCount = (quantity: number): number =>
  Number.isNaN(quantity) ? 0 : Math.min(Math.max(Math.floor(quantity), 0), Number.MAX_SAFE_INTEGER);
