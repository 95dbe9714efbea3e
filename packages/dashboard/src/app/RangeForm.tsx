import { useState, type SyntheticEvent } from 'react';
import { Button } from '../components/Button';
import { Input } from '../components/Input';
import { refreshNow } from '../lib/clock';
import { formatRangeUtc, readerZone, toLocalInput } from '../lib/formatTime';
import { RANGE_PRESETS, presetLabel, writeTimeRange, type TimeRange } from '../lib/timeRange';
import { useSetSearch } from '../lib/useSearch';
import styles from './RangeForm.module.css';

/** The panel of `RangePicker`: ranges that end now, or two times. */
export function RangeForm({ range, close }: { readonly range: TimeRange; readonly close: () => void }) {
  const set = useSetSearch();
  const [from, setFrom] = useState(toLocalInput(range.from));
  const [to, setTo] = useState(toLocalInput(range.to));
  const chosen = { preset: undefined, from: new Date(from), to: new Date(to) };
  const isValid = chosen.from.getTime() < chosen.to.getTime();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isValid) return;
    set(writeTimeRange(chosen));
    close();
  };
  return (
    <div className={styles.form}>
      <div className={styles.presets}>
        {RANGE_PRESETS.map((preset) => (
          <Button
            key={preset}
            tone={preset === range.preset ? 'primary' : 'quiet'}
            onClick={() => {
              refreshNow();
              set(writeTimeRange(preset));
              close();
            }}
          >
            {presetLabel(preset)}
          </Button>
        ))}
      </div>
      <form className={styles.custom} onSubmit={submit}>
        <Input label="From" type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
        <Input label="To" type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
        <p className={styles.zone}>
          {readerZone()}
          <br />
          {isValid ? formatRangeUtc(chosen) : 'The end must be after the start.'}
        </p>
        <Button type="submit" disabled={!isValid}>
          Apply
        </Button>
      </form>
    </div>
  );
}
