import { useMemo, useState } from 'react';
import { usePresent } from './clock';
import { readTimeRange, type TimeRange } from './timeRange';
import { useSearch } from './useSearch';

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
 * Returns environment, release and range of the URL. The end of a relative range is that of the present minute, and moves on with
 * `usePresent`, so that all parts of a page show the same range.
 */
export function useView(): View {
  const { env, release, range, from, to } = useSearch();
  const { end } = usePresent();
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

/** Returns what the reader chose of the range: another text after another choice and after a refresh, the same while time passes. */
export function useRangeChoice(): string {
  const { range = '', from = '', to = '' } = useSearch();
  return [range, from, to, usePresent().asked].join(' ');
}

/** Returns a value as it was when `id` changed last. */
export function useHeld<Value>(id: string, value: Value): Value {
  const [held, hold] = useState({ id, value });
  if (held.id === id) return held.value;
  hold({ id, value });
  return value;
}
