import { ErrorState } from '../../components/ErrorState';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { useSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import type { AlertScope } from './alertTypes';
import { useRule } from './ruleCalls';
import { ruleToDraft, templateToDraft } from './ruleDraft';
import { RuleForm } from './RuleForm';
import { RULE_TEMPLATES } from './ruleTemplates';
import { TemplatePicker } from './TemplatePicker';

interface Props {
  readonly scope: AlertScope;
  /** `new`: a rule that does not exist yet. */
  readonly ruleId: string;
}

/** The form of a rule. A new one starts from a template. */
export function RuleEditor({ scope, ruleId }: Props) {
  return (
    <>
      <p className={styles.back}>
        <Link
          to={scope.project === undefined ? `/${scope.org}/settings/alerts` : 'alerts'}
          search={{ tab: scope.project === undefined ? 'rules' : undefined }}
          className={text.link}
        >
          All rules
        </Link>
      </p>
      {ruleId === 'new' ? <NewRule scope={scope} /> : <ExistingRule scope={scope} ruleId={ruleId} />}
    </>
  );
}

function NewRule({ scope }: { readonly scope: AlertScope }) {
  const { template: id } = useSearch();
  const template = RULE_TEMPLATES.find((one) => one.id === id);
  const isOfProject = scope.project !== undefined;
  if (template !== undefined && (isOfProject || !template.isOfProject)) {
    return <RuleForm key={id} scope={scope} initial={templateToDraft(template, isOfProject)} />;
  }
  return (
    <Section
      title="New rule"
      note={
        isOfProject
          ? 'Start from a template; everything can be changed.'
          : 'For all projects. Only rules of a project can watch endpoints, logs and metrics.'
      }
    >
      <TemplatePicker isOfProject={isOfProject} />
    </Section>
  );
}

function ExistingRule({ scope, ruleId }: Props) {
  const { data, error, refetch } = useRule(scope, ruleId);
  if (data !== undefined) {
    return (
      <RuleForm
        key={data.version}
        scope={scope}
        existing={data}
        initial={ruleToDraft(data.body)}
        reload={() => void refetch()}
      />
    );
  }
  if (error === null) return <Skeleton width="100%" height="560px" />;
  return <ErrorState title="The rule could not be loaded" error={error} retry={() => void refetch()} />;
}
