import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Moment } from '../../components/Moment';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { useNow } from '../../lib/clock';
import text from '../../styles/text.module.css';
import { NewToken } from './NewToken';

const LIST = 'GET /api/0/user/tokens';
type Token = ResponseOf<typeof LIST>['data'][number];

const columns = (nowMs: number, revoke: (token: Token) => void): readonly SimpleColumn<Token>[] => [
  {
    title: 'Name',
    render: ({ name, hint }) => (
      <>
        {name} <span className={`${text.mono} ${text.quiet}`}>…{hint}</span>
      </>
    ),
  },
  { title: 'Organization', isWide: true, render: ({ organization }) => organization },
  { title: 'Scopes', isWide: true, render: ({ scopes }) => <span className={text.mono}>{scopes.join(' ')}</span> },
  { title: 'Created', isWide: true, render: ({ createdAt }) => <Moment at={createdAt} /> },
  { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Moment at={lastUsedAt} />) },
  {
    title: 'Expires',
    isWide: true,
    render: ({ expiresAt }) =>
      expiresAt === null ? 'never' : Date.parse(expiresAt) < nowMs ? 'expired' : <Moment at={expiresAt} full />,
  },
  {
    title: 'Action',
    hidesTitle: true,
    render: (token) => (
      <Button size="small" aria-label={`Revoke ${token.name}`} onClick={() => revoke(token)}>
        Revoke
      </Button>
    ),
  },
];

/** `/profile/tokens`: what lets programs act for the reader. */
export function TokensPage() {
  const client = useQueryClient();
  const nowMs = useNow();
  const tokens = useQuery(operationQuery(LIST, {}));
  const [revoked, setRevoked] = useState<Token>();
  const reload = () => client.invalidateQueries({ queryKey: operationKey(LIST) });
  const rows = tokens.data?.data ?? [];
  return (
    <>
      <PageHead title="Tokens" />
      <NewToken onCreated={reload} />
      <Section title="Your tokens" isFlush>
        {tokens.error !== null && tokens.data === undefined ? (
          <ErrorState title="The tokens could not be loaded" error={tokens.error} retry={() => void tokens.refetch()} />
        ) : tokens.data !== undefined && rows.length === 0 ? (
          <EmptyState title="You have no token">
            The build plugin and the command line need one: create it above.
          </EmptyState>
        ) : (
          <SimpleTable
            caption="Tokens"
            columns={columns(nowMs, setRevoked)}
            rows={rows}
            rowKey={({ id }) => id}
            skeletons={tokens.data === undefined ? 3 : 0}
          />
        )}
      </Section>
      <ConfirmDialog
        isOpen={revoked !== undefined}
        close={() => setRevoked(undefined)}
        title={`Revoke ${revoked?.name ?? ''}?`}
        effects={
          <p>
            Requests to {revoked?.organization} with this token get 401 at once. Builds and scripts that use it fail
            until they have another one. A revoked token cannot be restored.
          </p>
        }
        action="Revoke the token"
        confirm={async () => {
          await callApi('DELETE /api/0/user/tokens/{tokenId}', { params: { tokenId: revoked?.id ?? '' } });
          await reload();
        }}
      />
    </>
  );
}
