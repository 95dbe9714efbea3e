import { useMatches } from '@tanstack/react-router';
import { useSearch } from '../lib/useSearch';
import type { ProjectPath } from './pages';

/** What a page filters by, of the choices in the top bar. */
export interface ViewUse {
  readonly environment?: true;
  readonly release?: true;
  readonly range?: true;
}

const ALL: ViewUse = { environment: true, release: true, range: true };
const RANGE: ViewUse = { range: true };
const BY_ENVIRONMENT: ViewUse = { environment: true, range: true };

const NOTHING: ViewUse = {};

/** By the path of the route. Every page of a project has a line: a missing one does not compile. */
const USES: Readonly<Record<ProjectPath, ViewUse>> = {
  '/$org/$project/setup': NOTHING,
  '/$org/$project/issues': ALL,
  '/$org/$project/issues/$id': ALL,
  '/$org/$project/traces': BY_ENVIRONMENT,
  '/$org/$project/traces/$id': NOTHING,
  '/$org/$project/metrics': ALL,
  '/$org/$project/metrics/$name': ALL,
  '/$org/$project/logs': ALL,
  '/$org/$project/visits': BY_ENVIRONMENT,
  '/$org/$project/replays': ALL,
  '/$org/$project/replays/$id': NOTHING,
  '/$org/$project/releases': BY_ENVIRONMENT,
  '/$org/$project/releases/$version': RANGE,
  '/$org/$project/users': BY_ENVIRONMENT,
  '/$org/$project/users/$id': RANGE,
  '/$org/$project/alerts': NOTHING,
  '/$org/$project/usage': RANGE,
  '/$org/$project/settings/general': NOTHING,
  '/$org/$project/settings/security': NOTHING,
  '/$org/$project/settings/filters': RANGE,
  '/$org/$project/settings/limits': NOTHING,
  '/$org/$project/settings/sourcemaps': NOTHING,
};

/** Searches that change what a page filters by. */
interface Narrowed {
  readonly tab?: string | undefined;
  readonly trace?: string | undefined;
}

/** Returns what the page of a route filters by. */
export function viewUseOf(path: string, { tab, trace }: Narrowed): ViewUse {
  // Root spans are counted without the release; single traces have one.
  if (path === '/$org/$project/traces' && tab === 'traces') return ALL;
  // Rules have no range; what fired and what was sent have one.
  if (path === '/$org/$project/alerts' && (tab === 'history' || tab === 'deliveries')) return RANGE;
  // The logs of a trace are all that are stored.
  if (path === '/$org/$project/logs' && trace !== undefined) return { environment: true, release: true };
  return Object.hasOwn(USES, path) ? USES[path as ProjectPath] : NOTHING;
}

/** Returns what the open page filters by. */
export function useViewUse(): ViewUse {
  const matches: readonly { readonly fullPath: string }[] = useMatches();
  return viewUseOf(matches[matches.length - 1]?.fullPath ?? '', useSearch());
}
