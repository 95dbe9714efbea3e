import { DESTINATION_FORMS } from '@sluice/alerts/kinds';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { DialogPanel } from '../../components/DialogPanel';
import { ErrorNote } from '../../components/ErrorNote';
import { ErrorState } from '../../components/ErrorState';
import { KeyValue } from '../../components/KeyValue';
import { Skeleton } from '../../components/Skeleton';
import { Time } from '../../components/Time';
import { capitalize } from '../../lib/capitalize';
import { showToast } from '../../lib/toasts';
import styles from './Alerts.module.css';
import { ORGANIZATION_DELIVERIES, PROJECT_DELIVERIES } from './alertTypes';
import { AttemptList } from './AttemptList';
import { DeliveryBadge } from './DeliveryBadge';
import { MessageItems } from './MessageItems';

const READ = 'GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}';
type Detail = ResponseOf<typeof READ>;

const REFRESH_MS = 2_000;

interface Props {
  readonly org: string;
  readonly deliveryId: string;
  readonly close: () => void;
}

/** A delivery: its message, what the receiver answered to each attempt, and a button that sends it again. */
export function DeliveryDialog({ org, deliveryId, close }: Props) {
  const client = useQueryClient();
  const canSend = useHasRole(org, 'admin');
  const { data, error, refetch } = useQuery({
    ...operationQuery(READ, { params: { org, deliveryId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? REFRESH_MS : false),
  });
  const resend = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/organizations/{org}/alerts/deliveries/{deliveryId}/resend', { params: { org, deliveryId } }),
    onSuccess: async () => {
      showToast({ tone: 'good', text: 'The same message is sent again, as a new delivery.' });
      await Promise.all(
        [ORGANIZATION_DELIVERIES, PROJECT_DELIVERIES].map((operation) =>
          client.invalidateQueries({ queryKey: operationKey(operation as typeof PROJECT_DELIVERIES) }),
        ),
      );
      close();
    },
  });
  return (
    <DialogPanel
      close={close}
      size="wide"
      title={data?.title ?? 'Delivery'}
      actions={
        canSend && data !== undefined && (data.message !== null || data.state === 'failed') ? (
          <>
            <ErrorNote error={resend.error} />
            <Button busy={resend.isPending} onClick={() => resend.mutate()}>
              Send again
            </Button>
          </>
        ) : undefined
      }
    >
      {data !== undefined ? (
        <DeliveryFacts org={org} delivery={data} />
      ) : error === null ? (
        <Skeleton width="100%" height="220px" />
      ) : (
        <ErrorState title="The delivery could not be loaded" error={error} retry={() => void refetch()} />
      )}
    </DialogPanel>
  );
}

function DeliveryFacts({ org, delivery }: { readonly org: string; readonly delivery: Detail }) {
  const { destination, createdAt, finishedAt, message, log, problem, state } = delivery;
  return (
    <>
      <KeyValue
        pairs={[
          ['State', <DeliveryBadge key="state" delivery={delivery} />],
          ['Destination', `${destination.name} (${DESTINATION_FORMS[destination.kind].label})`],
          ['Created', <Time key="created" at={createdAt} form="full" />],
          ['Finished', finishedAt === null ? null : <Time key="finished" at={finishedAt} form="full" />],
          ['Problem', state === 'sent' || problem === null ? null : capitalize(problem)],
        ]}
      />
      <section aria-label="Attempts" className={styles.attempts}>
        <h3>Attempts</h3>
        <AttemptList attempts={log} />
      </section>
      {message === null ? null : (
        <section aria-label="Message" className={styles.attempts}>
          <h3>Message</h3>
          <MessageItems org={org} message={message} />
        </section>
      )}
    </>
  );
}
