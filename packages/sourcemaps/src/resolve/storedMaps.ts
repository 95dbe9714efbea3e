import type { Queryable, SourceMapWanted } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import { askForMaps, type StoredMap } from './askForMaps.js';
import { createByteLru } from './byteLru.js';
import type { HeadCache } from './headCache.js';
import type { ResolverConfig } from './resolverConfig.js';
import type { ResolverMetrics } from './resolverMetrics.js';

/** What is stored for files: asked of the database, and believed for a moment. */
export interface StoredMaps {
  /** Equal length; `undefined` where nothing is stored. One query for all that is not known. */
  readonly find: (wanted: readonly SourceMapWanted[]) => Promise<readonly (StoredMap | undefined)[]>;
  /** What is stored at this moment, by a query of its own. */
  readonly findNow: (wanted: SourceMapWanted) => Promise<StoredMap | undefined>;
  readonly clear: () => void;
}

interface Deps {
  readonly db: Queryable;
  readonly heads: HeadCache;
  readonly clock: Clock;
  readonly counts: Pick<ResolverMetrics, 'cache'>;
}

/**
 * Remembers hits and misses alike, for `trustMs` from before the query began: whatever is stored or deleted is seen
 * that soon without a message. Questions under way are shared.
 */
export function createStoredMaps(
  { db, heads, clock, counts }: Deps,
  config: Pick<ResolverConfig, 'trustMs' | 'fileCacheBytes'>,
): StoredMaps {
  const answers = createAnswers(heads, config.fileCacheBytes);
  const underWay = new Map<string, { readonly since: number; readonly map: Promise<StoredMap | undefined> }>();
  const isFresh = (since: number): boolean => clock() - since >= 0 && clock() - since < config.trustMs;
  let latest = clock();
  /** The time; where the clock was set back, what was said before is forgotten, or it would be fresh again later. */
  const now = (): number => {
    const time = clock();
    if (time < latest) for (const said of [answers, underWay]) said.clear();
    latest = time;
    return time;
  };

  const ask = async (
    wanted: readonly SourceMapWanted[],
    since: number,
  ): Promise<readonly (StoredMap | undefined)[]> => {
    const keys = wanted.map(keyOf);
    const maps = await askForMaps(
      db,
      heads,
      wanted,
      keys.flatMap((key) => answers.lastIndexOf(key) ?? []),
    );
    if (now() >= since) for (const [at, key] of keys.entries()) answers.set(key, since, maps[at]);
    return maps;
  };
  const share = (wanted: readonly SourceMapWanted[], since: number): void => {
    const asking = ask(wanted, since);
    for (const [at, want] of wanted.entries()) {
      const key = keyOf(want);
      const entry = { since, map: asking.then((maps) => maps[at]) };
      underWay.set(key, entry);
      const end = (): void => {
        if (underWay.get(key) === entry) underWay.delete(key);
      };
      entry.map.then(end, end);
    }
  };
  const known = (key: string): Promise<StoredMap | undefined> | undefined => {
    const answer = answers.get(key);
    if (answer !== undefined && isFresh(answer.since)) return Promise.resolve(answer.map);
    const asked = underWay.get(key);
    return asked !== undefined && isFresh(asked.since) ? asked.map : undefined;
  };

  return {
    find: (wanted) => {
      const since = now();
      const found = new Map(wanted.map((want) => [keyOf(want), known(keyOf(want))]));
      const missing = wanted.filter((want) => found.get(keyOf(want)) === undefined);
      counts.cache.inc({ cache: 'file', result: 'hit' }, wanted.length - missing.length);
      counts.cache.inc({ cache: 'file', result: 'miss' }, missing.length);
      if (missing.length > 0) share(missing, since);
      return Promise.all(wanted.map(async (want) => found.get(keyOf(want)) ?? underWay.get(keyOf(want))?.map));
    },
    findNow: async (wanted) => (await ask([wanted], now()))[0],
    clear: answers.clear,
  };
}

const keyOf = ({ projectId, release, filename }: SourceMapWanted): string => `${projectId}\0${release}\0${filename}`;

/** What the database said, and when it was asked. */
interface Answer {
  readonly since: number;
  /** Without a head that is in the cache of heads. */
  readonly map:
    (Omit<StoredMap, 'head'> & { readonly head: Exclude<StoredMap['head'], object> | undefined }) | undefined;
}

/** What an answer weighs beside its key. */
const OVERHEAD = 300;

function createAnswers(heads: HeadCache, maxBytes: number) {
  const answers = createByteLru<Answer>(maxBytes);
  return {
    /** `undefined` where nothing is known, or its head is no longer in memory. */
    get: (key: string): { readonly since: number; readonly map: StoredMap | undefined } | undefined => {
      const answer = answers.get(key);
      if (answer?.map === undefined) return answer && { since: answer.since, map: undefined };
      const head = answer.map.head ?? heads.get(answer.map.indexId);
      return head && { since: answer.since, map: { ...answer.map, head } };
    },
    lastIndexOf: (key: string): string | undefined => answers.get(key)?.map?.indexId,
    /** An answer to an earlier question never takes the place of one to a later question. */
    set: (key: string, since: number, map: StoredMap | undefined): void => {
      if ((answers.get(key)?.since ?? -Infinity) > since) return;
      const kept = map && { ...map, head: typeof map.head === 'string' ? map.head : undefined };
      answers.set(key, { since, map: kept }, 2 * key.length + OVERHEAD);
    },
    clear: answers.clear,
  };
}
