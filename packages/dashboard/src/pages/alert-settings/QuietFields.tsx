import { useId } from 'react';
import { Checkbox } from '../../components/Checkbox';
import { Input } from '../../components/Input';
import { Section } from '../../components/Section';
import { ToggleGroup } from '../../components/ToggleGroup';
import forms from '../../styles/forms.module.css';
import alerts from '../alerts/Alerts.module.css';
import { DAY_NAMES } from './describeQuiet';
import type { DestinationPartProps } from './destinationPart';

const DAYS_LABEL = 'Days on which they begin';

/** Hourly limit and quiet hours of a destination. Messages of quiet hours become one digest. */
export function QuietFields({ draft, set, problems }: DestinationPartProps) {
  return (
    <Section title="Limits">
      <div className={forms.stack}>
        <div className={alerts.pace}>
          <Input
            label="Messages per hour, at most"
            hint="Messages above the limit arrive as one digest in the next hour."
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={1_000}
            problem={problems['hourlyLimit']}
            value={draft.hourlyLimit}
            onChange={({ target }) => set({ hourlyLimit: target.value })}
          />
        </div>
        <Checkbox
          label="Quiet hours"
          hint="Nothing is sent during quiet hours; what is due becomes one digest at their end."
          checked={draft.isQuiet}
          onChange={({ target }) => set({ isQuiet: target.checked })}
        />
        {draft.isQuiet ? <Hours {...{ draft, set, problems }} /> : null}
      </div>
    </Section>
  );
}

function Hours({ draft, set, problems }: DestinationPartProps) {
  const zones = useId();
  return (
    <>
      <div className={alerts.fields}>
        <Input
          label="From"
          type="time"
          required
          problem={problems['quietHours.from']}
          value={draft.from}
          onChange={({ target }) => set({ from: target.value })}
        />
        <Input
          label="To"
          type="time"
          required
          problem={problems['quietHours.to']}
          value={draft.to}
          onChange={({ target }) => set({ to: target.value })}
        />
        <div className={alerts.grows}>
          <Input
            label="Time zone"
            list={zones}
            autoComplete="off"
            required
            problem={problems['quietHours.timeZone']}
            value={draft.timeZone}
            onChange={({ target }) => set({ timeZone: target.value })}
          />
          <datalist id={zones}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
      </div>
      <div>
        <p className={alerts.fieldLabel}>{DAYS_LABEL}</p>
        <ToggleGroup
          label={DAYS_LABEL}
          choices={DAY_NAMES.map((name, index) => [String(index + 1), name] as const)}
          chosen={draft.days.map(String)}
          onChange={(days) => set({ days: days.map(Number) })}
        />
      </div>
    </>
  );
}
