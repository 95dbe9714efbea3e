import { useState } from 'react';
import { reasonOf } from '../../api/apiError';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Icon } from '../../components/Icon';
import { Menu } from '../../components/Menu';
import type { MenuEntry } from '../../components/menuEntry';
import { plural } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import { useGo } from '../../lib/useGo';
import { useSetSearch } from '../../lib/useSearch';
import type { Destination } from '../alerts/alertTypes';
import { useReloadRules } from '../alerts/ruleCalls';
import { RotateDialog } from './RotateDialog';

const ONE = '/api/0/organizations/{org}/alerts/destinations/{destinationId}';

interface Props {
  readonly org: string;
  readonly destination: Destination;
}

/** What an admin can do with a destination beside testing it. */
export function DestinationMenu({ org, destination }: Props) {
  const { id, name, rules } = destination;
  const [open, setOpen] = useState<'delete' | 'rotate' | 'removeSecret'>();
  const reload = useReloadRules();
  const params = { org, destinationId: id };
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu
        label={`Actions of ${name}`}
        align="end"
        entries={useEntries({ org, destination }, setOpen)}
        trigger={(props) => (
          <Button size="small" tone="quiet" aria-label={`Actions of ${name}`} {...props}>
            <Icon name="more" />
          </Button>
        )}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        close={close}
        title={`Delete ${name}?`}
        effects={
          <p>
            {rules === 0
              ? 'No rule sends to it.'
              : `${plural(rules, 'rule')} no longer ${rules === 1 ? 'sends' : 'send'} to it.`}{' '}
            Messages that wait for it are not sent, and its secrets are erased. The deliveries stay in the log.
          </p>
        }
        action="Delete the destination"
        confirm={async () => {
          await callApi(`DELETE ${ONE}`, { params });
          await reload();
        }}
      />
      <ConfirmDialog
        isOpen={open === 'removeSecret'}
        close={close}
        title={`Remove the previous signing secret of ${name}?`}
        effects={
          <p>Only the newest secret signs from now on. Receivers that verify with the old one refuse messages.</p>
        }
        action="Remove the previous secret"
        confirm={async () => {
          await callApi(`DELETE ${ONE}/previous-secret`, { params });
          await reload();
        }}
      />
      {open === 'rotate' ? <RotateDialog org={org} destination={destination} close={close} /> : null}
    </>
  );
}

function useEntries(
  { org, destination: { id, name, kind, pausedAt, signingSecrets } }: Props,
  open: (dialog: 'delete' | 'rotate' | 'removeSecret') => void,
): readonly MenuEntry[] {
  const set = useSetSearch();
  const go = useGo();
  const reload = useReloadRules();
  const pause = (): void => {
    callApi(`POST ${ONE}/pause`, { params: { org, destinationId: id } })
      .then(reload)
      .then(() => showToast({ tone: 'good', text: `${name} is paused. Its messages wait until you resume it.` }))
      .catch((error: unknown) => showToast({ tone: 'bad', text: `${name} is not paused: ${reasonOf(error)}` }));
  };
  return [
    { label: 'Edit', onSelect: () => set({ destination: id }) },
    {
      label: 'Deliveries',
      onSelect: () => go(`/${org}/settings/alerts`, { tab: 'deliveries', at: id }),
    },
    ...(pausedAt === null ? [{ label: 'Pause', hint: 'Its messages wait.', onSelect: pause }] : []),
    ...(kind === 'webhook'
      ? [
          null,
          signingSecrets > 1
            ? { label: 'Remove the previous signing secret…', onSelect: () => open('removeSecret') }
            : { label: 'Rotate the signing secret…', onSelect: () => open('rotate') },
        ]
      : []),
    null,
    { label: 'Delete…', isDangerous: true, onSelect: () => open('delete') },
  ];
}
