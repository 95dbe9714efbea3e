import type { Queryable } from '@sluice/db';
import type { SourceMapKey } from '../sql/lookUpSourceMaps.js';
import { createLru, type Clock } from '@sluice/runtime';
import { lookUpStoredMaps, type StoredMap } from './lookUpStoredMaps.js';
import type { HeadCache } from './headCache.js';
import type { ResolverConfig } from './resolverConfig.js';
import type { ResolverMetrics } from './resolverMetrics.js';

/** Cache of what the database says is stored for files. */
export interface StoredMaps {
  /** Returns one entry per file; `undefined` if nothing is stored. One query for all unknown files. */
  readonly find: (requested: readonly SourceMapKey[]) => Promise<readonly (StoredMap | undefined)[]>;
  /** Returns what is stored at this moment, with a separate query. */
  readonly findNow: (requested: SourceMapKey) => Promise<StoredMap | undefined>;
  /** Invalidates a project: later calls query again; queries in progress only answer earlier callers. */
  readonly forget: (projectId: string) => void;
  /** Invalidates all projects, after changes may have been missed. */
  readonly forgetAll: () => void;
  readonly clear: () => void;
}

interface Deps {
  readonly db: Queryable;
  readonly heads: HeadCache;
  readonly clock: Clock;
  readonly counts: Pick<ResolverMetrics, 'cache'>;
}

/**
 * Caches hits and misses for `cacheTtlMs` from before the query began, so every change is seen after that time
 * without a message, and at once after {@link StoredMaps.forget}. Concurrent calls share queries.
 *
 * Invariant: a caller after `forget` never gets the response to a query sent before it. Each query records the number
 * of changes so far; a response below the number of the project's last change is not used.
 */
export function createStoredMaps(
  { db, heads, clock, counts }: Deps,
  config: Pick<ResolverConfig, 'cacheTtlMs' | 'fileCacheBytes'>,
): StoredMaps {
  const answers = createAnswers(heads, config.fileCacheBytes);
  const underWay = new Map<string, Asked & { readonly map: Promise<StoredMap | undefined> }>();
  const changes = createChanges();
  const isFresh = ({ since, changesSeen }: Asked, projectId: string): boolean =>
    clock() - since >= 0 && clock() - since < config.cacheTtlMs && changesSeen >= changes.lastOf(projectId);
  // Otherwise old entries would become fresh again later.
  const now = watchClock(clock, () => {
    for (const cache of [answers, underWay]) cache.clear();
  });

  const ask = async (requested: readonly SourceMapKey[], asked: Asked): Promise<readonly (StoredMap | undefined)[]> => {
    const keys = requested.map(keyOf);
    const maps = await lookUpStoredMaps(
      db,
      heads,
      requested,
      keys.flatMap((key) => answers.lastIndexOf(key) ?? []),
    );
    if (now() >= asked.since) for (const [at, key] of keys.entries()) answers.set(key, asked, maps[at]);
    return maps;
  };
  const share = (requested: readonly SourceMapKey[], asked: Asked): void => {
    const asking = ask(requested, asked);
    for (const [at, want] of requested.entries()) {
      const key = keyOf(want);
      const entry = { ...asked, map: asking.then((maps) => maps[at]) };
      underWay.set(key, entry);
      const end = (): void => {
        if (underWay.get(key) === entry) underWay.delete(key);
      };
      entry.map.then(end, end);
    }
  };
  const known = (want: SourceMapKey): Promise<StoredMap | undefined> | undefined => {
    const key = keyOf(want);
    const answer = answers.get(key);
    if (answer !== undefined && isFresh(answer, want.projectId)) return Promise.resolve(answer.map);
    const asked = underWay.get(key);
    return asked !== undefined && isFresh(asked, want.projectId) ? asked.map : undefined;
  };
  const asking = (): Asked => ({ since: now(), changesSeen: changes.count() });

  return {
    find: (requested) => {
      const asked = asking();
      const found = new Map(requested.map((want) => [keyOf(want), known(want)]));
      const missing = requested.filter((want) => found.get(keyOf(want)) === undefined);
      counts.cache.inc({ cache: 'file', result: 'hit' }, requested.length - missing.length);
      counts.cache.inc({ cache: 'file', result: 'miss' }, missing.length);
      if (missing.length > 0) share(missing, asked);
      return Promise.all(requested.map(async (want) => found.get(keyOf(want)) ?? underWay.get(keyOf(want))?.map));
    },
    findNow: async (requested) => (await ask([requested], asking()))[0],
    forget: changes.add,
    forgetAll: changes.addAll,
    clear: () => answers.clear(),
  };
}

/** The current time; `onSetBack` is called first if the clock was set back since the last call. */
function watchClock(clock: Clock, onSetBack: () => void): Clock {
  let latest = clock();
  return () => {
    const time = clock();
    if (time < latest) onSetBack();
    latest = time;
    return time;
  };
}

const keyOf = ({ projectId, release, filename, debugId }: SourceMapKey): string =>
  `${projectId}\0${release ?? ''}\0${filename ?? ''}\0${debugId ?? ''}`;

/** When a query was sent: by the clock, and by the number of changes known to this process. */
interface Asked {
  readonly since: number;
  readonly changesSeen: number;
}

/** Projects whose last change is remembered. Entries of others stay valid for at most `cacheTtlMs`. */
const REMEMBERED = 10_000;

function createChanges() {
  const last = createLru<number>(REMEMBERED);
  let count = 0;
  let lastOfAll = 0;
  return {
    addAll: (): void => void (lastOfAll = count += 1),
    add: (projectId: string): void => void last.set(projectId, (count += 1)),
    count: () => count,
    lastOf: (projectId: string): number => Math.max(lastOfAll, last.get(projectId) ?? 0),
  };
}

/** A response of the database and when it was requested. */
interface Answer extends Asked {
  /** Without a head, if that is in the cache of heads. */
  readonly map:
    (Omit<StoredMap, 'head'> & { readonly head: Exclude<StoredMap['head'], object> | undefined }) | undefined;
}

/** Memory of an entry besides its key. */
const OVERHEAD = 300;

function createAnswers(heads: HeadCache, maxBytes: number) {
  const answers = createLru<Answer>(maxBytes);
  return {
    /** `undefined` if nothing is known or the head is no longer in memory. */
    get: (key: string): (Asked & { readonly map: StoredMap | undefined }) | undefined => {
      const answer = answers.get(key);
      if (answer?.map === undefined) return answer && { ...answer, map: undefined };
      const head = answer.map.head ?? heads.get(answer.map.indexId);
      return head && { ...answer, map: { ...answer.map, head } };
    },
    lastIndexOf: (key: string): string | undefined => answers.get(key)?.map?.indexId,
    /** A response to an earlier query never replaces that of a later query. */
    set: (key: string, asked: Asked, map: StoredMap | undefined): void => {
      const before = answers.get(key);
      if (before !== undefined && (before.since > asked.since || before.changesSeen > asked.changesSeen)) return;
      const kept = map && { ...map, head: typeof map.head === 'string' ? map.head : undefined };
      answers.set(key, { ...asked, map: kept }, { size: 2 * key.length + OVERHEAD });
    },
    clear: () => answers.clear(),
  };
}
