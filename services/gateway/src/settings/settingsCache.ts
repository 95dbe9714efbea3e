import type { ProjectedProject } from '@sluice/contract';
import type { Projection } from '@sluice/redis';
import { createFairSemaphore, periodicTask, type Component, type Logger } from '@sluice/runtime';
import type { GatewayDatabase } from '../gatewayDeps.js';
import { compileProject, type CompiledProject } from './compileProject.js';
import { SettingsMemory, type MemoryBounds } from './settingsMemory.js';

/** Bounds of the cache, and how often it looks for changes, in milliseconds. */
export interface SettingsCacheOptions extends MemoryBounds {
  readonly settingsRefreshMs: number;
  /** Whether a key is asked of Postgres while Redis does not answer, or refused for a while. */
  readonly isSpooling?: boolean;
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
  readonly find: (key: string) => Promise<CompiledProject | undefined>;
}

/** Keys asked of Postgres at a time: a flood of invented keys must not queue up before it. */
const MAX_DATABASE_LOOKUPS = 8;

/** Keys that wait for their turn where Postgres is the only one who can tell, and for how long at most, in milliseconds. */
const MAX_WAITING = 1_000;
const WAIT_MS = 2_000;

/** How long an outdated entry is used before its successor is asked for again, in milliseconds. */
const RETRY_MS = 1_000;

/** A look-up under way. `isStale`: the key changed meanwhile, so that the answer is outdated as soon as it comes. */
interface Lookup {
  isStale: boolean;
  answer: Promise<CompiledProject | undefined>;
}

/**
 * Settings in memory, bounded, kept current by the projection's change list. An entry that changed is asked for anew;
 * where nobody can say what it is now, as it was is better than refusing everything of a project that is known.
 */
export function createSettingsCache(sources: SettingsSources, options: SettingsCacheOptions): SettingsCache {
  const memory = new SettingsMemory(options);
  const lookups = new Map<string, Lookup>();
  const ask = createLookup(sources, options.isSpooling === true);

  const lookUp = async (key: string, lookup: Lookup): Promise<CompiledProject | undefined> => {
    try {
      const { projected, isSure } = await ask(key);
      const project = projected === undefined ? undefined : compileProject(projected);
      if (!isSure) return project;
      if (lookup.isStale) memory.rememberOutdated(key, project);
      else memory.remember(key, project);
      return project;
    } catch (error) {
      const outdated = memory.useOutdated(key, RETRY_MS);
      if (outdated === undefined) throw error;
      return outdated;
    } finally {
      if (lookups.get(key) === lookup) lookups.delete(key);
    }
  };
  const begin = (key: string): Promise<CompiledProject | undefined> => {
    const lookup: Lookup = { isStale: false, answer: Promise.resolve(undefined) };
    lookups.set(key, lookup);
    lookup.answer = lookUp(key, lookup);
    return lookup.answer;
  };
  const outdate = (key: string): void => {
    memory.outdate(key);
    const lookup = lookups.get(key);
    if (lookup !== undefined) lookup.isStale = true;
    lookups.delete(key);
  };

  let cursor: string | undefined;
  const follow = periodicTask('follow settings', options.settingsRefreshMs, sources.logger, async () => {
    const changes = await sources.projection.changesSince(cursor);
    cursor = changes.cursor;
    const keys = changes.keys === 'all' ? [...memory.keys(), ...lookups.keys()] : changes.keys;
    keys.forEach(outdate);
  });
  return {
    start: follow.start,
    stop: follow.stop,
    find: (key) => {
      const remembered = memory.find(key);
      if (remembered !== undefined) return Promise.resolve(remembered === 'unknown' ? undefined : remembered);
      return lookups.get(key)?.answer ?? begin(key);
    },
  };
}

/** What the sources say of a key. Where they are not sure it is good for this request only, and is not remembered. */
interface Found {
  readonly projected: ProjectedProject | undefined;
  readonly isSure: boolean;
}

/** The organization of a key is not known before the look-up. */
const ANY_TENANT = '';

function createLookup({ projection, findKey }: SettingsSources, isSpooling: boolean): (key: string) => Promise<Found> {
  const lookups = createFairSemaphore({ capacity: MAX_DATABASE_LOOKUPS, reserve: 0, queue: MAX_WAITING });
  const askDatabase = (key: string, waitMs: number): Promise<Found> =>
    lookups.run(ANY_TENANT, async () => ({ projected: (await findKey(key)) ?? undefined, isSure: true }), { waitMs });
  return async (key) => {
    const found = await projection.lookUp(key).catch((error: unknown) => {
      if (isSpooling) return undefined;
      throw error;
    });
    // Redis is unavailable: a newly started gateway looks up every key.
    if (found === undefined) return askDatabase(key, WAIT_MS);
    if (found.state === 'found') return { projected: found.project, isSure: true };
    if (found.state === 'disabled') return { projected: undefined, isSure: true };
    try {
      return await askDatabase(key, 0);
    } catch (error) {
      // A key made a moment ago is in Postgres only. If PostgreSQL is unavailable or busy with invented keys, a
      // projection that has every key answers for it; but an uncertain answer is not cached.
      if (!found.complete) throw error;
      return { projected: undefined, isSure: false };
    }
  };
}
