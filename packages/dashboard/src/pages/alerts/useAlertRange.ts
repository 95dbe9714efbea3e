import { useMemo } from 'react';
import { readTimeRange, type RangePreset } from '../../lib/timeRange';
import { useSearch } from '../../lib/useSearch';
import { useView } from '../../lib/useView';
import type { AlertScope } from './alertTypes';

/** The range of an organization's history if the URL names none. */
export const DEFAULT_RANGE: RangePreset = '30d';

/** Returns the range of a history: the one at the top of a project's page, or the one that an organization's page has chosen. */
export function useAlertRange({ project }: AlertScope): { readonly from: string; readonly to: string } {
  const { range: chosen = DEFAULT_RANGE } = useSearch();
  const { filter, range } = useView();
  // A range of named length ends at the same time on every part of the page.
  const end = range.to.getTime();
  return useMemo(() => {
    if (project !== undefined) return { from: filter.from, to: filter.to };
    const { from, to } = readTimeRange({ range: chosen }, new Date(end));
    return { from: from.toISOString(), to: to.toISOString() };
  }, [project, chosen, end, filter.from, filter.to]);
}
