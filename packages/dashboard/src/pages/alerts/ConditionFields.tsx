import { choicesOf, conditionKind, dropOf, type AskedField } from '@sluice/alerts/kinds';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Checkbox } from '../../components/Checkbox';
import { Input } from '../../components/Input';
import { Select } from '../../components/Select';
import { TextArea } from '../../components/TextArea';
import { useDelayed } from '../../lib/useDelayed';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import type { AlertScope } from './alertTypes';
import { contentOf, inputsOfKind, type ConditionDraft } from './conditionDraft';

interface Props {
  readonly scope: AlertScope;
  readonly condition: ConditionDraft;
  readonly set: (patch: Readonly<Record<string, string | readonly string[]>>) => void;
  /** What is wrong with a field, by its name on the wire. */
  readonly problem: (field: string) => string | undefined;
}

type FieldProps = Props & { readonly asked: AskedField };

/** The fields of a condition, as its kind describes them. */
export function ConditionFields(props: Props) {
  const { kind } = props.condition;
  const hint = conditionKind(kind)?.hint;
  const inputs = inputsOfKind(kind);
  return (
    <>
      {inputs.length === 0 ? null : (
        <div className={styles.fields}>
          {inputs.map((asked) => (
            <ConditionField key={asked.name} {...props} asked={asked} />
          ))}
        </div>
      )}
      {hint === undefined ? null : <p className={text.quiet}>{hint}</p>}
    </>
  );
}

function ConditionField(props: FieldProps) {
  switch (props.asked.form) {
    case 'number':
      return <NumberField {...props} />;
    case 'text':
      return <TextField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'checks':
      return <CheckFields {...props} />;
    case 'pairs':
      return <PairsField {...props} />;
  }
}

const labelOf = ({ asked: { input }, condition }: FieldProps): string =>
  typeof input.label === 'string' ? input.label : input.label(condition);

/** What all inputs have that are typed. */
const typed = (props: FieldProps) => {
  const { asked, condition, set, problem } = props;
  const { name, path, input } = asked;
  return {
    label: labelOf(props),
    hint: input.hint,
    placeholder: input.placeholder,
    problem: problem(path),
    value: String(contentOf(condition, asked)),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set({ [name]: target.value }),
  };
};

const NumberField = (props: FieldProps) => (
  <Input type="number" inputMode="decimal" step="any" required min={props.asked.input.min} {...typed(props)} />
);

function TextField(props: FieldProps) {
  const { asked, scope, condition } = props;
  const { suggests } = asked.input;
  const list = useId();
  const names = useKnownNames(scope, suggests, String(contentOf(condition, asked)));
  return (
    <div className={styles.grows}>
      <Input
        required={asked.field.isOptional !== true}
        list={suggests === undefined ? undefined : list}
        autoComplete="off"
        {...typed(props)}
      />
      {suggests === undefined ? null : (
        <datalist id={list}>
          {names.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** Names that occur in the project and contain what is typed. */
function useKnownNames(
  { org, project = '' }: AlertScope,
  suggests: 'endpoints' | 'metrics' | undefined,
  part: string,
): readonly string[] {
  const query = useDelayed(part);
  const parts = { params: { org, project }, query: { limit: 20, ...(query === '' ? {} : { query }) } };
  const endpoints = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/endpoints', parts),
    enabled: suggests === 'endpoints' && project !== '',
  });
  const metrics = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/metrics', parts),
    enabled: suggests === 'metrics' && project !== '',
  });
  const found = suggests === 'endpoints' ? endpoints.data?.data : metrics.data?.data;
  return found?.map(({ name }) => name) ?? [];
}

function ChoiceField(props: FieldProps) {
  const { asked, condition, set, problem } = props;
  return (
    <Select
      label={labelOf(props)}
      problem={problem(asked.path)}
      options={choicesOf(asked)}
      value={String(contentOf(condition, asked))}
      onPick={(value) => set({ [asked.name]: value })}
    />
  );
}

/** Of drops only those that a rule of the scope can see. */
function CheckFields(props: FieldProps) {
  const { asked, scope, condition, set, problem } = props;
  const chosen = contentOf(condition, asked) as readonly string[];
  const choices = choicesOf(asked).filter(
    ([choice]) => scope.project === undefined || dropOf(choice)?.isOfOrganization !== true,
  );
  const refusal = problem(asked.path);
  return (
    <fieldset className={styles.checks}>
      <legend className={styles.fieldLabel}>{labelOf(props)}</legend>
      <div className={styles.choices}>
        {choices.map(([choice, label]) => (
          <Checkbox
            key={choice}
            label={label}
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              set({ [asked.name]: target.checked ? [...chosen, choice] : chosen.filter((other) => other !== choice) })
            }
          />
        ))}
      </div>
      {refusal === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      )}
    </fieldset>
  );
}

const PairsField = (props: FieldProps) => (
  <div className={styles.grows}>
    <TextArea rows={2} {...typed(props)} />
  </div>
);
