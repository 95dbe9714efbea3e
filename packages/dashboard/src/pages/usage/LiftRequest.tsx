import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { Skeleton } from '../../components/Skeleton';
import { formatMinutes, formatRange } from '../../lib/formatTime';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import { liftState, type Liftable, type LiftState } from './liftState';

const READ = 'GET /api/0/projects/{org}/{project}/caps';
const LIFT = 'POST /api/0/projects/{org}/{project}/caps/lift';

/** The question that the link of a spike message opens: `?lift=exception&hour=…`. Opening it changes nothing. */
export function LiftRequest() {
  const { lift, hour } = useSearch();
  return lift === undefined || hour === undefined ? null : <LiftDialog type={lift} hour={hour} />;
}

function LiftDialog({ type, hour }: { readonly type: string; readonly hour: string }) {
  const params = useProject();
  const client = useQueryClient();
  const setSearch = useSetSearch();
  const canLift = useHasRole(params.org, 'admin');
  const caps = useQuery(operationQuery(READ, { params }));
  const close = (): void => setSearch({ lift: undefined, hour: undefined }, { replace: true });
  const lift = useMutation({
    mutationFn: (one: Liftable) => callApi(LIFT, { params, body: { types: [one] } }),
    onSuccess: async ({ until }) => {
      await client.invalidateQueries({ queryKey: operationKey(READ) });
      showToast({ tone: 'good', text: `The cap of ${type} events is lifted until ${formatMinutes(new Date(until))}.` });
      close();
    },
  });
  const state = caps.data === undefined ? undefined : liftState({ type, hour }, caps.data);
  const canDo = canLift && state?.kind === 'possible';
  return (
    <Dialog
      isOpen
      close={close}
      title={canDo ? `Lift the cap of ${type} events for this hour?` : 'Lift a cap'}
      actions={
        <>
          <Button onClick={close}>{canDo ? 'Keep the cap' : 'Close'}</Button>
          {canDo ? (
            <Button tone="primary" busy={lift.isPending} onClick={() => lift.mutate(state.type)}>
              Lift it for this hour
            </Button>
          ) : null}
        </>
      }
    >
      {state !== undefined ? (
        <LiftText state={state} canLift={canLift} project={params.project} />
      ) : caps.error === null ? (
        <Skeleton height="80px" />
      ) : (
        <ErrorNote error={caps.error} />
      )}
      <ErrorNote error={lift.error} />
    </Dialog>
  );
}

interface TextProps {
  readonly state: LiftState;
  readonly canLift: boolean;
  readonly project: string;
}

function LiftText({ state, canLift, project }: TextProps): ReactNode {
  switch (state.kind) {
    case 'over':
      return (
        <p>
          The hour {state.hour === undefined ? '' : `${formatRange(state.hour)} `}is over, and its cap with it: there is
          nothing to lift. The caps of the hour that runs now are on this page.
        </p>
      );
    case 'unknown':
      return <p>The link names no type of event that has a cap. The caps of this hour are on this page.</p>;
    case 'uncapped':
      return (
        <p>
          Spike protection does not cap {state.type} events of {project} now: there is nothing to lift.
        </p>
      );
    case 'lifted':
      return (
        <p>
          The cap of {state.type} events of {project} is lifted for this hour already.
        </p>
      );
    case 'possible':
      if (!canLift) {
        return (
          <p>
            Spike protection caps {state.type} events of {project} until {formatMinutes(state.until)}. Only admins and
            owners of the organization can lift it: ask one of them, and send the link.
          </p>
        );
      }
      return (
        <p>
          Until {formatMinutes(state.until)} spike protection no longer caps {state.type} events of {project}. The fixed
          limits and monthly quotas still apply, and the events that are accepted raise the caps of the next two hours.
          It takes effect within two seconds, ends by itself, and is recorded in the audit log.
        </p>
      );
  }
}
