import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { showToast } from '../../lib/toasts';

/** The messages of the reader in an organization. */
export const INBOX = 'GET /api/0/organizations/{org}/alerts/inbox';
/** How many of them are unread. */
export const UNREAD = 'GET /api/0/organizations/{org}/alerts/inbox/unread';

/** A message in the inbox. */
export type InboxItem = ResponseOf<typeof INBOX>['data'][number];

/** Returns a mutation that marks messages as read: those with these ids, or `all`. The bell counts again. */
export function useMarkRead(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: readonly string[] | 'all') =>
      callApi('POST /api/0/organizations/{org}/alerts/inbox/read', {
        params: { org },
        body: which === 'all' ? { all: true } : { ids: [...which] },
      }),
    onSuccess: (unread) => {
      client.setQueryData(operationKey(UNREAD, { params: { org } }), unread);
      return client.invalidateQueries({ queryKey: operationKey(INBOX) });
    },
    onError: (error) => showToast({ tone: 'bad', text: `The inbox was not changed: ${error.message}` }),
  });
}
