import { useQueryClient } from '@tanstack/react-query';
import { refreshNow } from '../lib/clock';

/** Returns a function that reads what has a range anew, for the reader who asks for it, also twice within a minute. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    // A range that ends at another minute has another key, and is read because of that.
    if (refreshNow()) return;
    void client.refetchQueries({
      type: 'active',
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"to":'),
    });
  };
}
