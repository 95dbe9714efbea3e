import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { StatLine } from '../../components/StatLine';
import { Tabs } from '../../components/Tabs';
import { useNow } from '../../lib/clock';
import { plural } from '../../lib/format';
import { formatDayMinutes } from '../../lib/formatTime';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import { DeliveriesTab } from './DeliveriesTab';
import { HistoryTab } from './HistoryTab';
import { useRules } from './ruleCalls';
import { ruleState } from './ruleState';
import { RulesTab } from './RulesTab';
import { maintenanceEnd } from './windowState';

const MAINTENANCE = 'GET /api/0/organizations/{org}/alerts/maintenance';

const TABS = [
  ['rules', 'Rules'],
  ['history', 'History'],
  ['deliveries', 'Deliveries'],
] as const;

/** `/{org}/{project}/alerts`: rules, firings and deliveries of a project. */
export function AlertsPage() {
  const scope = useProject();
  const search = useSearch();
  const set = useSetSearch();
  const tab = TABS.find(([name]) => name === search['tab'])?.[0] ?? 'rules';
  const canChange = useHasRole(scope.org, 'admin');
  return (
    <>
      <PageHead
        title="Alerts"
        sumLines={1}
        sum={<RuleSum />}
        actions={
          canChange && tab === 'rules' && search['rule'] === undefined ? (
            <Button tone="primary" onClick={() => set({ rule: 'new' })}>
              New rule
            </Button>
          ) : undefined
        }
      />
      {canChange ? null : (
        <p className={forms.lead}>
          Only admins and owners can change rules. Choose which alerts you receive in{' '}
          <Link to={`/${scope.org}/inbox`} search={{ tab: 'choices' }} className={text.link}>
            your alert settings
          </Link>
          .
        </p>
      )}
      <Tabs
        label="Alerts"
        tabs={TABS}
        value={tab}
        onPick={(value) => set({ ...NO_FILTERS, tab: value === 'rules' ? undefined : value })}
      >
        {tab === 'rules' ? (
          <RulesTab scope={scope} />
        ) : tab === 'history' ? (
          <HistoryTab scope={scope} />
        ) : (
          <DeliveriesTab scope={scope} />
        )}
      </Tabs>
    </>
  );
}

/** Parameters of the other tabs, which this one does not use. */
const NO_FILTERS = {
  rule: undefined,
  template: undefined,
  by: undefined,
  at: undefined,
  state: undefined,
  delivery: undefined,
};

function RuleSum() {
  const scope = useProject();
  const rules = useRules(scope);
  const nowMs = useNow();
  const windows = useQuery(operationQuery(MAINTENANCE, { params: { org: scope.org } }));
  const end = maintenanceEnd(windows.data?.data ?? [], scope.project, nowMs);
  const states = (rules.data ?? []).map((rule) => ruleState(rule, nowMs));
  const count = (state: (typeof states)[number]): number => states.filter((one) => one === state).length;
  return (
    <StatLine
      of={rules}
      isLoading={rules.isPending || windows.isPending}
      facts={[
        ...(end === undefined ? [] : [`maintenance until ${formatDayMinutes(end)}`]),
        `${plural(count('on'), 'rule')} on`,
        ...(count('muted') === 0 ? [] : [`${count('muted')} muted`]),
        ...(count('off') === 0 ? [] : [`${count('off')} off`]),
        ...(count('excluded') === 0 ? [] : [`${count('excluded')} excluded`]),
      ]}
    />
  );
}
