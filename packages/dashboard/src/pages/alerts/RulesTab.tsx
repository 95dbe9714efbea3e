import { useHasRole } from '../../api/session';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { SimpleTable } from '../../components/SimpleTable';
import { useSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import type { AlertScope, Rule } from './alertTypes';
import { RuleEditor } from './RuleEditor';
import { useRules } from './ruleCalls';
import { RuleTable } from './RuleTable';
import { useDestinations } from './useDestinations';
import { useLastFired, type LastFired } from './useLastFired';

/** The rules of a project with those that it inherits, or of an organization; with `?rule=` the form of one. */
export function RulesTab({ scope }: { readonly scope: AlertScope }) {
  const { rule } = useSearch();
  const canChange = useHasRole(scope.org, 'admin');
  return rule !== undefined && canChange ? (
    <RuleEditor key={rule} scope={scope} ruleId={rule} />
  ) : (
    <Rules scope={scope} />
  );
}

function Rules({ scope }: { readonly scope: AlertScope }) {
  const { org, project } = scope;
  const rules = useRules(scope);
  const destinations = useDestinations(org);
  const last = useLastFired(scope);
  const canChange = useHasRole(org, 'admin');
  if (rules.data === undefined && rules.error !== null) {
    return <ErrorState title="The rules could not be loaded" error={rules.error} retry={() => void rules.refetch()} />;
  }
  // Without their names, destinations would look deleted.
  if (destinations.list === undefined && destinations.error !== null) {
    const { error, retry } = destinations;
    return <ErrorState title="The destinations could not be loaded" error={error} retry={retry} />;
  }
  // Names and times are part of the rows: rows that grow would move what is below them.
  if (rules.data === undefined || destinations.isLoading || last.isLoading) {
    return (
      <Section title="Rules" isFlush>
        <SimpleTable
          caption="Rules"
          columns={['Rule', 'State', 'Last fired'].map((title) => ({ title, render: () => null }))}
          rows={[]}
          rowKey={String}
          skeletons={4}
        />
      </Section>
    );
  }
  const shared = { scope, names: destinations.names, last, canChange };
  const isInherited = ({ inherited }: Rule): boolean => inherited && project !== undefined;
  return (
    <>
      <OwnRules {...shared} rules={rules.data.filter((rule) => !isInherited(rule))} />
      {project === undefined ? null : <InheritedRules {...shared} rules={rules.data.filter(isInherited)} />}
    </>
  );
}

interface RulesProps {
  readonly scope: AlertScope;
  readonly rules: readonly Rule[];
  /** Names of destinations by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly last: LastFired;
  readonly canChange: boolean;
}

function OwnRules({ scope, rules, ...shared }: RulesProps) {
  const title = scope.project === undefined ? 'Rules for all projects' : 'Rules of this project';
  return (
    <Section
      title={title}
      note={scope.project === undefined ? 'They apply to every project that is not excluded.' : undefined}
      isFlush
    >
      {rules.length === 0 ? (
        <NoRules scope={scope} canChange={shared.canChange} />
      ) : (
        <RuleTable caption={title} {...{ scope, rules, ...shared }} />
      )}
    </Section>
  );
}

const NoRules = ({ scope: { project }, canChange }: { readonly scope: AlertScope; readonly canChange: boolean }) => (
  <EmptyState
    title={project === undefined ? 'The organization has no rule' : `${project} has no rule of its own`}
    actions={
      canChange ? (
        <Link to={project === undefined ? '' : 'alerts'} search={{ tab: 'rules', rule: 'new' }} className={text.link}>
          Create a rule
        </Link>
      ) : undefined
    }
  >
    {project === undefined
      ? 'Nothing is reported in projects without a rule of their own.'
      : 'A rule of the project can watch endpoints, logs and metrics, and notify its team.'}
  </EmptyState>
);

function InheritedRules({ scope, rules, ...shared }: RulesProps) {
  return (
    <Section
      title={`Rules of ${scope.org}`}
      note="inherited from the organization"
      isFlush
      actions={
        <Link to={`/${scope.org}/settings/alerts`} search={{ tab: 'rules' }} className={text.link}>
          {shared.canChange ? 'Manage rules and destinations' : 'Open'}
        </Link>
      }
    >
      {rules.length === 0 ? (
        <EmptyState title={`${scope.org} has no rule for all projects`} />
      ) : (
        <RuleTable caption={`Rules of ${scope.org}`} {...{ scope, rules, ...shared }} />
      )}
    </Section>
  );
}
