import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../components/Checkbox';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import { fieldProblems } from '../../lib/fieldProblems';
import { showToast } from '../../lib/toasts';
import { useSetSearch } from '../../lib/useSearch';
import forms from '../../styles/forms.module.css';
import styles from './Alerts.module.css';
import type { AlertScope } from './alertTypes';
import { ConditionList } from './ConditionList';
import { DestinationChoice } from './DestinationChoice';
import { describeRule } from './describeRule';
import { FilterFields } from './FilterFields';
import { FormButtons } from './FormButtons';
import { PaceFields } from './PaceFields';
import { changeRule, createRule, useReloadRules, type VersionedRule } from './ruleCalls';
import { draftToBody, draftToRule, type RuleDraft } from './ruleDraft';
import { ruleFieldNames } from './ruleFieldNames';
import { RuleSentence } from './RuleSentence';
import { useDestinations } from './useDestinations';

interface Props {
  readonly scope: AlertScope;
  readonly initial: RuleDraft;
  /** Unset for a new rule. */
  readonly existing?: VersionedRule;
  /** Reloads the rule after a concurrent change. */
  readonly reload?: () => void;
}

/** A rule: when, of what, to whom, how often; above it what that means, in one sentence. */
export function RuleForm({ scope, initial, existing, reload }: Props) {
  const [draft, setDraft] = useState(initial);
  const setSearch = useSetSearch();
  const { names } = useDestinations(scope.org);
  const save = useSaveRule(scope, existing);
  const { at: problems, rest } = fieldProblems(save.error, ruleFieldNames(draft));
  const set = (patch: Partial<RuleDraft>): void => setDraft((before) => ({ ...before, ...patch }));
  const part = { draft, set, problems };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft);
      }}
    >
      <Section title={existing === undefined ? 'New rule' : `Rule ${existing.body.name}`}>
        <div className={forms.stack}>
          <p className={styles.preview} aria-live="polite">
            <RuleSentence rule={describeRule(draftToRule(draft), names)} />
          </p>
          <Input
            label="Name"
            hint="Messages name the rule that sent them."
            problem={problems['name']}
            required
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <Checkbox
            label="The rule is on"
            checked={draft.enabled}
            onChange={({ target }) => set({ enabled: target.checked })}
          />
        </div>
      </Section>
      <ConditionList scope={scope} {...part} />
      <FilterFields {...part} />
      <DestinationChoice scope={scope} {...part} />
      <PaceFields {...part} />
      <FormButtons
        what="rule"
        action={existing === undefined ? 'Create the rule' : 'Save the rule'}
        isBusy={save.isPending}
        isRefused={Object.keys(problems).length > 0}
        error={rest}
        reload={reload}
        cancel={() => setSearch(CLOSED)}
      />
    </form>
  );
}

/** Without a rule the list is shown. */
const CLOSED = { rule: undefined, template: undefined };

function useSaveRule(scope: AlertScope, existing: VersionedRule | undefined) {
  const reloadAll = useReloadRules();
  const setSearch = useSetSearch();
  return useMutation({
    mutationFn: (draft: RuleDraft) => {
      const body = draftToBody(draft);
      return existing === undefined
        ? createRule(scope, body)
        : changeRule(scope, existing.body.id, { ...body, version: existing.version });
    },
    onSuccess: async ({ name }) => {
      await reloadAll();
      setSearch(CLOSED);
      showToast({ tone: 'good', text: `${name} is saved. Takes effect within ten seconds.` });
    },
  });
}
