import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { SimpleTable } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { useProject } from '../../lib/useProject';
import { ERASURE_REFRESH_MS, ErasureState, removedText } from './erasureWords';

const LIST = 'GET /api/0/projects/{org}/{project}/erasures';

/** The record of erasures: whose data, who asked, how far it is, and what was removed. */
export function ErasureSection() {
  const params = useProject();
  const { data, error, refetch } = useQuery({
    ...operationQuery(LIST, { params }),
    // Erasures under way show their progress.
    refetchInterval: ({ state }) =>
      state.data?.erasures.some((one) => one.state !== 'done') === true ? ERASURE_REFRESH_MS : false,
  });
  return (
    <Section title="Erasures" note={data?.erasures.length === 0 ? undefined : 'the latest 100'} isFlush>
      {error !== null && data === undefined ? (
        <ErrorState title="The erasures could not be loaded" error={error} retry={() => void refetch()} />
      ) : data?.erasures.length === 0 ? (
        <EmptyState title="No erasures yet" actions={<Link to="users">Open Users</Link>}>
          Admins can erase the data of a user on the page of that user. Each erasure is listed here.
        </EmptyState>
      ) : (
        <SimpleTable
          caption="Erasures"
          rows={data?.erasures ?? []}
          skeletons={data === undefined ? 2 : 0}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'User',
              width: '30%',
              render: ({ user, kind }) =>
                user === null ? kind === 'user' ? 'no longer recorded' : 'the whole project' : <code>{user}</code>,
            },
            {
              title: 'State',
              width: '76px',
              render: ErasureState,
            },
            { title: 'Removed', render: ({ events, state }) => removedText(events, state === 'done') },
            { title: 'Requested by', isWide: true, width: '180px', render: ({ requestedBy }) => requestedBy },
            {
              title: 'Requested',
              isWide: true,
              width: '120px',
              render: ({ requestedAt }) => <Time at={requestedAt} />,
            },
          ]}
        />
      )}
    </Section>
  );
}
