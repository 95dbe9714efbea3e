import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery } from '../api/operationQuery';
import { useList } from '../api/useList';
import { Chip } from '../components/Chip';
import { Picker } from '../components/Picker';
import type { PickerOption } from '../components/pickerProps';
import { formatAge } from '../lib/format';
import type { ProjectPlace } from '../lib/useProject';
import { useSearch, useSetSearch } from '../lib/useSearch';

/** A value that no environment and no release has. */
const ALL = '';

const withAll = (options: readonly PickerOption[], value: string | undefined): readonly PickerOption[] => {
  const isMissing = value !== undefined && options.every((option) => option.value !== value);
  return [{ value: ALL, label: 'All' }, ...(isMissing ? [{ value, label: value }] : []), ...options];
};

/** Chooses the environment of all pages of the project. */
export function EnvironmentPicker({ org, project }: ProjectPlace) {
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
      trigger={(props) => <Chip {...props} name="Environment" value={env ?? 'All environments'} />}
    />
  );
}

const FIVE_MINUTES = 300_000;

/** Chooses the release of all pages of the project. */
export function ReleasePicker({ org, project }: ProjectPlace) {
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
      trigger={(props) => <Chip {...props} name="Release" value={release ?? 'All releases'} />}
    />
  );
}
