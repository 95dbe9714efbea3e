import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { DESTINATIONS, type Destination } from './alertTypes';

/** The destinations of an organization. */
export interface Destinations {
  /** `undefined` until they are read. */
  readonly list: readonly Destination[] | undefined;
  /** By id. */
  readonly names: ReadonlyMap<string, string>;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Returns the destinations of an organization, and their names. */
export function useDestinations(org: string): Destinations {
  const { data, isLoading, error, refetch } = useQuery({
    ...operationQuery(DESTINATIONS, { params: { org } }),
    // Another tab may have added one for the rule that is edited here.
    refetchOnWindowFocus: 'always',
  });
  const names = useMemo(() => new Map((data?.data ?? []).map(({ id, name }) => [id, name])), [data]);
  return { list: data?.data, names, isLoading, error, retry: () => void refetch() };
}
