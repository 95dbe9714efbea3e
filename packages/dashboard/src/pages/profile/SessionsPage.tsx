import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../api/apiError';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { ErrorState } from '../../components/ErrorState';
import { Moment } from '../../components/Moment';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { showToast } from '../../lib/toasts';
import text from '../../styles/text.module.css';
import { describeAgent } from './describeAgent';

const LIST = 'GET /api/0/user/sessions';
type UserSession = ResponseOf<typeof LIST>['data'][number];

const METHODS = { password: 'password', link: 'link', oidc: 'identity provider' } as const;

const columns = (end: (id: string) => void): readonly SimpleColumn<UserSession>[] => [
  {
    title: 'Device',
    render: ({ userAgent, isCurrent }) => (
      <span title={userAgent}>
        {describeAgent(userAgent)} {isCurrent ? <Badge tone="good">this one</Badge> : null}
      </span>
    ),
  },
  { title: 'Address', isWide: true, render: ({ address }) => <span className={text.mono}>{address}</span> },
  {
    title: 'Signed in',
    isWide: true,
    render: ({ createdAt, method }) => (
      <>
        <Moment at={createdAt} /> by {METHODS[method]}
      </>
    ),
  },
  { title: 'Last used', render: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { title: 'Ends', isWide: true, render: ({ expiresAt }) => <Moment at={expiresAt} full /> },
  {
    title: 'Action',
    hidesTitle: true,
    render: ({ id, isCurrent, userAgent }) =>
      isCurrent ? null : (
        <Button size="small" aria-label={`End the session of ${describeAgent(userAgent)}`} onClick={() => end(id)}>
          End
        </Button>
      ),
  },
];

/** `/profile/sessions`: every browser in which the reader is signed in. */
export function SessionsPage() {
  const client = useQueryClient();
  const sessions = useQuery(operationQuery(LIST, {}));
  const [isAsking, setAsking] = useState(false);
  const end = (sessionId: string): void => {
    callApi('DELETE /api/0/user/sessions/{sessionId}', { params: { sessionId } })
      .then(() => client.invalidateQueries({ queryKey: operationKey(LIST) }))
      .catch((error: unknown) => showToast({ tone: 'bad', text: `The session was not ended: ${reasonOf(error)}` }));
  };
  return (
    <>
      <PageHead
        title="Sessions"
        actions={
          <Button tone="danger" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        }
      />
      <Section title="Signed in" note="An ended session stops at its next request." isFlush>
        {sessions.error !== null && sessions.data === undefined ? (
          <ErrorState
            title="The sessions could not be loaded"
            error={sessions.error}
            retry={() => void sessions.refetch()}
          />
        ) : (
          <SimpleTable
            caption="Sessions"
            columns={columns(end)}
            rows={sessions.data?.data ?? []}
            rowKey={({ id }) => id}
            skeletons={sessions.data === undefined ? 3 : 0}
          />
        )}
      </Section>
      <ConfirmDialog
        isOpen={isAsking}
        close={() => setAsking(false)}
        title="Sign out everywhere?"
        effects={<p>All your sessions end, this one too. You sign in again. Your access tokens keep working.</p>}
        action="Sign out everywhere"
        confirm={async () => {
          await callApi('DELETE /api/0/user/sessions', { query: { all: true } });
          window.location.assign(document.baseURI);
        }}
      />
    </>
  );
}
