import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { ErrorState } from '../../components/ErrorState';
import { Skeleton } from '../../components/Skeleton';
import { capitalize } from '../../lib/capitalize';
import alerts from '../alerts/Alerts.module.css';
import type { Destination } from '../alerts/alertTypes';
import { AttemptList } from '../alerts/AttemptList';
import { useReloadRules } from '../alerts/ruleCalls';
import { describeTest } from './describeTest';

const READ = 'GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}';
const REFRESH_MS = 700;

interface Props {
  readonly org: string;
  readonly deliveryId: string;
  readonly destination: Pick<Destination, 'name' | 'kind' | 'config'>;
  readonly close: () => void;
}

/** A test of a destination, read until the receiver has answered. */
export function TestDialog({ org, deliveryId, destination, close }: Props) {
  const reload = useReloadRules();
  const { data, error, refetch } = useQuery({
    ...operationQuery(READ, { params: { org, deliveryId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? REFRESH_MS : false),
  });
  const result = data === undefined ? undefined : describeTest(data, destination);
  const isOver = result?.isOver ?? false;
  useEffect(() => {
    // The list says when a destination was used last.
    if (isOver) void reload();
  }, [isOver]);
  return (
    <Dialog isOpen close={close} title={`Test of ${destination.name}`} actions={<Button onClick={close}>Close</Button>}>
      <div role="status" className={alerts.attempts}>
        {result !== undefined ? (
          <p>
            <Badge tone={result.tone}>{result.word}</Badge> {capitalize(result.text)}
          </p>
        ) : error === null ? (
          <Skeleton height="20px" />
        ) : (
          <ErrorState title="The result of the test could not be loaded" error={error} retry={() => void refetch()} />
        )}
      </div>
      {data === undefined || data.log.length === 0 ? null : <AttemptList attempts={data.log} />}
    </Dialog>
  );
}
