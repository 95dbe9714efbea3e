import { CONDITIONS } from '@sluice/alerts/kinds';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Icon } from '../../components/Icon';
import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import forms from '../../styles/forms.module.css';
import styles from './Alerts.module.css';
import type { AlertScope } from './alertTypes';
import { newCondition, type ConditionDraft } from './conditionDraft';
import { ConditionFields } from './ConditionFields';
import { conditionPath } from './ruleFieldNames';
import { nextKey, type RulePartProps } from './ruleDraft';

const MOST = 10;

/** When the rule fires: any of the conditions. */
export function ConditionList({ scope, draft, set, problems }: RulePartProps & { readonly scope: AlertScope }) {
  const { conditions } = draft;
  const change = (key: string, patch: Readonly<Record<string, ConditionDraft[string]>>): void =>
    set({ conditions: conditions.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
  const kinds = CONDITIONS.filter(({ about }) => scope.project !== undefined || about !== 'series');
  return (
    <Section title="When" note={conditions.length > 1 ? 'Any of these fires the rule.' : undefined}>
      <div className={forms.stack}>
        {conditions.map((condition, index) => (
          <fieldset key={condition.key} className={styles.condition}>
            <legend className={styles.legend}>Condition {index + 1}</legend>
            <div className={styles.conditionHead}>
              <Select
                label="Condition"
                hideLabel
                problem={problems[conditionPath(index, 'kind')]}
                options={kinds.map(({ kind, choice }) => [kind, choice] as const)}
                value={condition.kind}
                onPick={(kind) => change(condition.key, { kind })}
              />
              <Button
                tone="quiet"
                size="small"
                aria-label={`Remove condition ${index + 1}`}
                disabled={conditions.length === 1}
                onClick={() => set({ conditions: conditions.filter(({ key }) => key !== condition.key) })}
              >
                <Icon name="trash" />
              </Button>
            </div>
            <ConditionFields
              scope={scope}
              condition={condition}
              set={(patch) => change(condition.key, patch)}
              problem={(field) => problems[conditionPath(index, field)]}
            />
          </fieldset>
        ))}
        {problems['conditions'] === undefined ? null : <ErrorNote error={new Error(problems['conditions'])} />}
        <div>
          <Button
            size="small"
            disabled={conditions.length >= MOST}
            onClick={() => set({ conditions: [...conditions, newCondition(nextKey(), 'new_issue')] })}
          >
            <Icon name="plus" /> Add a condition
          </Button>
        </div>
      </div>
    </Section>
  );
}
