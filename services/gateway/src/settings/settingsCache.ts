import type { ProjectedProject } from '@sluice/contract';
import type { Projection } from '@sluice/redis';
import { every, type Component, type Logger } from '@sluice/runtime';
import type { GatewayDatabase } from '../gatewayDeps.js';
import { knownProject, type KnownProject } from './knownProject.js';

/** Bounds of the cache; times in milliseconds. */
export interface SettingsCacheOptions {
  readonly maxCachedKeys: number;
  readonly maxUnknownKeys: number;
  readonly unknownKeyMs: number;
  readonly followMs: number;
}

/** What a cache asks, in this order: its memory, the projection, Postgres. */
export interface SettingsSources {
  readonly projection: Pick<Projection, 'lookUp' | 'changesSince'>;
  readonly findKey: GatewayDatabase['findKey'];
  readonly logger: Logger;
}

/** Settings by project key. */
export interface SettingsCache extends Component {
  /**
   * The project behind a key; `undefined` where the key is unknown or disabled. Rejects where nobody can say: then
   * nothing is remembered.
   */
  readonly find: (key: string) => Promise<KnownProject | undefined>;
}

/** Keys asked of Postgres at a time: a flood of invented keys must not queue up before it. */
const MAX_DATABASE_LOOKUPS = 8;

/** How long an outdated entry is used before its successor is asked for again, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * What is remembered of a key that exists. `refreshAt`: from when on (`performance.now()`) it has to be asked for anew,
 * because it changed; `Infinity` until then.
 */
interface Entry {
  readonly project: KnownProject;
  refreshAt: number;
}

/** A look-up under way. `isStale`: the key changed meanwhile, so that the answer is outdated as soon as it comes. */
interface Lookup {
  isStale: boolean;
  answer: Promise<KnownProject | undefined>;
}

/**
 * Settings in memory, bounded, kept current by the projection's change list. An entry that changed is asked for anew;
 * where nobody can say what it is now, as it was is better than refusing everything of a project that is known.
 */
export function createSettingsCache(sources: SettingsSources, options: SettingsCacheOptions): SettingsCache {
  const known = new Map<string, Entry>();
  const unknown = new Map<string, number>();
  const lookups = new Map<string, Lookup>();
  const ask = askSources(sources);

  const remember = (key: string, project: KnownProject | undefined): void => {
    known.delete(key);
    if (project === undefined) keep(unknown, key, performance.now() + options.unknownKeyMs, options.maxUnknownKeys);
    else keep(known, key, { project, refreshAt: Infinity }, options.maxCachedKeys);
  };
  /** What a look-up found that was overtaken by a change is better than nothing, and no better than that. */
  const rememberOutdated = (key: string, project: KnownProject | undefined): void => {
    if (project !== undefined && !known.has(key)) keep(known, key, { project, refreshAt: 0 }, options.maxCachedKeys);
  };
  const lookUp = async (key: string, lookup: Lookup): Promise<KnownProject | undefined> => {
    try {
      const projected = await ask(key);
      const project = projected === undefined ? undefined : knownProject(projected);
      if (lookup.isStale) rememberOutdated(key, project);
      else remember(key, project);
      return project;
    } catch (error) {
      const outdated = known.get(key);
      if (outdated === undefined) throw error;
      outdated.refreshAt = performance.now() + RETRY_MS;
      return outdated.project;
    } finally {
      if (lookups.get(key) === lookup) lookups.delete(key);
    }
  };
  const begin = (key: string): Promise<KnownProject | undefined> => {
    const lookup: Lookup = { isStale: false, answer: Promise.resolve(undefined) };
    lookups.set(key, lookup);
    lookup.answer = lookUp(key, lookup);
    return lookup.answer;
  };
  const outdate = (key: string): void => {
    unknown.delete(key);
    const entry = known.get(key);
    if (entry !== undefined) entry.refreshAt = 0;
    const lookup = lookups.get(key);
    if (lookup !== undefined) lookup.isStale = true;
    lookups.delete(key);
  };

  let cursor: string | undefined;
  const follow = every('follow settings', options.followMs, sources.logger, async () => {
    const changes = await sources.projection.changesSince(cursor);
    cursor = changes.cursor;
    const keys = changes.keys === 'all' ? [...known.keys(), ...unknown.keys(), ...lookups.keys()] : changes.keys;
    keys.forEach(outdate);
  });
  return {
    start: follow.start,
    stop: follow.stop,
    find: (key) => {
      const entry = known.get(key);
      if (entry !== undefined && performance.now() < entry.refreshAt) return Promise.resolve(entry.project);
      if ((unknown.get(key) ?? 0) > performance.now()) return Promise.resolve(undefined);
      return lookups.get(key)?.answer ?? begin(key);
    },
  };
}

type Ask = (key: string) => Promise<ProjectedProject | undefined>;

function askSources({ projection, findKey }: SettingsSources): Ask {
  let running = 0;
  const askDatabase: Ask = async (key) => {
    if (running >= MAX_DATABASE_LOOKUPS) throw new Error('too many keys are being looked up');
    running += 1;
    try {
      return (await findKey(key)) ?? undefined;
    } finally {
      running -= 1;
    }
  };
  return async (key) => {
    const found = await projection.lookUp(key);
    if (found.state === 'found') return found.project;
    return found.state === 'disabled' || found.complete ? undefined : askDatabase(key);
  };
}

/** Adds an entry and drops the oldest ones beyond the bound. */
function keep<V>(map: Map<string, V>, key: string, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}
