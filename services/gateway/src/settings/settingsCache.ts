import type { ProjectedProject } from '@sluice/contract';
import type { Projection } from '@sluice/redis';
import { createFairSemaphore, periodicTask, type Component, type Logger } from '@sluice/runtime';
import { compileProject } from './compileProject.js';
import { SettingsMemory, type KnownKey, type MemoryBounds } from './settingsMemory.js';

/** Bounds of the cache, and the interval at which it reads changes, in milliseconds. */
export interface SettingsCacheOptions extends MemoryBounds {
  readonly settingsRefreshMs: number;
  /** Whether keys are looked up in PostgreSQL while Redis does not answer; otherwise the lookup fails. */
  readonly isSpooling?: boolean;
}

/** Sources of the cache, in the order in which it asks them. */
export interface SettingsSources {
  readonly projection: Pick<Projection, 'lookUp' | 'changesSince'>;
  /** Asks PostgreSQL: resolves with the project of a key; `null` if it is disabled, `undefined` if it does not exist. */
  readonly findKey: (key: string) => Promise<ProjectedProject | null | undefined>;
  readonly logger: Logger;
}

/** Settings by project key. */
export interface SettingsCache extends Component {
  /** Resolves with the project of an enabled key, or why there is none. Rejects, and caches nothing, if no source can answer. */
  readonly find: (key: string) => Promise<KnownKey>;
}

/** Concurrent lookups in PostgreSQL: bounds the load that invented keys cause. */
const MAX_DATABASE_LOOKUPS = 8;

/** Keys that wait for a lookup while only PostgreSQL can answer, and their longest wait in milliseconds. */
const MAX_WAITING = 1_000;
const WAIT_MS = 2_000;

/** How long an outdated entry is used before the next attempt to read it again, in milliseconds. */
const RETRY_MS = 1_000;

/** A lookup in progress. `isStale`: the key changed meanwhile, so that its answer is outdated. */
interface PendingLookUp {
  isStale: boolean;
  answer: Promise<KnownKey>;
}

/**
 * Returns a bounded cache of settings that follows the projection's change list. A changed entry is looked up again. If no source
 * can answer, the outdated entry is used, which is better than refusing all requests of a known project.
 */
export function createSettingsCache(sources: SettingsSources, options: SettingsCacheOptions): SettingsCache {
  const memory = new SettingsMemory(options);
  const lookups = new Map<string, PendingLookUp>();
  const ask = createLookup(sources, options.isSpooling === true);

  const lookUp = async (key: string, lookup: PendingLookUp): Promise<KnownKey> => {
    try {
      const { found, isSure } = await ask(key);
      const known = typeof found === 'object' ? compileProject(found) : found;
      if (!isSure) return known;
      if (lookup.isStale) memory.rememberOutdated(key, known);
      else memory.remember(key, known);
      return known;
    } catch (error) {
      const outdated = memory.useOutdated(key, RETRY_MS);
      if (outdated === undefined) throw error;
      return outdated;
    } finally {
      if (lookups.get(key) === lookup) lookups.delete(key);
    }
  };
  const begin = (key: string): Promise<KnownKey> => {
    const lookup: PendingLookUp = { isStale: false, answer: Promise.resolve('unknown') };
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
      if (remembered !== undefined) return Promise.resolve(remembered);
      return lookups.get(key)?.answer ?? begin(key);
    },
  };
}

/** Answer of the sources for a key. A response that is not sure holds for this request only and is not cached. */
interface Found {
  readonly found: ProjectedProject | 'disabled' | 'unknown';
  readonly isSure: boolean;
}

/** The organization of a key is not known before the lookup. */
const ANY_TENANT = '';

function createLookup({ projection, findKey }: SettingsSources, isSpooling: boolean): (key: string) => Promise<Found> {
  const lookups = createFairSemaphore({ capacity: MAX_DATABASE_LOOKUPS, reserve: 0, queue: MAX_WAITING });
  const askDatabase = (key: string, waitMs: number): Promise<Found> =>
    lookups.run(
      ANY_TENANT,
      async () => {
        const found = await findKey(key);
        return { found: found === undefined ? 'unknown' : (found ?? 'disabled'), isSure: true };
      },
      { waitMs },
    );
  return async (key) => {
    const found = await projection.lookUp(key).catch((error: unknown) => {
      if (isSpooling) return undefined;
      throw error;
    });
    // Redis is unavailable: a newly started gateway looks up every key.
    if (found === undefined) return askDatabase(key, WAIT_MS);
    if (found.state === 'found') return { found: found.project, isSure: true };
    if (found.state === 'disabled') return { found: 'disabled', isSure: true };
    try {
      return await askDatabase(key, 0);
    } catch (error) {
      // A new key may be in PostgreSQL only. If PostgreSQL is unavailable or busy with invented keys, a complete projection
      // decides; but an uncertain answer is not cached.
      if (!found.complete) throw error;
      return { found: 'unknown', isSure: false };
    }
  };
}
