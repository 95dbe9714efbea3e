import { useMemo, useSyncExternalStore } from 'react';
import { readTimeRange, type TimeRange } from './timeRange';
import { useSearch } from './useSearch';

const MINUTE = 60_000;
/** The end of the present minute: what happened in it before the page was opened is in the range. */
const endOfMinute = (): number => Math.ceil((Date.now() + 1) / MINUTE) * MINUTE;

let now = endOfMinute();
const listeners = new Set<() => void>();

/** Moves the end of relative ranges to that of the present minute, so that every list and chart reads again. */
export function refreshNow(): void {
  now = endOfMinute();
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
 * Returns environment, release and range of the URL. The end of a relative range is that of the minute in which the page was opened
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
