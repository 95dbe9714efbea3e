import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi, type OperationName, type ResponseOf } from './callApi';
import { operationKey, type ReadParts } from './operationQuery';
import { noteRefresh, partOf } from './refreshProblem';
import { skipEmptyPages } from './skipEmptyPages';
import { useHeldParts, useNewer, type NewerRows } from './useNewer';

/** A page of any list. */
interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
  readonly scannedTo?: string | null;
}

/** Operations that answer a page. */
export type ListName = {
  [Name in OperationName]: ResponseOf<Name> extends Page ? Name : never;
}[OperationName];

/** A row of a list. */
export type RowOf<Name extends ListName> = ResponseOf<Name>['data'][number];

/** A list as far as it is loaded. `DataTable` takes it as it is. */
export interface List<Row> {
  readonly rows: readonly Row[];
  /** Nothing is loaded yet: show skeletons. */
  readonly isLoading: boolean;
  /** The rows belong to the previous filter, until those of the new one arrive. */
  readonly isStale: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  /** How far a bounded scan has looked, if it stopped before the page was full. */
  readonly scannedTo: string | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** What the list has by now and does not show yet, because it would move the rows that are read. */
  readonly newer?: NewerRows | undefined;
}

interface ListOptions<Row> {
  readonly enabled?: boolean;
  readonly refreshMs?: number;
  /** Pages that are read at once until one has a row: a bounded scan that finds nothing answers an empty page. */
  readonly mostEmpty?: number;
  /** Key of a row. With it, the list looks every minute whether there are newer rows; it keeps its range until they are shown. */
  readonly follow?: (row: Row) => string;
}

/** Reads a list page by page, following its cursor. While a new filter loads, the rows of the previous one stay. */
export function useList<Name extends ListName>(
  operation: Name,
  asked: ReadParts<Name>,
  { enabled = true, refreshMs, mostEmpty = 1, follow }: ListOptions<RowOf<Name>> = {},
): List<RowOf<Name>> {
  const held = useHeldParts(operation, asked, follow !== undefined && enabled);
  const { parts } = held;
  const query = useInfiniteQuery({
    queryKey: operationKey(operation, parts),
    queryFn: async ({ signal, pageParam }): Promise<Page> => {
      const page = await skipEmptyPages(
        async (cursor) => (await callApi(operation, { ...parts, query: { ...parts.query, cursor }, signal })) as Page,
        pageParam,
        mostEmpty,
      );
      noteRefresh(partOf(operation, parts));
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
  });
  const pages = query.data?.pages;
  const newer = useNewer(operation, { asked, held, keyOf: follow, pages: query.isPlaceholderData ? undefined : pages });
  const rows = useMemo(() => (pages ?? []).flatMap(({ data }) => data) as readonly RowOf<Name>[], [pages]);
  return {
    rows,
    isLoading: query.isPending && enabled,
    isStale: query.isPlaceholderData,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    scannedTo: pages?.at(-1)?.scannedTo ?? undefined,
    error: query.error,
    retry: () => void query.refetch(),
    newer,
  };
}
