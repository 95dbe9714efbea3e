import { useMemo } from 'react';
import { useView } from '../../lib/useView';
import type { AlertScope } from './alertTypes';

const DAY_MS = 86_400_000;
/** Pages of an organization have no choice of a range. */
const DAYS = 30;

/** Returns the range of a history: the one at the top of a project's page, or the last 30 days of an organization. */
export function useAlertRange({ project }: AlertScope): { readonly from: string; readonly to: string } {
  const { filter, range } = useView();
  const end = range.to.getTime();
  return useMemo(
    () =>
      project === undefined
        ? { from: new Date(end - DAYS * DAY_MS).toISOString(), to: new Date(end).toISOString() }
        : { from: filter.from, to: filter.to },
    [project, end, filter.from, filter.to],
  );
}
