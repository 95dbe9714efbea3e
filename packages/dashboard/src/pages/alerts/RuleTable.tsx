import { Badge } from '../../components/Badge';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { useNow } from '../../lib/clock';
import { formatDayMinutes } from '../../lib/formatTime';
import { useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import type { AlertScope, Rule } from './alertTypes';
import { describeRule } from './describeRule';
import { RuleMenu } from './RuleMenu';
import { RuleSentence } from './RuleSentence';
import { ruleState } from './ruleState';
import type { LastFired } from './useLastFired';

interface Props {
  readonly caption: string;
  readonly scope: AlertScope;
  readonly rules: readonly Rule[];
  /** Names of destinations by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly last: LastFired;
  readonly canChange: boolean;
}

/** Rules, each as one sentence with its state, its last firing, and what can be done with it. */
export function RuleTable({ caption, scope, rules, names, last, canChange }: Props) {
  const columns: readonly SimpleColumn<Rule>[] = [
    {
      title: 'Rule',
      isText: true,
      render: (rule) => (
        <>
          <RuleName rule={rule} canOpen={canChange && !(rule.inherited && scope.project !== undefined)} />
          <RuleSentence rule={describeRule(rule, names)} />
        </>
      ),
    },
    { title: 'State', width: '150px', render: (rule) => <RuleBadge rule={rule} /> },
    { title: 'Last fired', width: '140px', render: ({ id }) => <LastTime id={id} last={last} /> },
    ...(canChange
      ? [
          {
            title: 'Actions',
            hidesTitle: true,
            isNumber: true,
            width: '56px',
            render: (rule: Rule) => <RuleMenu scope={scope} rule={rule} />,
          },
        ]
      : []),
  ];
  return <SimpleTable caption={caption} columns={columns} rows={rules} rowKey={({ id }) => id} isStacked />;
}

function RuleName({ rule: { id, name }, canOpen }: { readonly rule: Rule; readonly canOpen: boolean }) {
  const set = useSetSearch();
  return canOpen ? (
    <button type="button" className={styles.name} onClick={() => set({ rule: id })}>
      {name}
    </button>
  ) : (
    <span className={styles.plainName}>{name}</span>
  );
}

function RuleBadge({ rule }: { readonly rule: Rule }) {
  switch (ruleState(rule, useNow())) {
    case 'on':
      return <Badge tone="good">on</Badge>;
    case 'off':
      return <Badge>off</Badge>;
    case 'excluded':
      return <Badge>excluded here</Badge>;
    case 'muted':
      return (
        <>
          <Badge tone="warn">muted</Badge>{' '}
          <span className={styles.until}>until {formatDayMinutes(new Date(rule.mutedUntil ?? 0))}</span>
        </>
      );
  }
}

function LastTime({ id, last: { at, since, isCut } }: { readonly id: string; readonly last: LastFired }) {
  const found = at.get(id);
  if (found !== undefined) {
    return (
      <>
        <span className={styles.narrow}>Last fired: </span>
        <Time at={found} />
      </>
    );
  }
  if (since === undefined) return null;
  return (
    <span className={text.quiet} title={`Looked at firings since ${formatDayMinutes(new Date(since))}`}>
      <span className={styles.narrow}>Last fired: </span>
      {isCut ? 'not recently' : 'not in 30 days'}
    </span>
  );
}
