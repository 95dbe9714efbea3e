import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePath, useSharedSearch } from './usePath';
import type { SearchPatch } from './useSearch';

/** Returns a function that opens a page, with the meaning of `to` and `search` of `Link`. */
export function useGo(): (to: string, search?: SearchPatch) => void {
  const navigate = useNavigate();
  const path = usePath();
  const shared = useSharedSearch();
  return useCallback(
    (to, search) => {
      const next = { ...(to.startsWith('/') ? {} : shared), ...search };
      void navigate({ to: path(to), search: next } as never);
    },
    [navigate, path, shared],
  );
}
