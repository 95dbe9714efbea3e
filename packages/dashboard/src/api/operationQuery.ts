import { queryOptions } from '@tanstack/react-query';
import { callApi, type CallParts, type OperationName } from './callApi';

/** The parts of a read. */
export type ReadParts<Name extends OperationName> = Pick<CallParts<Name>, 'params' | 'query'>;

/** Returns the key under which the answers of an operation are cached; without parts, that of all its answers. */
export const operationKey = <Name extends OperationName>(
  operation: Name,
  parts?: ReadParts<Name>,
): readonly unknown[] => (parts === undefined ? [operation] : [operation, parts.params ?? {}, parts.query ?? {}]);

/** Returns the options of `useQuery` for an operation that reads: `useQuery(operationQuery('GET …', { params, query }))`. */
export const operationQuery = <Name extends OperationName>(operation: Name, parts: ReadParts<Name>) =>
  queryOptions({
    queryKey: operationKey(operation, parts),
    queryFn: ({ signal }) => callApi(operation, { ...parts, signal }),
  });
