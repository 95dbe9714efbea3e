import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { EmptyState } from '../../components/EmptyState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { formatCount } from '../../lib/format';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import { ORGANIZATION_FIRINGS, PROJECT_FIRINGS, type AlertScope, type Firing } from './alertTypes';
import { describeOutcome } from './describeOutcome';
import { filterOptions } from './filterOptions';
import { FiringSubjectLink } from './FiringSubjectLink';
import { RangeSelect } from './RangeSelect';
import { useRules } from './ruleCalls';
import { useAlertRange } from './useAlertRange';

const PER_PAGE = 25;
const STATES = ['firing', 'recovered', 'notice'] as const;

/** Each time a rule fired or recovered: what, why, by which rule, and whether it was sent. */
export function HistoryTab({ scope }: { readonly scope: AlertScope }) {
  const { org, project } = scope;
  const search = useSearch();
  const range = useAlertRange(scope);
  const state = STATES.find((one) => one === search['state']);
  const query = { ...range, limit: PER_PAGE, ruleId: search['by'], state };
  const list = useList(
    project === undefined ? ORGANIZATION_FIRINGS : PROJECT_FIRINGS,
    { params: { org, project: project ?? '' }, query },
    { follow: ({ id }) => id },
  );
  return (
    <>
      <HistoryFilters scope={scope} />
      <Section title="Firings" note="latest first, including those that were not sent" isFlush>
        <ListTable
          caption="Firings"
          noun="firing"
          isStacked
          list={list}
          columns={columnsOf(scope)}
          rowKey={({ id }) => id}
          empty={<NoFirings isFiltered={state !== undefined || search['by'] !== undefined} />}
        />
      </Section>
    </>
  );
}

const NoFirings = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <EmptyState
    title={isFiltered ? 'No such firing in this range' : 'No rule fired in this range'}
    actions={
      isFiltered ? undefined : <span className={text.quiet}>A test of a destination is a delivery, not a firing.</span>
    }
  >
    Choose a longer range{isFiltered ? ', or remove the filters' : ''}. Firings suppressed by a cool-down, a mute or a
    maintenance window are listed here, too.
  </EmptyState>
);

function HistoryFilters({ scope }: { readonly scope: AlertScope }) {
  const { by = '', state = '' } = useSearch();
  const set = useSetSearch();
  const rules = useRules(scope);
  return (
    <div className={styles.filters} role="search" aria-label="Filter the firings">
      <Select
        label="Rule"
        value={by}
        options={filterOptions(rules.data, by, { all: 'All rules', deleted: 'A deleted rule' })}
        onPick={(value) => set({ by: value })}
      />
      <Select
        label="State"
        value={state}
        options={[
          ['', 'All'],
          ['firing', 'Fired'],
          ['recovered', 'Recovered'],
          ['notice', 'Notices'],
        ]}
        onPick={(value) => set({ state: value })}
      />
      <RangeSelect scope={scope} />
    </div>
  );
}

const columnsOf = (scope: AlertScope): readonly SimpleColumn<Firing>[] => [
  { title: 'When', width: '120px', render: ({ at }) => <Time at={at} /> },
  { title: 'Firing', isText: true, render: (firing) => <What scope={scope} firing={firing} /> },
  ...(scope.project === undefined
    ? [{ title: 'Project', width: '150px', render: ({ project }: Firing) => project ?? 'the organization' }]
    : []),
  { title: 'Rule', width: '22%', isText: true, render: ({ rule }) => <RuleLink scope={scope} rule={rule} /> },
  { title: 'Sent', width: '190px', render: (firing) => <Outcome firing={firing} /> },
];

const What = ({ scope, firing }: { readonly scope: AlertScope; readonly firing: Firing }) => (
  <>
    <strong>{firing.title}</strong> {firing.state === 'recovered' ? <Badge tone="good">recovered</Badge> : null}
    <FiringSubjectLink org={scope.org} firing={firing} />
    {firing.reason === '' ? null : <span className={styles.sentence}>{firing.reason}</span>}
  </>
);

const RuleLink = ({ scope, rule }: { readonly scope: AlertScope; readonly rule: Firing['rule'] }) =>
  rule.name === null ? (
    <span className={text.quiet}>a deleted rule</span>
  ) : (
    <Link
      to={scope.project === undefined ? `/${scope.org}/settings/alerts` : 'alerts'}
      search={{ tab: 'history', by: rule.id }}
      className={text.link}
    >
      {rule.name}
    </Link>
  );

function Outcome({ firing }: { readonly firing: Firing }) {
  const { tone, word, why } = describeOutcome(firing);
  return (
    <span className={styles.outcome}>
      <Badge tone={tone}>{word}</Badge>
      <span className={styles.small}>
        {why}
        {firing.suppressed === 0 ? '' : ` ${formatCount(firing.suppressed)} suppressed before it.`}
      </span>
    </span>
  );
}
