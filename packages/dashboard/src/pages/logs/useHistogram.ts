import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { callApi, type QueryOf, type ResponseOf } from '../../api/callApi';
import { isMovedOn } from '../../api/isMovedOn';
import { isPassing, noteRefresh } from '../../api/refreshProblem';
import { operationKey } from '../../api/operationQuery';
import { formatTime } from '../../lib/formatTime';
import { plural } from '../../lib/format';
import type { ProjectPlace } from '../../lib/useProject';
import { useRangeChoice } from '../../lib/useView';
import { addCounts, type Counts } from './addCounts';

const OPERATION = 'GET /api/0/projects/{org}/{project}/logs/histogram';
type Page = ResponseOf<typeof OPERATION>;

/** Pages that are counted without being asked for: a million logs. */
const PAGES = 20;
/** Pages that are counted again every minute. */
const FEW_PAGES = 2;

/** Counts of logs by level and time, as far as they are counted. */
export interface Histogram {
  readonly counts: Counts | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Set while older logs of the range are not counted. */
  readonly countMore: (() => void) | undefined;
  readonly facts: readonly ReactNode[];
}

/** Returns the pages; while the server cannot count for the range that moved on, those of some time ago. */
function useKept(choice: string, pages: readonly Page[] | undefined, error: Error | null) {
  const kept = useRef<{ readonly choice: string; readonly pages: readonly Page[] }>(undefined);
  if (pages !== undefined) kept.current = { choice, pages };
  const passing = isPassing(error) ? error : undefined;
  const isKept = pages === undefined && kept.current?.choice === choice && passing !== undefined;
  useEffect(() => {
    if (isKept) noteRefresh(OPERATION, passing);
    else if (pages !== undefined) noteRefresh(OPERATION);
  }, [isKept, pages, passing]);
  return isKept ? kept.current?.pages : pages;
}

/** Counts logs page by page, up to a million; more when asked. */
export function useHistogram(params: ProjectPlace, asked: QueryOf<typeof OPERATION>, isEnabled: boolean): Histogram {
  const [large, setLarge] = useState<{ readonly choice: string; readonly query: typeof asked }>();
  const choice = [useRangeChoice(), JSON.stringify({ ...params, ...asked, from: '', to: '' })].join(' ');
  // Many logs are not counted anew every minute: the count is that of the range when it was chosen.
  const query = large?.choice === choice ? large.query : asked;
  const queryKey = operationKey(OPERATION, { params, query });
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetching, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey,
      queryFn: ({ signal, pageParam }): Promise<Page> =>
        callApi(OPERATION, { params, query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page: Page) => page.next ?? undefined,
      enabled: isEnabled,
      placeholderData: (previous, before) =>
        before !== undefined && isMovedOn(before.queryKey, queryKey) ? previous : undefined,
    });
  const pages = useKept(choice, data?.pages, error);
  useEffect(() => {
    if (isPlaceholderData || data === undefined) return;
    if (hasNextPage && !isFetching && (pages?.length ?? 0) < PAGES) void fetchNextPage();
    if ((pages?.length ?? 0) > FEW_PAGES && large?.choice !== choice) setLarge({ choice, query });
  });
  const counts = useMemo(() => (pages === undefined ? undefined : addCounts(pages)), [pages]);
  const scannedTo = pages?.at(-1)?.scannedTo ?? undefined;
  const errors = (counts?.totals['error'] ?? 0) + (counts?.totals['fatal'] ?? 0);
  return {
    counts,
    isLoading: isPending && isEnabled,
    error,
    retry: () => void refetch(),
    countMore: hasNextPage ? () => void fetchNextPage() : undefined,
    facts:
      counts === undefined
        ? []
        : [
            plural(counts.total, 'log'),
            plural(errors, 'error'),
            ...(scannedTo === undefined ? [] : [`counted back to ${formatTime(new Date(scannedTo))}`]),
          ],
  };
}
