import { useNavigate, useSearch as useRouterSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from './searchText';

/** Returns the search parameters of the URL, all as text. */
export function useSearch(): Partial<Search> {
  return useRouterSearch({ strict: false });
}

/** Parameters to change; `undefined` and empty values are removed, and the others stay. */
export type SearchPatch = Readonly<Record<string, string | undefined>>;

/**
 * Returns a function that changes search parameters of the URL.
 * @returns `(patch, { replace })`; `replace` for what changes while someone types, so that Back skips it
 */
export function useSetSearch(): (patch: SearchPatch, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { replace = false } = {}) => {
      void navigate({
        to: '.',
        search: (previous: Search) => ({ ...previous, ...patch }),
        replace,
        resetScroll: false,
      } as never);
    },
    [navigate],
  );
}
