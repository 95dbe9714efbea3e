import { Select } from '../../components/Select';
import { presetLabel, RANGE_PRESETS } from '../../lib/timeRange';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import type { AlertScope } from './alertTypes';
import { DEFAULT_RANGE } from './useAlertRange';

const OPTIONS = [...RANGE_PRESETS].map((preset) => [preset, presetLabel(preset)] as const);

/** Chooses the range of an organization's history; pages of a project have theirs at the top. */
export function RangeSelect({ scope: { project } }: { readonly scope: AlertScope }) {
  const { range = DEFAULT_RANGE } = useSearch();
  const set = useSetSearch();
  if (project !== undefined) return null;
  return <Select label="Range" value={range} options={OPTIONS} onPick={(value) => set({ range: value })} />;
}
