import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { Tabs } from '../../components/Tabs';
import { formatCount, plural } from '../../lib/format';
import { useRouteParam } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { Choices } from './Choices';
import { UNREAD, useMarkRead } from './inboxCalls';
import { MessageList } from './MessageList';

const TABS = ['all', 'unread', 'choices'] as const;

/** `/{org}/inbox`: the alerts of the reader, and what of them arrives here and by mail. */
export function InboxPage() {
  const org = useRouteParam('org');
  const search = useSearch();
  const set = useSetSearch();
  const tab = TABS.find((one) => one === search['tab']) ?? 'all';
  const unread = useQuery(operationQuery(UNREAD, { params: { org } }));
  const mark = useMarkRead(org);
  const count = unread.data?.unread ?? 0;
  return (
    <>
      <PageHead
        title="Inbox"
        sumLines={1}
        sum={
          <StatLine
            of={unread}
            isLoading={unread.isPending}
            facts={[count === 0 ? 'nothing unread' : plural(count, 'unread message'), org]}
          />
        }
        actions={
          tab === 'choices' ? undefined : (
            <Button disabled={count === 0} busy={mark.isPending} onClick={() => mark.mutate('all')}>
              Mark all as read
            </Button>
          )
        }
      />
      <Tabs
        label="Inbox"
        tabs={[
          ['all', 'All'],
          count === 0 ? ['unread', 'Unread'] : ['unread', 'Unread', formatCount(count)],
          ['choices', 'What reaches me'],
        ]}
        value={tab}
        onPick={(value) => set({ tab: value === 'all' ? undefined : value })}
      >
        {tab === 'choices' ? <Choices org={org} /> : <MessageList org={org} isUnreadOnly={tab === 'unread'} />}
      </Tabs>
    </>
  );
}
