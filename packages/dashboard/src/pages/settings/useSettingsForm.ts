import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/apiError';
import { callVersioned, type CallParts } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import { settingLabel } from './settingLabels';
import {
  changesOf,
  isSameValue,
  readSetting,
  type SettingChange,
  type Settings,
  type SettingValue,
  type SettingValues,
} from './settingValues';

const READ = 'GET /api/0/projects/{org}/{project}/settings';
const CAPS = 'GET /api/0/projects/{org}/{project}/caps';
const IN_FORCE_MS = 2_500;
const CHANGE = 'PATCH /api/0/projects/{org}/{project}/settings';

/** The settings of a project, and the changes of the reader that are not saved. */
export interface SettingsForm {
  /** `undefined` while they load. */
  readonly settings: Settings | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Whether the reader may change them. */
  readonly canChange: boolean;
  readonly value: (name: string) => SettingValue;
  readonly set: (name: string, value: SettingValue) => void;
  readonly changes: readonly SettingChange[];
  /** Settings that someone else changed meanwhile, with their value now. */
  readonly conflicts: readonly SettingChange[];
  readonly isSaving: boolean;
  readonly problem: unknown;
  readonly save: () => Promise<void>;
  readonly reset: () => void;
}

/** Returns which of the changed settings someone else has changed, too. */
const differences = (changes: readonly SettingChange[], before: Settings, now: Settings): readonly SettingChange[] =>
  changes
    .map(({ name }) => ({ name, from: readSetting(before, name), to: readSetting(now, name) }))
    .filter(({ from, to }) => !isSameValue(from, to));

const savedText = (changes: readonly SettingChange[]): string =>
  `Saved: ${changes.map(({ name }) => settingLabel(name)).join(', ')}. In force within two seconds.`;

/** Gateways and counts of this hour follow a change within two seconds. */
const readCapsLater = (client: QueryClient): unknown =>
  setTimeout(() => void client.invalidateQueries({ queryKey: operationKey(CAPS) }), IN_FORCE_MS);

/** Returns the form of a settings page. It saves with the version that it was read with, so that no change of others is lost. */
export function useSettingsForm(): SettingsForm {
  const params = useProject();
  const client = useQueryClient();
  const key = [READ, params];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callVersioned(READ, { params, signal }),
    // A change of others must not replace what someone is editing; saving finds it.
    refetchOnWindowFocus: false,
  });
  const [draft, setDraft] = useState<SettingValues>({});
  const [conflicts, setConflicts] = useState<readonly SettingChange[]>([]);
  const [state, setState] = useState<{ readonly isSaving: boolean; readonly problem?: unknown }>({ isSaving: false });
  const canChange = useHasRole(params.org, 'admin');
  const settings = query.data?.body;
  const changes = settings === undefined ? [] : changesOf(settings, draft);
  const clear = (): void => {
    setDraft({});
    setConflicts([]);
    setState({ isSaving: false });
  };
  const save = async (): Promise<void> => {
    if (settings === undefined) return;
    setState({ isSaving: true });
    try {
      const body = Object.fromEntries(changes.map(({ name, to }) => [name, to])) as CallParts<typeof CHANGE>['body'];
      const version = query.data?.version;
      const saved = await callVersioned(CHANGE, {
        params,
        body,
        ...(version === undefined ? {} : { ifMatch: version }),
      });
      client.setQueryData(key, saved);
      readCapsLater(client);
      showToast({ tone: 'good', text: savedText(changes) });
      clear();
    } catch (error) {
      setState({ isSaving: false, problem: error });
      if (!(error instanceof ApiError) || error.status !== 412) return;
      const now = await callVersioned(READ, { params });
      client.setQueryData(key, now);
      setConflicts(differences(changes, settings, now.body));
    }
  };
  return {
    settings,
    error: query.error,
    retry: () => void query.refetch(),
    canChange,
    value: (name) => draft[name] ?? (settings === undefined || name in draft ? null : readSetting(settings, name)),
    set: (name, value) => setDraft((before) => ({ ...before, [name]: value })),
    changes,
    conflicts,
    isSaving: state.isSaving,
    problem: state.problem,
    save,
    reset: clear,
  };
}
