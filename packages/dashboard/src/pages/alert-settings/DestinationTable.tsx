import { DESTINATION_FORMS } from '@sluice/alerts/kinds';
import { Link } from '../../components/Link';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { plural } from '../../lib/format';
import { useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import alerts from '../alerts/Alerts.module.css';
import type { Destination } from '../alerts/alertTypes';
import { destinationPlace } from '../alerts/destinationKinds';
import styles from './AlertSettings.module.css';
import { AddressStates } from './AddressStates';
import { destinationState } from './destinationState';
import { describeQuiet } from './describeQuiet';
import { DestinationMenu } from './DestinationMenu';
import { DestinationStatus } from './DestinationStatus';
import { TestButton } from './TestButton';

interface Props {
  readonly org: string;
  /** `undefined` while it loads. */
  readonly list: readonly Destination[] | undefined;
  readonly canChange: boolean;
}

/** Destinations: what and where, whether messages arrive, how many may, and what can be done. */
export function DestinationTable({ org, list, canChange }: Props) {
  const columns: readonly SimpleColumn<Destination>[] = [
    { title: 'Destination', isText: true, render: (one) => <Name org={org} destination={one} canChange={canChange} /> },
    {
      title: 'State',
      width: '30%',
      isText: true,
      render: (one) => <DestinationStatus org={org} destination={one} canChange={canChange} />,
    },
    {
      title: 'At most',
      width: '22%',
      isText: true,
      render: ({ hourlyLimit, quietHours }) => (
        <>
          {plural(hourlyLimit, 'message')} an hour
          <span className={alerts.until}>{describeQuiet(quietHours)}</span>
        </>
      ),
    },
    ...(canChange
      ? [
          {
            title: 'Actions',
            hidesTitle: true,
            isNumber: true,
            width: '130px',
            render: (one: Destination) => (
              <span className={styles.actions}>
                <TestButton org={org} destination={one} />
                <DestinationMenu org={org} destination={one} />
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <SimpleTable
      caption="Destinations"
      isStacked
      columns={columns}
      rows={list ?? []}
      rowKey={({ id }) => id}
      skeletons={list === undefined ? 2 : 0}
    />
  );
}

interface NameProps {
  readonly org: string;
  readonly destination: Destination;
  readonly canChange: boolean;
}

function Name({ org, destination, canChange }: NameProps) {
  const set = useSetSearch();
  const { id, name, kind, rules, warnings } = destination;
  return (
    <>
      {canChange ? (
        <button type="button" className={alerts.name} onClick={() => set({ destination: id })}>
          {name}
        </button>
      ) : (
        <span className={alerts.plainName}>{name}</span>
      )}
      <span className={styles.place}>
        {DESTINATION_FORMS[kind].label} · {destinationPlace(destination)}
      </span>
      {destination.addresses.length === 0 ? null : (
        <AddressStates org={org} destination={destination} canChange={canChange} />
      )}
      {/* A destination that works is a proxy or a compatible service. */}
      {destinationState(destination) === 'works'
        ? null
        : warnings.map((warning) => (
            <span key={warning} className={styles.warning}>
              {warning}
            </span>
          ))}
      <span className={styles.used}>
        {rules === 0 ? 'no rule sends to it' : `used by ${plural(rules, 'rule')}`} ·{' '}
        <Link to={`/${org}/settings/alerts`} search={{ tab: 'deliveries', at: id }} className={text.link}>
          deliveries
        </Link>
      </span>
    </>
  );
}
