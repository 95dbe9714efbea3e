import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refreshNow } from '../lib/clock';

/** Reads everything on the page anew that has a range. Lists keep what they show. */
export function refetchRanged(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"to":'),
  });
}

/** Returns a function that moves to the present and reads what has a range, for the reader who asks for it, also twice within a minute. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    // A range that ends at another minute has another key, and is read because of that.
    if (!refreshNow()) refetchRanged(client);
  };
}
