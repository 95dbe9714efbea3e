import { useMatches } from '@tanstack/react-router';
import { useSearch } from '../lib/useSearch';

/** What a page filters by, of the choices in the top bar. */
export interface ViewUse {
  readonly environment?: true;
  readonly release?: true;
  readonly range?: true;
}

const ALL: ViewUse = { environment: true, release: true, range: true };
const RANGE: ViewUse = { range: true };
const BY_ENVIRONMENT: ViewUse = { environment: true, range: true };

/** By the path of the route. A page that is not here filters by nothing: setup, a trace, a replay, most settings. */
const USES: Readonly<Record<string, ViewUse>> = {
  '/$org/$project/issues': ALL,
  '/$org/$project/issues/$id': ALL,
  '/$org/$project/traces': BY_ENVIRONMENT,
  '/$org/$project/metrics': ALL,
  '/$org/$project/metrics/$name': ALL,
  '/$org/$project/logs': ALL,
  '/$org/$project/visits': BY_ENVIRONMENT,
  '/$org/$project/replays': ALL,
  '/$org/$project/releases': BY_ENVIRONMENT,
  '/$org/$project/releases/$version': RANGE,
  '/$org/$project/users': BY_ENVIRONMENT,
  '/$org/$project/users/$id': RANGE,
  '/$org/$project/usage': RANGE,
  '/$org/$project/settings/filters': RANGE,
};

const NOTHING: ViewUse = {};

/** Root spans are counted without the release; single traces have one. */
const SINGLE_TRACES = { path: '/$org/$project/traces', tab: 'traces' };

/** Returns what the open page filters by. */
export function useViewUse(): ViewUse {
  const matches: readonly { readonly fullPath: string }[] = useMatches();
  const { tab } = useSearch();
  const path = matches[matches.length - 1]?.fullPath ?? '';
  return path === SINGLE_TRACES.path && tab === SINGLE_TRACES.tab ? ALL : (USES[path] ?? NOTHING);
}
