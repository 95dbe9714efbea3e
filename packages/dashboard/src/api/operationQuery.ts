import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi, type CallParts, type OperationName, type ResponseOf } from './callApi';
import { isMovedOn } from './isMovedOn';
import { isPassing, noteRefresh } from './refreshProblem';

/** The parts of a read. */
export type ReadParts<Name extends OperationName> = Pick<CallParts<Name>, 'params' | 'query'>;

/** Returns the key under which the answers of an operation are cached; without parts, that of all its answers. */
export const operationKey = <Name extends OperationName>(
  operation: Name,
  parts?: ReadParts<Name>,
): readonly unknown[] => (parts === undefined ? [operation] : [operation, parts.params ?? {}, parts.query ?? {}]);

/** Options of `useQuery` for what changes without a range: it is read again every minute while the page is seen, and when it is seen again. */
export const EVERY_MINUTE = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const;

/**
 * Returns the options of `useQuery` for an operation that reads: `useQuery(operationQuery('GET …', { params, query }))`.
 * While a relative range moves on, the answer for the range before stays until the new one arrives, also if the server cannot
 * answer now; `RefreshNote` says so then.
 */
export const operationQuery = <Name extends OperationName>(operation: Name, parts: ReadParts<Name>) => {
  const queryKey = operationKey(operation, parts);
  return queryOptions<ResponseOf<Name>, Error, ResponseOf<Name>>({
    queryKey,
    queryFn: ({ signal, client }) =>
      readOrKeep<ResponseOf<Name>>(client, queryKey, () => callApi(operation, { ...parts, signal })),
    placeholderData: (previous, query) =>
      query !== undefined && isMovedOn(query.queryKey, queryKey) ? previous : undefined,
  });
};

/**
 * Reads an answer; if the server cannot answer now, returns the latest one for the same range some time ago.
 * @throws what `read` throws if there is none
 */
async function readOrKeep<Answer>(
  client: QueryClient,
  queryKey: readonly unknown[],
  read: () => Promise<Answer>,
): Promise<Answer> {
  const part = JSON.stringify(queryKey.slice(0, 2));
  try {
    const answer = await read();
    noteRefresh(part);
    return answer;
  } catch (error) {
    if (!isPassing(error)) throw error;
    const [kept] = client
      .getQueryCache()
      .findAll({ queryKey: queryKey.slice(0, 2) })
      .filter(({ queryKey: known, state }) => state.data !== undefined && isMovedOn(known, queryKey))
      .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    if (kept === undefined) throw error;
    noteRefresh(part, error);
    return kept.state.data as Answer;
  }
}
