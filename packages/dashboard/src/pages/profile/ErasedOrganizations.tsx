import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Section } from '../../components/Section';
import { SimpleTable } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { plural } from '../../lib/format';
import { ERASURE_REFRESH_MS, removedText } from '../settings/erasureWords';

/** Organizations that the reader deleted permanently: how far it is, and what was removed. Renders nothing if there are none. */
export function ErasedOrganizations() {
  const { data } = useQuery({
    ...operationQuery('GET /api/0/user/erasures', {}),
    refetchInterval: ({ state }) =>
      state.data?.erasures.some(({ finishedAt }) => finishedAt === null) === true ? ERASURE_REFRESH_MS : false,
  });
  if (data === undefined || data.erasures.length === 0) return null;
  return (
    <Section title="Organizations that you deleted" note="the latest 100" isFlush>
      <SimpleTable
        caption="Deleted organizations"
        rows={data.erasures}
        rowKey={({ organization, requestedAt }) => `${organization} ${requestedAt}`}
        columns={[
          { title: 'Organization', render: ({ organization }) => organization },
          {
            title: 'State',
            render: ({ projects, projectsDone, finishedAt }) =>
              finishedAt === null ? `${projectsDone} of ${plural(projects, 'project')} erased` : 'done',
          },
          { title: 'Removed', render: ({ events, finishedAt }) => removedText(events, finishedAt !== null) },
          { title: 'Requested', isWide: true, width: '120px', render: ({ requestedAt }) => <Time at={requestedAt} /> },
        ]}
      />
    </Section>
  );
}
