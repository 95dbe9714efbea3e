import { useCallback, useMemo } from 'react';
import { usePlace } from './useProject';
import { useSearch, type SearchPatch } from './useSearch';

/** Returns a function from a page to its path: of the current project if it begins without a slash. */
export function usePath(): (to: string) => string {
  const { org = '', project = '' } = usePlace();
  return useCallback((to) => (to.startsWith('/') ? to : `/${org}/${project}/${to}`), [org, project]);
}

/** Returns the shared parameters of the URL: what the next page of the project keeps. */
export function useSharedSearch(): SearchPatch {
  const { env, release, range, from, to } = useSearch();
  return useMemo(() => ({ env, release, range, from, to }), [env, release, range, from, to]);
}
