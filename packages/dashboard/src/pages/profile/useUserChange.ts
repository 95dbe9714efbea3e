import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, type CallParts, type ResponseOf } from '../../api/callApi';
import { sessionQuery } from '../../api/session';
import { showToast } from '../../lib/toasts';

const CHANGE = 'PATCH /api/0/user';

/** Returns the change of the reader's own account. `after` runs when it succeeded, and `text` says so. */
export function useUserChange(text: string, after: (changed: ResponseOf<typeof CHANGE>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<CallParts<typeof CHANGE>['body']>) => callApi(CHANGE, { body }),
    onSuccess: (changed) => {
      after(changed);
      showToast({ tone: 'good', text });
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
