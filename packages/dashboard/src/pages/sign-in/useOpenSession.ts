import { useQueryClient } from '@tanstack/react-query';
import { setCsrfToken } from '../../api/callApi';
import { sessionQuery, type Session } from '../../api/session';
import { useGo } from '../../lib/useGo';
import { useSearch } from '../../lib/useSearch';
import { readReturn } from './readReturn';

/** Returns a function that makes a session the reader's, and opens what they wanted to see. */
export function useOpenSession(): (session: Session) => void {
  const client = useQueryClient();
  const go = useGo();
  const { next } = useSearch();
  return (session) => {
    setCsrfToken(session.csrfToken);
    // What is shown stays: reading a used link again would fail.
    client.removeQueries({ type: 'inactive' });
    client.setQueryData(sessionQuery.queryKey, session);
    const target = readReturn(next, window.location.origin);
    if (session.organizations.length === 0) go('/create-organization');
    else go(target.path, target.search);
  };
}
