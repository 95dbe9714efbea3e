import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { showToast } from '../../lib/toasts';
import type { Destination } from '../alerts/alertTypes';
import { TestDialog } from './TestDialog';

interface Props {
  readonly org: string;
  readonly destination: Pick<Destination, 'id' | 'name' | 'kind' | 'config'>;
}

/** Sends a test message and shows what the receiver answers. */
export function TestButton({ org, destination }: Props) {
  const { id, name } = destination;
  const [deliveryId, setDelivery] = useState<string>();
  const test = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/test', {
        params: { org, destinationId: id },
      }),
    onSuccess: (requested) => setDelivery(requested.deliveryId),
    onError: (error) => showToast({ tone: 'bad', text: `The test was not sent: ${error.message}` }),
  });
  return (
    <>
      <Button size="small" aria-label={`Test ${name}`} busy={test.isPending} onClick={() => test.mutate()}>
        Test
      </Button>
      {deliveryId === undefined ? null : (
        <TestDialog {...{ org, deliveryId, destination }} close={() => setDelivery(undefined)} />
      )}
    </>
  );
}
