import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Section } from '../../components/Section';
import { SimpleTable } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { ERASURE_REFRESH_MS, ErasureState, removedText } from '../settings/erasureWords';

/** Projects that were deleted permanently: who asked, how far it is, and what was removed. Renders nothing if there are none. */
export function ErasedProjects({ org }: { readonly org: string }) {
  const { data } = useQuery({
    ...operationQuery('GET /api/0/organizations/{org}/erasures', { params: { org } }),
    // Erasures under way show their progress.
    refetchInterval: ({ state }) =>
      state.data?.erasures.some((one) => one.state !== 'done') === true ? ERASURE_REFRESH_MS : false,
  });
  if (data === undefined || data.erasures.length === 0) return null;
  return (
    <Section title="Deleted permanently" note="the latest 100" isFlush>
      <SimpleTable
        caption="Deleted projects"
        rows={data.erasures}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Project', render: ({ project }) => project ?? 'no longer recorded' },
          { title: 'State', width: '76px', render: ErasureState },
          { title: 'Removed', render: ({ events, state }) => removedText(events, state === 'done') },
          { title: 'Requested by', isWide: true, render: ({ requestedBy }) => requestedBy },
          { title: 'Requested', isWide: true, width: '120px', render: ({ requestedAt }) => <Time at={requestedAt} /> },
        ]}
      />
    </Section>
  );
}
