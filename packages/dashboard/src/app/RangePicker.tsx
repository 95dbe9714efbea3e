import { Chip } from '../components/Chip';
import { Popover } from '../components/Popover';
import { formatRange, formatRangeUtc, formatShortRange } from '../lib/formatTime';
import { presetLabel, shortPresetLabel } from '../lib/timeRange';
import { useView } from '../lib/useView';
import { RangeForm } from './RangeForm';

/** Chooses the range of time of all pages of the project. Times are in the reader's zone; the title has them in UTC. */
export function RangePicker() {
  const { range } = useView();
  const text = range.preset === undefined ? formatRange(range) : presetLabel(range.preset);
  const short = range.preset === undefined ? formatShortRange(range) : shortPresetLabel(range.preset);
  return (
    <Popover
      label="Range of time"
      align="end"
      trigger={(props) => <Chip {...props} name="Range" value={text} short={short} title={formatRangeUtc(range)} />}
    >
      {(close) => <RangeForm range={range} close={close} />}
    </Popover>
  );
}
