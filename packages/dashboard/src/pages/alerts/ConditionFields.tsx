import { conditionKind } from '@sluice/alerts/kinds';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import type { AlertScope } from './alertTypes';
import { AskedInput } from './AskedInput';
import { inputsOfKind, type ConditionDraft } from './conditionDraft';
import type { Content } from './contents';

interface Props {
  readonly scope: AlertScope;
  readonly condition: ConditionDraft;
  readonly set: (patch: Readonly<Record<string, Content>>) => void;
  /** What is wrong with a field, by its name on the wire. */
  readonly problem: (field: string) => string | undefined;
}

/** The fields of a condition, as its kind describes them. */
export function ConditionFields({ scope, condition, set, problem }: Props) {
  const hint = conditionKind(condition.kind)?.hint;
  const inputs = inputsOfKind(condition.kind);
  return (
    <>
      {inputs.length === 0 ? null : (
        <div className={styles.fields}>
          {inputs.map((asked) => (
            <div
              key={asked.name}
              className={asked.form === 'text' || asked.form === 'pairs' ? styles.grows : undefined}
            >
              <AskedInput asked={asked} scope={scope} set={set} contents={condition} problem={problem(asked.path)} />
            </div>
          ))}
        </div>
      )}
      {hint === undefined ? null : <p className={text.quiet}>{hint}</p>}
    </>
  );
}
