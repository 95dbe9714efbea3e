import { DESTINATION_FORMS } from '@sluice/alerts/kinds';
import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { EmptyState } from '../../components/EmptyState';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { capitalize } from '../../lib/capitalize';
import { formatCount } from '../../lib/format';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import { ORGANIZATION_DELIVERIES, PROJECT_DELIVERIES, type AlertScope, type Delivery } from './alertTypes';
import { DeliveryBadge } from './DeliveryBadge';
import { DeliveryDialog } from './DeliveryDialog';
import { filterOptions } from './filterOptions';
import { RangeSelect } from './RangeSelect';
import { useAlertRange } from './useAlertRange';
import { useDestinations } from './useDestinations';

const STATES = ['waiting', 'sent', 'paused', 'failed'] as const;
const REFRESH_MS = 15_000;
const PER_PAGE = 25;

/** Messages to destinations, with their attempts; `?delivery=` opens one. */
export function DeliveriesTab({ scope }: { readonly scope: AlertScope }) {
  const { org, project } = scope;
  const search = useSearch();
  const set = useSetSearch();
  const range = useAlertRange(scope);
  const state = STATES.find((one) => one === search['state']);
  const query = { ...range, limit: PER_PAGE, destinationId: search['at'], state };
  const list = useList(
    project === undefined ? ORGANIZATION_DELIVERIES : PROJECT_DELIVERIES,
    { params: { org, project: project ?? '' }, query },
    { refreshMs: REFRESH_MS },
  );
  return (
    <>
      <DeliveryFilters scope={scope} />
      <Section title="Deliveries" note="messages to destinations, latest first" isFlush>
        <ListTable
          caption="Deliveries"
          isStacked
          list={list}
          columns={columnsOf(scope, (delivery) => set({ delivery }))}
          rowKey={({ id }) => id}
          empty={<NoDeliveries isFiltered={state !== undefined || search['at'] !== undefined} />}
        />
      </Section>
      {search['delivery'] === undefined ? null : (
        <DeliveryDialog
          org={org}
          deliveryId={search['delivery']}
          close={() => set({ delivery: undefined }, { replace: true })}
        />
      )}
    </>
  );
}

const NoDeliveries = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <EmptyState title={isFiltered ? 'No such message in this range' : 'No message in this range'}>
    Choose a longer range{isFiltered ? ', or remove the filters' : ''}. A message is listed as soon as it is due, before
    it is sent.
  </EmptyState>
);

function DeliveryFilters({ scope }: { readonly scope: AlertScope }) {
  const { at = '', state = '' } = useSearch();
  const set = useSetSearch();
  const { list } = useDestinations(scope.org);
  return (
    <div className={styles.filters} role="search" aria-label="Filter the deliveries">
      <Select
        label="Destination"
        value={at}
        options={filterOptions(list, at, { all: 'All destinations', deleted: 'A deleted destination' })}
        onPick={(value) => set({ at: value })}
      />
      <Select
        label="State"
        value={state}
        options={[
          ['', 'All'],
          ['waiting', 'Waiting'],
          ['sent', 'Sent'],
          ['paused', 'Paused'],
          ['failed', 'Failed'],
        ]}
        onPick={(value) => set({ state: value })}
      />
      <RangeSelect scope={scope} />
    </div>
  );
}

const KINDS: Readonly<Record<Delivery['kind'], string>> = { alert: '', test: 'test', resend: 'sent again' };

const columnsOf = (scope: AlertScope, open: (id: string) => void): readonly SimpleColumn<Delivery>[] => [
  { title: 'When', width: '120px', render: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: 'Message',
    isText: true,
    render: ({ id, title, kind, problem, state }) => (
      <>
        <button type="button" className={styles.open} onClick={() => open(id)}>
          {title ?? 'Not composed yet'}
        </button>{' '}
        {KINDS[kind] === '' ? null : <Badge>{KINDS[kind]}</Badge>}
        {problem === null || state === 'sent' ? null : <span className={styles.sentence}>{capitalize(problem)}</span>}
      </>
    ),
  },
  ...(scope.project === undefined
    ? [{ title: 'Project', width: '150px', render: ({ project }: Delivery) => project ?? 'the organization' }]
    : []),
  {
    title: 'Destination',
    width: '20%',
    isText: true,
    render: ({ destination: { name, kind } }) => (
      <>
        {name} <span className={text.quiet}>{DESTINATION_FORMS[kind].label}</span>
      </>
    ),
  },
  { title: 'State', width: '190px', render: (delivery) => <DeliveryBadge delivery={delivery} /> },
  {
    title: 'Attempts',
    width: '90px',
    isNumber: true,
    isWide: true,
    render: ({ attempts }) => formatCount(attempts),
  },
];
