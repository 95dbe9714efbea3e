import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { ErrorNote } from '../../components/ErrorNote';
import { NewSecret } from '../../components/NewSecret';
import type { Destination } from '../alerts/alertTypes';
import { useReloadRules } from '../alerts/ruleCalls';

interface Props {
  readonly org: string;
  readonly destination: Destination;
  readonly close: () => void;
}

/** Adds a signing secret to a webhook and shows it once; both sign until the previous one is removed. */
export function RotateDialog({ org, destination: { id, name }, close }: Props) {
  const reload = useReloadRules();
  const rotate = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/rotate', {
        params: { org, destinationId: id },
      }),
    onSuccess: reload,
  });
  const secret = rotate.data?.signingSecret ?? undefined;
  return (
    <Dialog
      isOpen
      close={close}
      title={`Rotate the signing secret of ${name}`}
      actions={
        secret === undefined ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button tone="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
              Add a new secret
            </Button>
          </>
        ) : (
          <Button tone="primary" onClick={close}>
            Done
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <p>
          A new secret is added and shown once. Messages are signed with both secrets, so receivers keep working until
          you have given them the new one. Then remove the previous one.
        </p>
      ) : (
        <NewSecret label="New signing secret" code={secret}>
          This secret signs every message and is shown only once. Give it to the receiver, then remove the previous one
          in the menu of the destination.
        </NewSecret>
      )}
      <ErrorNote error={rotate.error} />
    </Dialog>
  );
}
