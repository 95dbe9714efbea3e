import { choicesOf, dropOf, type AskedField } from '@sluice/alerts/kinds';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Checkbox } from '../../components/Checkbox';
import { Input } from '../../components/Input';
import { Select } from '../../components/Select';
import { TextArea } from '../../components/TextArea';
import { useDelayed } from '../../lib/useDelayed';
import styles from './Alerts.module.css';
import type { AlertScope } from './alertTypes';
import { contentOf, type Content, type Contents } from './contents';

interface Props {
  readonly asked: AskedField;
  readonly contents: Contents;
  readonly set: (patch: Readonly<Record<string, Content>>) => void;
  /** What is wrong with the content. */
  readonly problem: string | undefined;
  /** Where names are suggested from. */
  readonly scope: AlertScope;
  /** Default: that of the field. */
  readonly hint?: string;
  /** Default: unless the field is optional. */
  readonly isRequired?: boolean;
}

/** An input for a field, in the form that its schema has. */
export function AskedInput(props: Props) {
  switch (props.asked.form) {
    case 'number':
      return <Input type="number" inputMode="decimal" step="any" min={props.asked.input.min} {...typed(props)} />;
    case 'text':
      return <TextField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'checks':
      return <CheckFields {...props} />;
    case 'lines':
      return <TextArea rows={3} {...typed(props)} />;
    case 'pairs':
      return <TextArea rows={2} {...typed(props)} />;
  }
}

const labelOf = ({ asked: { input }, contents }: Props): string =>
  typeof input.label === 'string' ? input.label : input.label(contents);

/** What all inputs have that are typed. Pairs may be empty. */
const typed = (props: Props) => {
  const { asked, contents, set, problem } = props;
  const { name, input, field } = asked;
  const { hint = input.hint, isRequired = field.isOptional !== true } = props;
  return {
    label: labelOf(props),
    hint,
    placeholder: input.placeholder,
    required: isRequired,
    problem,
    value: String(contentOf(contents, asked)),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set({ [name]: target.value }),
  };
};

function TextField(props: Props) {
  const { asked, scope, contents } = props;
  const { suggests, type } = asked.input;
  const list = useId();
  const names = useKnownNames(scope, suggests, String(contentOf(contents, asked)));
  return (
    <>
      <Input
        type={type}
        list={suggests === undefined ? undefined : list}
        autoComplete="off"
        spellCheck={false}
        {...typed(props)}
      />
      {suggests === undefined ? null : (
        <datalist id={list}>
          {names.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      )}
    </>
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

function ChoiceField(props: Props) {
  const { asked, contents, set, problem } = props;
  return (
    <Select
      label={labelOf(props)}
      problem={problem}
      options={choicesOf(asked)}
      value={String(contentOf(contents, asked))}
      onPick={(value) => set({ [asked.name]: value })}
    />
  );
}

/** Of drops only those that a rule of the scope can see. */
function CheckFields(props: Props) {
  const { asked, scope, contents, set, problem } = props;
  const chosen = contentOf(contents, asked) as readonly string[];
  const choices = choicesOf(asked).filter(
    ([choice]) => scope.project === undefined || dropOf(choice)?.isOfOrganization !== true,
  );
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
      {problem === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
