import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { sessionQuery } from '../../api/session';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { plural } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import { useGo } from '../../lib/useGo';
import { Removal } from './Removal';
import { DAY_MS } from '../../lib/durations';

interface Props {
  readonly org: string;
  readonly project: string;
  readonly close: () => void;
}

const DAYS = 30;

/** Deletes a project and everything in it, after its slug is typed; then the projects show the progress. */
export function EraseProject({ org, project, close }: Props) {
  const client = useQueryClient();
  const go = useGo();
  const erase = async (): Promise<void> => {
    await callApi('POST /api/0/projects/{org}/{project}/erasures', { params: { org, project }, body: { project } });
    go(`/${org}/settings/projects`);
    showToast({
      tone: 'good',
      text: `${project} is deleted. Its data is being erased; the projects show the progress.`,
    });
    await Promise.all([
      client.invalidateQueries({ queryKey: operationKey('GET /api/0/projects/{org}') }),
      client.invalidateQueries({ queryKey: operationKey('GET /api/0/organizations/{org}/erasures') }),
      client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ]);
  };
  return (
    <ConfirmDialog
      isOpen
      close={close}
      title={`Delete ${org}/${project} permanently?`}
      typed={project}
      effects={
        <Removal
          lead="The project is deleted at once, and then everything in it. None of it can be restored."
          facts={[
            ['Removed', <StoredEvents org={org} project={project} />],
            [
              'With it',
              'Issues, traces, metrics, replays, visits, users, releases, source maps, keys and settings; also events that are still queued or arrive late.',
            ],
            [
              'At once',
              'Its keys stop working within two seconds, its pages are gone, and its slug can be used again.',
            ],
            ['Stays', 'Counts of usage without personal data, the audit log, and the record of this erasure.'],
          ]}
        />
      }
      action="Delete the project"
      confirm={erase}
    />
  );
}

/** The events of the last days by type: what the reader is about to delete. */
function StoredEvents({ org, project }: Pick<Props, 'org' | 'project'>) {
  const [from] = useState(() => new Date(Date.now() - DAYS * DAY_MS).toISOString());
  const { data } = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/stats', {
      params: { org, project },
      query: { interval: 'day', from },
    }),
  );
  const counts = new Map<string, number>();
  for (const { type, processed } of data?.data ?? []) counts.set(type, (counts.get(type) ?? 0) + processed);
  const known = [...counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  const words = known.map(([type, count]) => plural(count, type)).join(', ');
  if (data === undefined || words === '') return <>All of its events: exceptions, logs, spans, hits and replays.</>;
  return (
    <>
      All of its events. Stored in the last {DAYS} days: {words}.
    </>
  );
}
