import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/apiError';
import { sessionQuery } from '../api/session';

/** A session that ended shows at the next answer: the session is read again, and the shell opens the sign-in. */
function onError(error: Error): void {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  if (isSignedOut && queryClient.getQueryState(sessionQuery.queryKey)?.fetchStatus === 'idle') {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
}

/** Repeats what may succeed later: no answer, and a busy server; never what the server has refused. */
const isWorthRetrying = (count: number, error: Error): boolean =>
  count < 2 && error instanceof ApiError && error.code !== 'timeout' && (error.status === 0 || error.status >= 502);

/** The cache of all answers. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.queryKey[0] !== sessionQuery.queryKey[0]) onError(error);
    },
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: isWorthRetrying,
      refetchOnWindowFocus: false,
      // A request that waits for the network says nothing; one that fails says why, and is repeated when the network is back.
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
