import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { operationQuery } from '../../api/operationQuery';
import { Checkbox } from '../../components/Checkbox';
import { Input } from '../../components/Input';
import { Select } from '../../components/Select';
import { TextArea } from '../../components/TextArea';
import { useDelayed } from '../../lib/useDelayed';
import styles from './Alerts.module.css';
import type { ConditionOf } from './alertTypes';
import type { LogLevel } from './conditionDraft';
import type { ConditionProps } from './conditionProps';
import { NumberField } from './NumberField';

const STATISTICS = [
  'avg',
  'sum',
  'count',
  'min',
  'max',
  'p50',
  'p95',
  'p99',
] as const satisfies readonly ConditionOf<'metric'>['statistic'][];
const LOG_LEVELS = ['fatal', 'error', 'warning', 'info', 'debug', 'trace'] as const satisfies readonly LogLevel[];

/** The fields of a condition about a series: what is measured, and its limit. */
export function SeriesFields(props: ConditionProps) {
  const { condition, set, problem } = props;
  return (
    <>
      {condition.kind === 'log_rate' ? <LogFields {...props} /> : <MeasureFields {...props} />}
      <div className={styles.fields}>
        <Select
          label="Is"
          options={[
            ['above', 'above'],
            ['below', 'below'],
          ]}
          value={condition.direction}
          onPick={(direction) => set({ direction: direction === 'below' ? 'below' : 'above' })}
        />
        <NumberField
          label={limitLabel(condition.kind, condition.endpointMeasure)}
          value={condition.threshold}
          problem={problem('threshold')}
          set={(threshold) => set({ threshold })}
        />
        <NumberField
          label="Over … minutes"
          min={1}
          value={condition.windowMinutes}
          problem={problem('windowMinutes')}
          set={(windowMinutes) => set({ windowMinutes })}
        />
        <NumberField
          label="For … minutes in a row"
          value={condition.forMinutes}
          problem={problem('forMinutes')}
          set={(forMinutes) => set({ forMinutes })}
        />
        <Input
          label="Environment"
          placeholder="all"
          value={condition.environment}
          problem={problem('environment') ?? problem('query.environment')}
          onChange={({ target }) => set({ environment: target.value })}
        />
      </div>
      <p className={styles.hint}>
        Judged every minute. A recovery is reported when it no longer holds for as long. With 0 minutes in a row it
        fires at once.
      </p>
    </>
  );
}

const limitLabel = (kind: string, measure: 'p95' | 'error_rate'): string => {
  if (kind === 'endpoint') return measure === 'p95' ? 'Milliseconds' : 'Percent';
  return kind === 'log_rate' ? 'Logs' : 'Value';
};

function MeasureFields({ scope, condition: { kind, name, endpointMeasure, statistic }, set, problem }: ConditionProps) {
  const isEndpoint = kind === 'endpoint';
  const list = useId();
  const names = useKnownNames(scope.org, scope.project ?? '', { isEndpoint, typed: name });
  return (
    <div className={styles.fields}>
      <div className={styles.grows}>
        <Input
          label={isEndpoint ? 'Endpoint' : 'Metric'}
          hint={isEndpoint ? 'The name of the root span, exactly.' : 'The name of the metric, exactly.'}
          placeholder={isEndpoint ? 'GET /cart' : 'checkout.total'}
          required
          list={list}
          autoComplete="off"
          value={name}
          problem={problem('name')}
          onChange={({ target }) => set({ name: target.value })}
        />
        <datalist id={list}>
          {names.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </div>
      {isEndpoint ? (
        <Select
          label="Its"
          options={[
            ['p95', '95th percentile'],
            ['error_rate', 'error rate'],
          ]}
          value={endpointMeasure}
          onPick={(measure) => set({ endpointMeasure: measure === 'p95' ? 'p95' : 'error_rate' })}
        />
      ) : (
        <Select
          label="Its"
          options={STATISTICS.map((one) => [one, one] as const)}
          value={statistic}
          onPick={(picked) => set({ statistic: STATISTICS.find((one) => one === picked) ?? 'avg' })}
        />
      )}
    </div>
  );
}

/** Names that occur in the project and contain what is typed. */
function useKnownNames(
  org: string,
  project: string,
  { isEndpoint, typed }: { readonly isEndpoint: boolean; readonly typed: string },
): readonly string[] {
  const query = useDelayed(typed);
  const parts = { params: { org, project }, query: { limit: 20, ...(query === '' ? {} : { query }) } };
  const endpoints = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/endpoints', parts),
    enabled: isEndpoint && project !== '',
  });
  const metrics = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/metrics', parts),
    enabled: !isEndpoint && project !== '',
  });
  return (isEndpoint ? endpoints.data?.data : metrics.data?.data)?.map(({ name }) => name) ?? [];
}

function LogFields({ condition: { levels, text, attributes }, set, problem }: ConditionProps) {
  return (
    <>
      <fieldset className={styles.levels}>
        <legend className={styles.fieldLabel}>Levels (none: all)</legend>
        {LOG_LEVELS.map((level) => (
          <Checkbox
            key={level}
            label={level}
            checked={levels.includes(level)}
            onChange={({ target }) =>
              set({ levels: target.checked ? [...levels, level] : levels.filter((other) => other !== level) })
            }
          />
        ))}
      </fieldset>
      <div className={styles.fields}>
        <div className={styles.grows}>
          <Input
            label="Message contains"
            placeholder="timeout"
            value={text}
            problem={problem('query.text')}
            onChange={({ target }) => set({ text: target.value })}
          />
        </div>
        <div className={styles.grows}>
          <TextArea
            label="Attributes"
            hint="name=value, one per line; all must match."
            rows={2}
            value={attributes}
            problem={problem('query.attributes')}
            onChange={({ target }) => set({ attributes: target.value })}
          />
        </div>
      </div>
    </>
  );
}
