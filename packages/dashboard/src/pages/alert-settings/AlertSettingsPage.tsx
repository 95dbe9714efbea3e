import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { Tabs } from '../../components/Tabs';
import { plural } from '../../lib/format';
import { useRouteParam } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import forms from '../../styles/forms.module.css';
import type { AlertScope } from '../alerts/alertTypes';
import { DeliveriesTab } from '../alerts/DeliveriesTab';
import { HistoryTab } from '../alerts/HistoryTab';
import { RulesTab } from '../alerts/RulesTab';
import { useDestinations } from '../alerts/useDestinations';
import { destinationState, type DestinationState } from './destinationState';
import { DestinationsTab } from './DestinationsTab';
import { MaintenanceTab } from './MaintenanceTab';

const TABS = [
  ['destinations', 'Destinations'],
  ['rules', 'Rules'],
  ['maintenance', 'Maintenance'],
  ['history', 'History'],
  ['deliveries', 'Deliveries'],
] as const;
type Tab = (typeof TABS)[number][0];

/** `/{org}/settings/alerts`: where alerts go, the rules of all projects, and when nothing is sent. */
export function AlertSettingsPage() {
  const org = useRouteParam('org');
  const search = useSearch();
  const set = useSetSearch();
  const canChange = useHasRole(org, 'admin');
  const tab = TABS.find(([name]) => name === search['tab'])?.[0] ?? 'destinations';
  const isForm = search['rule'] !== undefined || search['destination'] !== undefined;
  return (
    <>
      <PageHead
        title={`Alerts of ${org}`}
        sumLines={1}
        sum={<DestinationSum org={org} />}
        actions={canChange && !isForm ? <NewButton tab={tab} /> : undefined}
      />
      {isForm ? null : (
        <p className={forms.lead}>
          For all projects of {org}. A project inherits these rules and can have its own: open the project and choose
          Alerts. Destinations are shared by all rules.
        </p>
      )}
      {canChange ? null : (
        <p className={forms.lead}>Only admins and owners can change destinations, rules and maintenance windows.</p>
      )}
      <Tabs
        label={`Alerts of ${org}`}
        tabs={TABS}
        value={tab}
        onPick={(value) => set({ ...NO_FILTERS, tab: value === 'destinations' ? undefined : value })}
      >
        <TabContent tab={tab} org={org} />
      </Tabs>
    </>
  );
}

/** Parameters of the other tabs, which this one does not use. */
const NO_FILTERS = {
  rule: undefined,
  template: undefined,
  destination: undefined,
  kind: undefined,
  by: undefined,
  at: undefined,
  state: undefined,
  delivery: undefined,
  range: undefined,
};

function TabContent({ tab, org }: { readonly tab: Tab; readonly org: string }) {
  const scope: AlertScope = { org, project: undefined };
  switch (tab) {
    case 'destinations':
      return <DestinationsTab org={org} />;
    case 'rules':
      return <RulesTab scope={scope} />;
    case 'maintenance':
      return <MaintenanceTab org={org} />;
    case 'history':
      return <HistoryTab scope={scope} />;
    case 'deliveries':
      return <DeliveriesTab scope={scope} />;
  }
}

function NewButton({ tab }: { readonly tab: Tab }) {
  const set = useSetSearch();
  if (tab === 'destinations') {
    return (
      <Button tone="primary" onClick={() => set({ destination: 'new' })}>
        Add a destination
      </Button>
    );
  }
  if (tab !== 'rules') return null;
  return (
    <Button tone="primary" onClick={() => set({ rule: 'new' })}>
      New rule
    </Button>
  );
}

function DestinationSum({ org }: { readonly org: string }) {
  const { list, error } = useDestinations(org);
  const count = (state: DestinationState): number =>
    (list ?? []).filter((one) => destinationState(one) === state).length;
  const [failing, paused] = [count('failing'), count('paused')];
  return (
    <StatLine
      isLoading={list === undefined && error === null}
      facts={
        list === undefined
          ? []
          : [
              plural(list.length, 'destination'),
              ...(failing === 0 ? [] : [`${failing} failing`]),
              ...(paused === 0 ? [] : [`${paused} paused: messages wait`]),
              ...(failing + paused === 0 ? ['none failing'] : []),
            ]
      }
    />
  );
}
