import { Button } from '../components/Button';
import { DEFAULT_PRESET, presetLabel, rangeProblem, writeTimeRange } from '../lib/timeRange';
import { useSearch, useSetSearch } from '../lib/useSearch';
import styles from './RangeProblem.module.css';
import { useViewUse } from './viewUse';

/** Says why the range in the URL is invalid and that the default is shown instead. Renders nothing if the range is valid. */
export function RangeProblem() {
  const { range, from, to } = useSearch();
  const setSearch = useSetSearch();
  const isUsed = useViewUse().range === true;
  const problem = rangeProblem({ range, from, to });
  if (!isUsed || problem === undefined) return null;
  const shown = presetLabel(DEFAULT_PRESET).toLowerCase();
  return (
    <div className={styles.note} role="alert">
      <p>
        {problem} This page shows the {shown}.
      </p>
      <Button size="small" onClick={() => setSearch(writeTimeRange(DEFAULT_PRESET), { replace: true })}>
        Use the {shown}
      </Button>
    </div>
  );
}
