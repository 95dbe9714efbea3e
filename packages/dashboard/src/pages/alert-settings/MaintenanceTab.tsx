import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { EVERY_MINUTE, operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Section } from '../../components/Section';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { useNow } from '../../lib/clock';
import { formatRange } from '../../lib/formatTime';
import text from '../../styles/text.module.css';
import { windowState, type WindowState } from '../alerts/windowState';
import { NewMaintenance } from './NewMaintenance';

const LIST = 'GET /api/0/organizations/{org}/alerts/maintenance';
type Window = ResponseOf<typeof LIST>['data'][number];

const BADGES: Readonly<Record<WindowState, 'warn' | 'info' | 'plain'>> = {
  active: 'warn',
  planned: 'info',
  over: 'plain',
};

const columns = (nowMs: number, end: ((window: Window) => void) | undefined): readonly SimpleColumn<Window>[] => [
  {
    title: 'When',
    width: '30%',
    render: ({ from, to }) => formatRange({ from: new Date(from), to: new Date(to) }),
  },
  {
    title: 'State',
    width: '100px',
    render: (window) => {
      const state = windowState(window, nowMs);
      return <Badge tone={BADGES[state]}>{state}</Badge>;
    },
  },
  { title: 'Project', width: '18%', render: ({ project }) => project ?? 'all projects' },
  {
    title: 'Reason',
    isText: true,
    render: ({ reason, createdBy }) => (
      <>
        {reason} <span className={text.quiet}>by {createdBy}</span>
      </>
    ),
  },
  ...(end === undefined
    ? []
    : [
        {
          title: 'Action',
          hidesTitle: true,
          isNumber: true,
          width: '110px',
          render: (window: Window) => {
            const state = windowState(window, nowMs);
            return state === 'over' ? null : (
              <Button size="small" onClick={() => end(window)}>
                {state === 'active' ? 'End now' : 'Delete'}
              </Button>
            );
          },
        },
      ]),
];

/** Times in which alerts are only counted, of a project or of all. */
export function MaintenanceTab({ org }: { readonly org: string }) {
  const client = useQueryClient();
  const nowMs = useNow();
  const canChange = useHasRole(org, 'admin');
  const windows = useQuery({ ...operationQuery(LIST, { params: { org } }), ...EVERY_MINUTE });
  const [ended, setEnded] = useState<Window>();
  const reload = () => client.invalidateQueries({ queryKey: operationKey(LIST) });
  const rows = windows.data?.data ?? [];
  const isOpen = ended === undefined || windowState(ended, nowMs) === 'active';
  return (
    <>
      {canChange ? <NewMaintenance org={org} onCreated={reload} /> : null}
      <Section title="Maintenance windows" note="alerts that fire during one are recorded and not sent" isFlush>
        {windows.error !== null && windows.data === undefined ? (
          <ErrorState
            title="The maintenance windows could not be loaded"
            error={windows.error}
            retry={() => void windows.refetch()}
          />
        ) : windows.data !== undefined && rows.length === 0 ? (
          <EmptyState title="No maintenance window">
            Schedule one before a migration or a load test to keep alerts quiet.
          </EmptyState>
        ) : (
          <SimpleTable
            caption="Maintenance windows"
            isStacked
            columns={columns(nowMs, canChange ? setEnded : undefined)}
            rows={rows}
            rowKey={({ id }) => id}
            skeletons={windows.data === undefined ? 2 : 0}
          />
        )}
      </Section>
      <ConfirmDialog
        isOpen={ended !== undefined}
        close={() => setEnded(undefined)}
        title={isOpen ? 'End the maintenance now?' : 'Delete the maintenance window?'}
        effects={
          isOpen ? (
            <p>
              Alerts of {ended?.project ?? 'all projects'} are sent again at once. What fired meanwhile stays in the
              history.
            </p>
          ) : (
            <p>Alerts of {ended.project ?? 'all projects'} are sent as usual.</p>
          )
        }
        action={isOpen ? 'End the maintenance' : 'Delete the window'}
        isDangerous={false}
        confirm={async () => {
          await callApi('DELETE /api/0/organizations/{org}/alerts/maintenance/{windowId}', {
            params: { org, windowId: ended?.id ?? '' },
          });
          await reload();
        }}
      />
    </>
  );
}
