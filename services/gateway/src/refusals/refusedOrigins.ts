import { cut } from '@sluice/contract';
import type { RefusedOriginCount } from '@sluice/accounting';
import { urlOf } from '@sluice/runtime';
import type { ChangedCounts } from './changedCounts.js';
import { createHourlyCounts, OTHER } from './hourlyCounts.js';

const LONGEST = 200;

/** Counts of refused origins since the start, by hour. */
export interface RefusedOrigins extends ChangedCounts<RefusedOriginCount> {
  /** @param source `Origin`, or `Referer` without an `Origin`. @param hour hours since 1970 */
  readonly count: (projectId: string, source: string | undefined, hour: number) => void;
}

/** Returns an empty count. */
export function createRefusedOrigins(): RefusedOrigins {
  const { add, takeChanged, restore } = createHourlyCounts<RefusedOriginCount>({
    nameOf: ({ origin }) => origin,
    foldOf: (count) => ({ ...count, origin: OTHER }),
  });
  return {
    count: (projectId, source, hour) => add({ projectId, hour, origin: originOf(source), count: 1 }),
    takeChanged,
    restore,
  };
}

/** Returns the origin of a header; empty if there is none, the text as sent if it is not a URL. */
function originOf(source: string | undefined): string {
  if (source === undefined || source === '') return '';
  const url = urlOf(source);
  return cut(url === undefined || url.host === '' ? source : `${url.protocol}//${url.host}`, LONGEST);
}
