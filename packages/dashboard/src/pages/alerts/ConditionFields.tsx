import { Checkbox } from '../../components/Checkbox';
import { Select } from '../../components/Select';
import text from '../../styles/text.module.css';
import styles from './Alerts.module.css';
import type { ConditionProps } from './conditionProps';
import { DROP_KINDS, DROP_NAMES, ORGANIZATION_DROPS } from './dropNames';
import { NumberField } from './NumberField';
import { SeriesFields } from './SeriesFields';

const HINTS: Readonly<Record<string, string>> = {
  new_issue: 'Its fingerprint was never seen before. Fifty new issues of one deploy are one message.',
  regression: 'It occurs again, in a release that should not have it.',
  ignore_ended: 'The events, users or time until which it was ignored are reached.',
  assigned: 'Choose the destination that reaches the assignee.',
};

/** The fields of a condition, by its kind. */
export function ConditionFields(props: ConditionProps) {
  switch (props.condition.kind) {
    case 'issue_rate':
      return <RateFields {...props} />;
    case 'issue_trend':
      return <TrendFields {...props} />;
    case 'endpoint':
    case 'metric':
    case 'log_rate':
      return <SeriesFields {...props} />;
    case 'drops':
      return <DropFields {...props} />;
    default:
      return <p className={text.quiet}>{HINTS[props.condition.kind]}</p>;
  }
}

const RateFields = ({ condition: { above, rateMeasure, windowMinutes }, set, problem }: ConditionProps) => (
  <div className={styles.fields}>
    <NumberField label="More than" value={above} problem={problem('above')} set={(value) => set({ above: value })} />
    <Select
      label="Of"
      options={[
        ['users', 'users'],
        ['events', 'events'],
      ]}
      value={rateMeasure}
      onPick={(measure) => set({ rateMeasure: measure === 'events' ? 'events' : 'users' })}
    />
    <NumberField
      label="In the last … minutes"
      min={1}
      value={windowMinutes}
      problem={problem('windowMinutes')}
      set={(value) => set({ windowMinutes: value })}
    />
  </div>
);

const TrendFields = ({ condition: { factor, floor }, set, problem }: ConditionProps) => (
  <>
    <div className={styles.fields}>
      <NumberField
        label="More than … times"
        min={1}
        value={factor}
        problem={problem('factor')}
        set={(value) => set({ factor: value })}
      />
      <NumberField
        label="And at least … events"
        min={1}
        value={floor}
        problem={problem('floor')}
        set={(value) => set({ floor: value })}
      />
    </div>
    <p className={text.quiet}>
      This hour is compared with the busiest of the same hours of the last seven days: a busy noon is compared with
      noons.
    </p>
  </>
);

function DropFields({ scope, condition: { of: chosen }, set, problem }: ConditionProps) {
  const kinds = DROP_KINDS.filter((kind) => scope.project === undefined || !ORGANIZATION_DROPS.includes(kind));
  const refusal = problem('of');
  return (
    <>
      <div className={styles.choices}>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            label={DROP_NAMES[kind]}
            checked={chosen.includes(kind)}
            onChange={({ target }) =>
              set({ of: target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind) })
            }
          />
        ))}
      </div>
      {refusal === undefined ? null : (
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      )}
      {scope.project === undefined ? null : (
        <p className={text.quiet}>Quotas, losses and tokens belong to the organization: its rules report them.</p>
      )}
    </>
  );
}
