import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/callApi';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Time } from '../../components/Time';
import { showToast } from '../../lib/toasts';
import alerts from '../alerts/Alerts.module.css';
import type { Destination } from '../alerts/alertTypes';
import { useReloadRules } from '../alerts/ruleCalls';
import styles from './AlertSettings.module.css';

interface Props {
  readonly org: string;
  readonly destination: Destination;
  readonly canChange: boolean;
}

type Address = Destination['addresses'][number];

const TONES = { confirmed: 'good', waiting: 'warn', unsubscribed: 'plain' } as const;

/** Which addresses of a destination get alerts, and of a waiting one the button that asks it again. */
export function AddressStates({ org, destination, canChange }: Props) {
  return (
    <ul className={styles.addresses}>
      {destination.addresses.map((one) => (
        <li key={one.address}>
          <span>{one.address}</span> <Badge tone={TONES[one.state]}>{one.state}</Badge> <Explanation address={one} />
          {canChange && one.state === 'waiting' ? <Ask org={org} destination={destination} address={one} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Explanation({ address: { state, until, askedAt } }: { readonly address: Address }) {
  if (state === 'confirmed') return null;
  if (state === 'unsubscribed')
    return <span className={alerts.small}>only its owner can change that, with the link in an email</span>;
  return (
    <span className={alerts.small}>
      {until === null ? (
        'gets nothing until it confirms'
      ) : (
        <>
          gets alerts until <Time at={until} /> unless it confirms
        </>
      )}
      {askedAt === null ? (
        ', not asked yet'
      ) : (
        <>
          , asked <Time at={askedAt} />
        </>
      )}
    </span>
  );
}

function Ask({
  org,
  destination: { id },
  address: { address, askedAt },
}: Pick<Props, 'org' | 'destination'> & { readonly address: Address }) {
  const reload = useReloadRules();
  const ask = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/organizations/{org}/alerts/destinations/{destinationId}/confirmations', {
        params: { org, destinationId: id },
        body: { address },
      }),
    onSuccess: () => {
      showToast({ tone: 'good', text: `An email was sent to ${address}.` });
      return reload();
    },
    onError: (error) => showToast({ tone: 'bad', text: `${address} was not asked: ${error.message}` }),
  });
  return (
    <Button size="small" tone="quiet" aria-label={`Ask ${address}`} busy={ask.isPending} onClick={() => ask.mutate()}>
      {askedAt === null ? 'Ask' : 'Ask again'}
    </Button>
  );
}
