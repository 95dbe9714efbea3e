import { Checkbox } from '../../components/Checkbox';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import { formatBytes } from '../../lib/format';
import forms from '../../styles/forms.module.css';
import { CapTable } from '../usage/CapTable';
import styles from './Settings.module.css';
import { SettingsFrame } from './SettingsFrame';
import { useSettingsForm, type SettingsForm } from './useSettingsForm';

const TYPES = ['exception', 'log', 'span', 'hit', 'replay'] as const;

/** `/{org}/{project}/settings/limits`. */
export function LimitSettingsPage() {
  const form = useSettingsForm();
  return (
    <SettingsFrame
      title="Sampling and limits"
      form={form}
      facts={['sampled and rate-limited events spend no quota', 'all caps reset at the top of the hour, UTC']}
    >
      <Section title="Sample rates" note="share of events that is kept">
        <div className={forms.stack}>
          <p className={forms.hint}>
            Spans are sampled by trace and replays by recording, so that what is kept is whole.
          </p>
          <div className={styles.numbers}>
            {TYPES.map((type) => (
              <NumberInput key={type} form={form} name={`sampleRates.${type}`} label={type} step={0.05} max={1} />
            ))}
          </div>
        </div>
      </Section>
      <Section title="Spike protection">
        <div className={forms.stack}>
          <Checkbox
            label="Cap each type of event by its recent volume"
            hint="A type may have as many events in an hour as in the previous two hours together, which is twice their average, and at least 1,000. It applies from two hours after the first event."
            disabled={!form.canChange}
            checked={form.value('spikeProtection') === true}
            onChange={({ target }) => form.set('spikeProtection', target.checked)}
          />
        </div>
      </Section>
      <CapTable />
      <Section title="Fixed limits">
        <div className={forms.row}>
          <NumberInput
            form={form}
            name="eventsPerHour"
            label="Events per hour"
            hint="Exceptions, logs, hits and replays together. Empty: no cap."
            isNullable
          />
          <NumberInput
            form={form}
            name="bytesPerHour"
            label="Bytes per hour"
            hint={`JSON of all types, decompressed${sizeOf(form.value('bytesPerHour'))}. Empty: no quota.`}
            isNullable
          />
        </div>
      </Section>
    </SettingsFrame>
  );
}

const sizeOf = (bytes: unknown): string => (typeof bytes === 'number' ? `: ${formatBytes(bytes)}` : '');

interface NumberProps {
  readonly form: SettingsForm;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly step?: number;
  readonly max?: number;
  readonly isNullable?: boolean;
}

function NumberInput({ form, name, label, hint, step = 1, max, isNullable = false }: NumberProps) {
  const value = form.value(name);
  return (
    <Input
      type="number"
      inputMode="decimal"
      min={0}
      {...{ label, hint, step, max }}
      disabled={!form.canChange}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => {
        if (target.value !== '') form.set(name, Number(target.value));
        else if (isNullable) form.set(name, null);
      }}
    />
  );
}
