import { useMemo, useSyncExternalStore } from 'react';
import { readTimeRange, type TimeRange } from './timeRange';
import { useSearch } from './useSearch';

const MINUTE = 60_000;
const floor = (ms: number): number => Math.floor(ms / MINUTE) * MINUTE;

let now = floor(Date.now());
const listeners = new Set<() => void>();

/** Moves the end of relative ranges to the present minute, so that every list and chart reads again. */
export function refreshNow(): void {
  now = floor(Date.now());
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What all pages of a project filter by. */
export interface View {
  readonly environment: string | undefined;
  readonly release: string | undefined;
  readonly range: TimeRange;
  /** The same as a part of a query: `{ ...view.filter, sort }`. Without `range` for operations that have none. */
  readonly filter: {
    readonly environment?: string;
    readonly release?: string;
    readonly from: string;
    readonly to: string;
  };
}

/**
 * Returns environment, release and range of the URL. The end of a relative range is the minute in which the page was opened
 * or refreshed, so that all parts of a page show the same range.
 */
export function useView(): View {
  const { env, release, range, from, to } = useSearch();
  const end = useSyncExternalStore(subscribe, () => now);
  return useMemo(() => {
    const read = readTimeRange({ range, from, to }, new Date(end));
    return {
      environment: env,
      release,
      range: read,
      filter: { environment: env, release, from: read.from.toISOString(), to: read.to.toISOString() },
    };
  }, [env, release, range, from, to, end]);
}
