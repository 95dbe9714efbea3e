import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../api/operationQuery';
import { useList } from '../api/useList';
import { Chip, DeadChip } from '../components/Chip';
import { Picker } from '../components/Picker';
import type { PickerOption } from '../components/pickerProps';
import { formatAge } from '../lib/format';
import type { ProjectPlace } from '../lib/useProject';
import { useSearch, useSetSearch } from '../lib/useSearch';
import { RangePicker } from './RangePicker';
import type { ViewUse } from './viewUse';

/** A value that no environment and no release has. */
const ALL = '';

const withAll = (options: readonly PickerOption[], value: string | undefined): readonly PickerOption[] => {
  const isMissing = value !== undefined && options.every((option) => option.value !== value);
  return [{ value: ALL, label: 'All' }, ...(isMissing ? [{ value, label: value }] : []), ...options];
};

/** Chooses the environment of all pages of the project. */
function EnvironmentPicker({ org, project }: ProjectPlace) {
  const { env } = useSearch();
  const set = useSetSearch();
  const query = useQuery({
    ...operationQuery('GET /api/0/projects/{org}/{project}/environments', { params: { org, project } }),
    staleTime: FIVE_MINUTES,
  });
  const options = (query.data?.data ?? []).map(({ name }) => ({ value: name, label: name }));
  return (
    <Picker
      label="Environment"
      options={withAll(options, env)}
      value={env ?? ALL}
      isLoading={query.isPending}
      onPick={(value) => set({ env: value })}
      trigger={(props) => (
        <Chip {...props} name="Environment" value={env ?? 'All environments'} short={env ?? 'Env: all'} />
      )}
    />
  );
}

const FIVE_MINUTES = 300_000;

/** Chooses the release of all pages of the project. */
function ReleasePicker({ org, project }: ProjectPlace) {
  const { release } = useSearch();
  const set = useSetSearch();
  const [query, setQuery] = useState('');
  const list = useList('GET /api/0/projects/{org}/{project}/releases', { params: { org, project }, query: { query } });
  const options = list.rows.map(({ version, firstSeen }) => ({
    value: version,
    label: version,
    hint: firstSeen === null ? undefined : formatAge(Date.now() - Date.parse(firstSeen)),
  }));
  return (
    <Picker
      label="Release"
      options={withAll(options, release)}
      value={release ?? ALL}
      isLoading={list.isLoading}
      onPick={(value) => set({ release: value })}
      onType={setQuery}
      trigger={(props) => (
        <Chip {...props} name="Release" value={release ?? 'All releases'} short={release ?? 'Release: all'} />
      )}
    />
  );
}

interface ViewPickersProps extends ProjectPlace {
  readonly use: ViewUse;
}

/** What the page can be narrowed by. A choice of another page that this one ignores stays in the URL, and the bar says so. */
export function ViewPickers({ org, project, use }: ViewPickersProps) {
  const { env, release } = useSearch();
  return (
    <>
      {use.environment === true ? (
        <EnvironmentPicker org={org} project={project} />
      ) : env === undefined ? null : (
        <DeadChip
          value="Not counted by environment"
          short="Every env"
          title={`This page shows every environment; ${env} stays chosen for the other pages.`}
        />
      )}
      {use.release === true ? (
        <ReleasePicker org={org} project={project} />
      ) : release === undefined ? null : (
        <DeadChip
          value="Not counted by release"
          short="Every release"
          title={`This page shows every release; ${release} stays chosen for the other pages.`}
        />
      )}
      {use.range === true ? <RangePicker /> : null}
    </>
  );
}
