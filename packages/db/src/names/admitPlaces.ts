import type { Tx } from '../connection/inTransaction.js';
import { admitNames, type NamesByProject } from './admitNames.js';
import { OTHER, type NameBudget } from './nameBudget.js';

/** Project, environment and release of an event, by which series differ. */
export interface EventPlace {
  readonly projectId: string;
  readonly environment: string | null;
  readonly release?: string | null;
}

/**
 * Returns the places in the same order, with {@link OTHER} in place of environments and releases above their project's caps,
 * which are counted in the budget. Locks nothing if all are known.
 */
export async function admitPlaces<T extends EventPlace>(
  tx: Tx,
  places: readonly T[],
  names: NameBudget,
): Promise<readonly T[]> {
  const requested = { environments: namesOf(places, environmentOf), releases: namesOf(places, releaseOf) };
  const environments = await admitNames(tx, 'environment', requested.environments, names);
  const releases = await admitNames(tx, 'release', requested.releases, names);
  if (areAll(requested.environments, environments) && areAll(requested.releases, releases)) return places;
  return places.map((place) => {
    const { projectId } = place;
    const [environment, release] = [environmentOf(place), releaseOf(place)];
    const isEnvironmentNew = environment !== null && environments.get(projectId)?.has(environment) !== true;
    const isReleaseNew = release !== null && releases.get(projectId)?.has(release) !== true;
    if (isEnvironmentNew) names.fold('environment', projectId, 1);
    if (isReleaseNew) names.fold('release', projectId, 1);
    if (!isEnvironmentNew && !isReleaseNew) return place;
    return { ...place, ...(isEnvironmentNew && { environment: OTHER }), ...(isReleaseNew && { release: OTHER }) };
  });
}

const environmentOf = ({ environment }: EventPlace): string | null => environment;
const releaseOf = ({ release }: EventPlace): string | null => release ?? null;

const areAll = (requested: NamesByProject, admitted: NamesByProject): boolean =>
  [...requested].every(([projectId, names]) => admitted.get(projectId)?.size === names.size);

function namesOf(places: readonly EventPlace[], nameOf: (place: EventPlace) => string | null): NamesByProject {
  const names = new Map<string, Set<string>>();
  let [lastProject, lastName]: [string?, string?] = [];
  for (const place of places) {
    const name = nameOf(place);
    // Neighbors are mostly of one batch.
    if (name === null || (name === lastName && place.projectId === lastProject)) continue;
    [lastProject, lastName] = [place.projectId, name];
    const known = names.get(place.projectId);
    if (known === undefined) names.set(place.projectId, new Set([name]));
    else known.add(name);
  }
  return names;
}
